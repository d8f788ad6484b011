package io.github.restcomparison.compare.cli;

import java.util.Map;
import java.util.stream.Stream;

/**
 * What options and commands were called until November 2026: they go on working, unseen in help.
 */
final class FormerNames {
  private static final Map<String, String> CURRENT =
      Map.of(
          "--promise", "--slo",
          "--listen", "--host-check",
          "--longest", "--max-cell-time",
          "--in", "--runtime",
          "--from", "--start-rate",
          "--most", "--max-rate",
          "--repeats", "--retry-disturbed",
          "waiting", "memory");

  private FormerNames() {}

  /** The same arguments by their current names. */
  static String[] replaced(String... arguments) {
    return Stream.of(arguments).map(FormerNames::current).toArray(String[]::new);
  }

  private static String current(String argument) {
    String[] option = argument.split("=", 2);
    String name = CURRENT.getOrDefault(option[0], option[0]);
    return option.length == 1 ? name : name + "=" + option[1];
  }
}
