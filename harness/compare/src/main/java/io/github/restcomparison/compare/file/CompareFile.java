package io.github.restcomparison.compare.file;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Feeder;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.service.UserSimulation;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What {@code compare.yaml} says: services, what they are asked, under which load.
 *
 * @param users the services
 * @param load what of it the file says, else what is usual
 * @param slo the promise that {@code capacity} searches by; absent where the file has none
 */
public record CompareFile(UserServices users, LoadSpec load, Optional<String> slo) {
  /** Its usual name. */
  public static final String NAME = "compare.yaml";

  /**
   * Reads one. Paths in it are relative to its folder.
   *
   * @throws UsageException where it cannot be used; one line names the file, the line and the key
   * @throws IOException where it cannot be read
   */
  public static CompareFile read(Path file) throws IOException {
    YamlSection root = YamlSection.of(file);
    Reader reader = new Reader(root, file.toAbsolutePath().normalize().getParent());
    CompareFile read = reader.read();
    root.end();
    return read;
  }

  /** What {@code compare init} writes: text by file, relative to where it is called. */
  public static Map<Path, String> templates() throws IOException {
    Map<Path, String> files = new LinkedHashMap<>();
    for (String name : List.of(NAME, "compare.schema.json")) {
      try (InputStream resource = CompareFile.class.getResourceAsStream(name)) {
        files.put(Path.of(name), new String(resource.readAllBytes(), StandardCharsets.UTF_8));
      }
    }
    return files;
  }

  private record Reader(YamlSection root, Path folder) {

    CompareFile read() throws IOException {
      Map<String, String> environment = root.texts("environment");
      Map<String, ServiceSpec> services = new LinkedHashMap<>();
      for (Map.Entry<String, YamlSection> each : root.sections("services").entrySet()) {
        YamlSection section = each.getValue();
        section.checked(() -> ServiceSpec.checkName(each.getKey()));
        services.put(each.getKey(), service(section, environment));
        section.end();
      }
      if (services.isEmpty()) {
        throw root.missing("services", "what should be compared?");
      }
      Workload workload = workload();
      return new CompareFile(
          new UserServices(services, workload), load(UserLoad.usual(workload)), root.text("slo"));
    }

    private ServiceSpec service(YamlSection section, Map<String, String> environment) {
      Origin from = section.checked(() -> origin(section));
      Map<String, String> env = new LinkedHashMap<>();
      boolean isStarted = from instanceof Origin.Command || from instanceof Origin.Image;
      if (isStarted) {
        env.putAll(environment);
      }
      env.putAll(section.texts("env"));
      Lifecycle usual = Lifecycle.USUAL;
      return section.checked(
          () ->
              new ServiceSpec(
                  from,
                  env,
                  new Lifecycle(
                      section.text("ready"),
                      section.duration("startLimit").orElse(usual.startLimit()),
                      section.text("stopSignal").orElse(usual.stopSignal()),
                      section.duration("stopLimit").orElse(usual.stopLimit())),
                  section.integer("workers").map(OptionalInt::of).orElse(OptionalInt.empty()),
                  section.text("requestCount").map(MetricSource::of),
                  section.text("cpuSeconds").map(MetricSource::of)));
    }

    private Origin origin(YamlSection section) {
      List<String> kinds =
          List.of("command", "image", "url", "variant").stream().filter(section::has).toList();
      if (kinds.size() != 1) {
        throw new SettingException(
            "it has %s: it may have one of command, image, url and variant"
                .formatted(kinds.isEmpty() ? "none of them" : String.join(" and ", kinds)));
      }
      String value = section.text(kinds.getFirst()).orElseThrow();
      return switch (kinds.getFirst()) {
        case "command" ->
            new Origin.Command(value, Optional.of(inFolder(section.text("directory").orElse("."))));
        case "image" ->
            new Origin.Image(
                value,
                section.integer("port").map(OptionalInt::of).orElse(OptionalInt.empty()),
                section.text("cpus"),
                section.text("memory"));
        case "url" -> new Origin.Address(value, section.text("restart"));
        default -> new Origin.OfCatalogue(value);
      };
    }

    private String inFolder(String path) {
      return folder.resolve(path).normalize().toString();
    }

    private Workload workload() throws IOException {
      List<RequestSpec> requests = new ArrayList<>();
      for (YamlSection section : root.list("requests")) {
        requests.add(request(section));
        section.end();
      }
      List<Feeder> feeders =
          root.textList("feeders").stream()
              .map(file -> root.checked(() -> UserFiles.feeder(inFolder(file))))
              .toList();
      Optional<UserSimulation> simulation = root.section("simulation").map(this::simulation);
      return root.checked(
          () ->
              new Workload(
                  requests,
                  feeders,
                  simulation,
                  root.duration("timeout").orElse(Workload.USUAL_TIMEOUT),
                  root.flag("insecure").orElse(false)));
    }

    private UserSimulation simulation(YamlSection section) {
      UserSimulation simulation =
          new UserSimulation(
              section.text("class").orElse(""), inFolder(section.text("folder").orElse(".")));
      section.end();
      return simulation;
    }

    private RequestSpec request(YamlSection section) throws IOException {
      String method = section.text("method").orElse("GET");
      String path = section.text("path").orElse("");
      Optional<String> file = section.text("bodyFile");
      Optional<String> body =
          file.isPresent()
              ? Optional.of(UserFiles.body(inFolder(file.get())))
              : section.text("body");
      Expectation expect =
          section.section("expect").map(Reader::expectation).orElse(Expectation.SUCCESS);
      return section.checked(
          () ->
              new RequestSpec(
                  section.text("name").orElse(method + " " + path),
                  section.number("weight").orElse(1.0),
                  method,
                  path,
                  section.texts("query"),
                  section.texts("headers"),
                  body,
                  expect));
    }

    private LoadSpec load(LoadSpec usual) {
      Optional<YamlSection> section = root.section("load");
      LoadSpec load = section.map(some -> load(some, usual)).orElse(usual);
      section.ifPresent(YamlSection::end);
      return load;
    }

    private static Expectation expectation(YamlSection section) {
      Expectation expectation =
          section.checked(
              () ->
                  new Expectation(
                      section.integer("status").map(OptionalInt::of).orElse(OptionalInt.empty()),
                      section.texts("headers"),
                      section.text("body"),
                      section.text("contains"),
                      section.texts("json"),
                      section.duration("atLeast"),
                      section.duration("atMost")));
      section.end();
      return expectation;
    }

    private static LoadSpec load(YamlSection section, LoadSpec usual) {
      return section.checked(
          () -> {
            int delayMs = section.duration("delay").map(delay -> (int) delay.toMillis()).orElse(0);
            Optional<Duration> duration = section.duration("duration");
            Optional<String> rate = section.text("rate");
            LoadSpec closed =
                UserLoad.of(
                    section.integer("users").orElse(usual.users()),
                    section.integer("requests"),
                    rate.isPresent() ? Optional.empty() : duration,
                    delayMs,
                    section
                        .duration("warmUp")
                        .map(limit -> (int) limit.toMillis())
                        .orElse(usual.warmUpLimitMs()));
            Optional<Integer> connections = section.integer("connections");
            Optional<LoadProtocol> protocol = section.text("protocol").map(LoadProtocol::of);
            LoadSpec load =
                rate.map(
                        text ->
                            UserLoad.by(
                                closed,
                                text,
                                duration,
                                connections.map(OptionalInt::of).orElse(OptionalInt.empty())))
                    .orElse(closed);
            return load.over(protocol);
          });
    }
  }
}
