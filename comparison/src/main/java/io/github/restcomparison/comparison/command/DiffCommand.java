package io.github.restcomparison.comparison.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code compare diff}: two experiments against each other. */
@Command(name = "diff", mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return 0;
  }
}
