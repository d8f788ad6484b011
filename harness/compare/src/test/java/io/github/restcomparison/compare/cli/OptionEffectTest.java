package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine.Model.OptionSpec;

/** No option is ignored: it changes the plan of each command that has it, or is refused. */
class OptionEffectTest {
  private static final List<String> COMMANDS =
      List.of("run", "sweep", "capacity", "memory", "startup", "study rest-2014");

  private static final String SERVICE = "--service=a=serve {port}";

  /** Options of what is done with a plan: no plan has them. */
  private static final Set<String> WITHOUT_PLAN =
      Set.of(
          "--out",
          "--resume",
          "--json",
          "--junit",
          "--fail-if-worse",
          "--profile",
          "--allow-concurrent",
          "--dry-run",
          "--verbose",
          "--help",
          "--version");

  /** Options that are refused with all services; the module of a cluster is not here. */
  private static final Set<String> REFUSED =
      Set.of("--namespace", "--injectors", "--images", "memory --simulation", "study --protocol");

  /** A value of each option that is not its default; DIR has a file for it. */
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          Map.entry("--variants", "vertx-rest"),
          Map.entry("--service", "b=other {port}"),
          Map.entry("--file", "DIR/compare.yaml"),
          Map.entry("--env", "a:KEY=value"),
          Map.entry("--ready", "/ready"),
          Map.entry("--get", "/other"),
          Map.entry("--urls", "DIR/urls.txt"),
          Map.entry("--method", "DELETE"),
          Map.entry("--header", "A:b"),
          Map.entry("--data", "a"),
          Map.entry("--data-raw", "a"),
          Map.entry("--data-binary", "a"),
          Map.entry("--data-urlencode", "a=b"),
          Map.entry("--form", "a=b"),
          Map.entry("--form-string", "a=b"),
          Map.entry("--compressed", ""),
          Map.entry("--expect", "status=201"),
          Map.entry("--timeout", "5s"),
          Map.entry("--insecure", ""),
          Map.entry("--cert", "src/test/resources/own.pem"),
          Map.entry("--key", "src/test/resources/own.pem"),
          Map.entry("--cacert", "src/test/resources/own.pem"),
          Map.entry("--simulation", "DIR/load.jar:a.B"),
          Map.entry("--users", "7"),
          Map.entry("--requests", "7"),
          Map.entry("--duration", "7s"),
          Map.entry("--think", "7ms"),
          Map.entry("--ramp-up", "2s"),
          Map.entry("--rate", "7/s"),
          Map.entry("--wait", "uniform"),
          Map.entry("--connections", "99"),
          Map.entry("--delay", "170ms"),
          Map.entry("--workers", "7"),
          Map.entry("--slo", "p50<7ms"),
          Map.entry("--warm-up", "7s"),
          Map.entry("--protocol", "http2"),
          Map.entry("--rounds", "7"),
          Map.entry("--for", "2h"),
          Map.entry("--control", "jersey-sync"),
          Map.entry("--baseline", "jersey-sync"),
          Map.entry("--runtime", "docker"),
          Map.entry("--namespace", "mine"),
          Map.entry("--injectors", "7"),
          Map.entry("--images", "mine/"),
          Map.entry("--pin", ""),
          Map.entry("--max-rate", "777"));

  /** The other options that an option needs to have an effect. */
  private static final Map<String, String> NEEDS =
      Map.of(
          "run --connections", "--rate=9/s",
          "--key", "--cert=src/test/resources/own.pem",
          "--protocol", "--variants=vertx-rest");

  /** Options in place of which {@code --get} is typed otherwise. */
  private static final Set<String> REQUESTS = Set.of("--get", "--urls", "--simulation");

  /** The plans without an option. */
  private static final Map<List<String>, Object> BASES = new HashMap<>();

  @TempDir private static Path folder;

  @BeforeAll
  static void writeFiles() throws IOException {
    Files.writeString(
        folder.resolve("compare.yaml"),
        "services: {c: {command: 'c {port}'}}\nrequests: [{path: /c}]\n");
    Files.writeString(folder.resolve("urls.txt"), "/other\n");
    Files.createFile(folder.resolve("load.jar"));
  }

  private static Stream<Arguments> options() {
    return COMMANDS.stream()
        .flatMap(
            command ->
                Compare.commandLine()
                    .getSubcommands()
                    .get(command.split(" ")[0])
                    .getCommandSpec()
                    .options()
                    .stream()
                    .filter(option -> !WITHOUT_PLAN.contains(option.longestName()))
                    .map(option -> Arguments.of(command, option)));
  }

  /**
   * With the variants of this project and with a service of the user, each with and without what
   * the option needs.
   */
  @ParameterizedTest
  @MethodSource("options")
  void optionChangesThePlanOrIsRefused(String command, OptionSpec option) throws IOException {
    String name = option.longestName();
    String own = command.split(" ")[0] + " " + name;
    String value = VALUES.get(name);
    assertThat(value).as("a value for %s", name).isNotNull();
    boolean isPinned = Placement.ofThisHost().service().size() > 1;
    String typed =
        name.equals("--pin") && isPinned ? "--no-pin" : value.isEmpty() ? name : name + "=" + value;
    String needed =
        REFUSED.contains(own) ? "" : NEEDS.getOrDefault(own, NEEDS.getOrDefault(name, ""));
    boolean isChanged = false;
    List<String> refusals = new ArrayList<>();
    boolean isStudy = command.startsWith("study");
    Set<String> bases = new LinkedHashSet<>();
    for (String services : isStudy ? List.of("") : List.of("", SERVICE + ";--get=/")) {
      bases.add(services);
      bases.add(services + ";" + needed);
    }
    for (String base : bases) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      Stream.of(base.split(";")).filter(word -> !word.isEmpty()).forEach(words::add);
      if (!BASES.containsKey(words)) {
        BASES.put(List.copyOf(words), planOrRefusal(words));
      }
      Object before = BASES.get(words);
      if (before instanceof SettingException) {
        continue;
      }
      if (REQUESTS.contains(name)) {
        words.remove("--get=/");
      }
      words.add(typed);
      Object after = planOrRefusal(words);
      if (after instanceof SettingException refusal) {
        String why = refusal.getMessage();
        refusals.add(why);
        assertThat(Stream.concat(Stream.of(option.names()), Stream.of(value.split("="))))
            .as(why)
            .anyMatch(word -> why.contains(word) || why.startsWith("missing option"));
      } else {
        assertThat(after).as("with %s".formatted(words)).isNotEqualTo(before);
        isChanged = true;
      }
    }
    boolean isAlone = name.equals("--pin") && Placement.ofThisHost().equals(Placement.ANYWHERE);
    assertThat(isChanged)
        .as("%s changes a plan: %s", own, refusals)
        .isEqualTo(!isAlone && !REFUSED.contains(name) && !REFUSED.contains(own));
  }

  /** Returns the plan without what is new in each, or the refusal. */
  private static Object planOrRefusal(List<String> words) throws IOException {
    try {
      return JsonFiles.text(
              Typed.plan(
                  words.stream()
                      .map(word -> word.replace("DIR", folder.toString()))
                      .toArray(String[]::new)))
          .replaceAll("\"(session|seed)\" : [^,\n]*", "");
    } catch (SettingException e) {
      return e;
    }
  }
}
