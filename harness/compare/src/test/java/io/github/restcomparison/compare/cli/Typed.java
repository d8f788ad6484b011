package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.Plan;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.study.Study;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The result of a command line. */
public record Typed(int code, String out, String err) {

  static Typed compare(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Compare.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = Compare.execute(line, arguments);
    return new Typed(code, out.toString(), err.toString());
  }

  /** Returns the reader of {@code compare run} with these options. */
  public static PlanReader run(String... options) throws IOException {
    String[] all = Stream.concat(Stream.of("run"), Stream.of(options)).toArray(String[]::new);
    return new PlanReader(command(new StringWriter(), all), isForeign -> new SettingTree());
  }

  /** Returns the new plan of a command that measures; all variants of a study can run. */
  static Plan plan(String... arguments) throws IOException {
    return switch (command(new StringWriter(), arguments).userObject()) {
      case StudyCommand command -> {
        Study study = Study.of(arguments[1]);
        yield new StudyPlan(
            study.name(),
            command.newPlans(study, StudyCommand.runnable(study, _ -> Optional.empty())));
      }
      case RunCommand command -> command.newPlan();
      case SweepCommand command -> command.newPlan();
      case MemoryCommand command -> command.newPlan();
      case CapacityCommand command -> command.newPlan();
      case Object other -> throw new IllegalArgumentException("measures nothing: " + other);
    };
  }

  /** Returns the command that these arguments name, with their options, before it is called. */
  static CommandSpec command(StringWriter err, String... arguments) {
    return Compare.commandLine()
        .setErr(new PrintWriter(err, true))
        .parseArgs(arguments)
        .subcommand()
        .commandSpec();
  }
}
