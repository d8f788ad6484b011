package io.github.restcomparison.compare.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

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
}
