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
record Typed(int code, String out, String err) {

  static Typed compare(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Compare.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    int code = line.execute(arguments);
    return new Typed(code, out.toString(), err.toString());
  }

  /** Returns the reader of {@code compare run} with these options. */
  static PlanReader run(String... options) throws IOException {
    CommandSpec run =
        Compare.commandLine()
            .parseArgs(Stream.concat(Stream.of("run"), Stream.of(options)).toArray(String[]::new))
            .subcommand()
            .commandSpec();
    return new PlanReader(run, isForeign -> new SettingTree());
  }
}
