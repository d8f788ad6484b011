package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.Plan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

/** {@code --resume} of each command, after its last run was interrupted. */
class ResumeTest {
  @TempDir private Path folder;
  private final List<Path> measured = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run --users=1 --rounds=2",
        "startup --rounds=2",
        "sweep --users=1,2 --rounds=1",
        "memory --users=1,2 --delay=1s",
        "capacity --max-rate=2 --slo=p50<300ms",
        "study",
      })
  void onlyTheRunThatIsMissingIsMeasured(String line) throws Exception {
    String[] words = line.split(" ");
    Plan plan =
        words[0].equals("study") ? Measured.study("gateway-2010", 2) : Measured.plan("a", words);
    new Measured(Status.VALID, 100).write(folder, plan);
    Path last = records().getLast();
    Files.delete(last);
    Path log = Files.writeString(last.resolveSibling("gatling.log"), "interrupted");
    assertThat(resume(words[0])).isZero();
    assertThat(measured).containsExactly(last.getParent());
    assertThat(last).exists();
    assertThat(log).doesNotExist();
    assertThat(folder).isDirectoryRecursivelyContaining("glob:**/unfinished/**/gatling.log");
    assertThat(resume(words[0])).isZero();
    assertThat(measured).as("once nothing is left").hasSize(1);
  }

  private List<Path> records() throws Exception {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.endsWith("run.json")).sorted().toList();
    }
  }

  private int resume(String name) throws Exception {
    CommandSpec spec =
        Typed.command(new StringWriter(), name, "--resume=" + folder, "--allow-concurrent");
    spec.commandLine().setOut(new PrintWriter(new StringWriter()));
    MeasuringCommand command = (MeasuringCommand) spec.userObject();
    Experiment.Executor valid = new Measured(Status.VALID, 100);
    command.executors =
        (plan, project) ->
            (request, own, live) -> {
              measured.add(own);
              return valid.run(request, own, live);
            };
    return command.call();
  }
}
