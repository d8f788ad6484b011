package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Help, and messages about mistakes in a command line. */
class HelpTest {
  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItself(String command) {
    Typed ended = Typed.compare(command, "--help");
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).startsWith("Usage: compare " + command);
    assertThat(ended.out().lines().count()).isGreaterThan(3);
  }

  /** A percent sign that picocli cannot format makes it warn on each use of the command. */
  @ParameterizedTest
  @MethodSource("commands")
  void everyOptionsDescriptionCanBeFormatted(String command) {
    assertThat(Compare.commandLine().getSubcommands().get(command).getCommandSpec().options())
        .flatExtracting(option -> List.of(option.description()))
        .allSatisfy(line -> assertThatCode(() -> String.format(line)).doesNotThrowAnyException());
  }

  private static Set<String> commands() {
    Set<String> commands = new TreeSet<>(Compare.commandLine().getSubcommands().keySet());
    commands.remove("help"); // picocli's own
    return commands;
  }

  /** The message about a mistyped name suggests the nearest valid one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rnu                       | unknown command 'rnu' (did you mean run?); valid: ",
        "swep                      | unknown command 'swep' (did you mean sweep?); valid: ",
        "reprot x                  | unknown command 'reprot' (did you mean report?); valid: ",
        "measure                   | unknown command 'measure'; valid: run, ",
        "sweep --usres 10          | unknown option '--usres' (did you mean --users?); ",
        "capacity --sol p99<1ms    | unknown option '--sol' (did you mean --slo?); ",
        "memory --dealy 3s         | unknown option '--dealy' (did you mean --delay?); ",
        "report --jsn x            | unknown option '--jsn' (did you mean --json?); ",
        "diff a b c                | unexpected argument 'c'; ",
        "diff a --forse b          | unknown option '--forse' (did you mean --force?); ",
        "run --service a = serve   | unexpected argument '='; see compare run --help",
        "run a=b                   | unexpected argument 'a=b'; see compare run --help",
        "=                         | unknown command '='; valid: run, ",
        "--dry-run                 | unknown option '--dry-run'; see compare --help",
        "run --service a           | --service a: must begin with NAME=",
        "run --service =           | --service =: must begin with NAME=",
        "run --service a= --get /  | --service a=: must be ",
        "run --variants ,          | --variants ,: unknown variant ''; valid: ",
        "run --env =               | --env =: must begin with NAME:",
        "run --file =              | =: no such file",
        "run --service a={port} --get / -H : | -H :: must be NAME:VALUE",
        "run --service a={port} --get / -F = | -F =: must be ",
        "run --service a={port} --get / --expect = | --expect =: must be ",
        "run --service a={port} --simulation : | --simulation :: must be ",
        "sweep --users ,           | --users : must be ",
        "capacity --slo ,          | --slo ,: must be ",
        "study =                   | unknown study '='; valid: ",
        "report pom.xml            | DIR pom.xml: must be the folder of an experiment",
        "report no/such            | DIR no/such: must be the folder of an experiment",
        "diff pom.xml no           | BEFORE pom.xml: must be the folder of an experiment",
        "run --variants jersy-sync | --variants jersy-sync: unknown variant 'jersy-sync' (did you mean jersey-sync?); valid: ",
        "run --variants jersey-sync@WORKRS=4 | --variants jersey-sync@WORKRS=4: jersey-sync has no setting WORKRS (did you mean WORKERS?); valid: ",
        "run --variants vertx-rest@WORKERS=4 | --variants vertx-rest@WORKERS=4: vertx-rest has no setting WORKERS; valid: ",
        "sweep --variants tomcatt  | --variants tomcatt: unknown variant 'tomcatt' (did you mean tomcat?); valid: ",
        "startup --service a=http://h --get / | service a http://h: must be a command or docker:IMAGE, whose start",
        "startup --service a=x{port} --get /{id} | --get /{id}: no feeder and no setup has {id}; {{id}} is the text {id}",
        "startup --rate 9/s        | unknown option '--rate'",
        "run --variants vertx-rest --baseline vertx-rest --fail-if-worse 5 | --fail-if-worse: requires a service to compare",
        "startup --rounds 0        | --rounds 0: must be a number between 1 and 1000",
        "startup --runtime kubernetes | --runtime kubernetes: must be bare or docker",
        "run -k                    | -k: write --insecure",
        "run -bA=B                 | -b: write -H 'Cookie: NAME=VALUE'",
        "startup --cookie=A=B      | --cookie: write -H 'Cookie: NAME=VALUE'",
        "run -A me                 | -A: write -H 'User-Agent: TEXT'",
        "run -e http://h           | -e: write -H 'Referer: URL'",
        "sweep -u a:b              | -u: write -H 'Authorization: Basic BASE64'",
        "run --user a:b            | --user: write -H 'Authorization: Basic BASE64'",
        "run -G                    | -G: write the data into the path: --get 'PATH?NAME=VALUE'",
        "run -T a.bin              | -T: write -X PUT --data-binary @FILE",
        "run -I                    | -I: write -X HEAD",
        "run --request PUT         | --request: write -X METHOD",
        "run -L                    | -L: redirects are not followed",
        "run --json {}             | --json: takes no value here; write -H Content-Type:application/json -d DATA",
        "run --json={}             | --json: takes no value here; write -H Content-Type:application/json -d DATA",
        "run -q                    | unknown option '-q'; see",
        "run -env a:B=c            | unknown option '-env' (did you mean --env?); see",
        "report -k x               | unknown option '-k'; see",
        "memory --service a=http://h --get / | service a http://h: must be a command or docker:IMAGE",
      })
  void similarNameIsSuggested(String arguments, String line) {
    Typed ended = Typed.compare(arguments.split(" "));
    assertThat(ended.err()).startsWith("compare: " + line).hasLineCount(1);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void longHelpHasEveryOptionAndHeadings() {
    for (String command : List.of("run", "sweep", "capacity", "memory", "startup", "study")) {
      String help = Typed.compare(command, "--help").out();
      assertThat(Compare.commandLine().getSubcommands().get(command).getCommandSpec().options())
          .allMatch(option -> option.description().length > 0)
          .allSatisfy(
              option ->
                  assertThat(help)
                      .containsPattern("(?m)^ .*[-\\]]" + option.longestName().substring(2)));
      assertThat(help).containsSubsequence("--verbose", "Load:");
    }
  }

  @Test
  void optionsAreFewAndHelpIsShort() {
    Set<String> all = new TreeSet<>();
    Compare.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) -> {
              command.getCommandSpec().options().forEach(each -> all.add(each.longestName()));
              if (!name.equals("help")) {
                assertThat(Typed.compare(name, "--help").out().lines().count())
                    .as(name)
                    .isLessThan(110);
              }
            });
    all.removeAll(List.of("--help", "--version"));
    assertThat(all).as("%d", all.size()).hasSizeLessThanOrEqualTo(56);
  }
}
