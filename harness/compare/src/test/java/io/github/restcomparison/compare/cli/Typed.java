package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.SettingTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What a command line that was typed has led to. */
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

  /** Returns the command that these arguments name, with their options, before it is called. */
  static CommandSpec command(StringWriter err, String... arguments) {
    return Compare.commandLine()
        .setErr(new PrintWriter(err, true))
        .parseArgs(arguments)
        .subcommand()
        .commandSpec();
  }
}
