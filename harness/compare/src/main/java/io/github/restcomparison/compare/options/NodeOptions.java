package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.plan.PlanRequest.Instance;
import io.github.restcomparison.analysis.plan.PlanRequest.Limits;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.LoadSettings;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The nodes that are to serve a load, and how well they must. */
public final class NodeOptions {
  private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,6})?)";
  private static final Pattern CPUS = Pattern.compile(NUMBER);
  private static final Pattern PRICE = Pattern.compile(NUMBER + "/cpu-hour");
  private static final Pattern MEMORY = Pattern.compile("(\\d{1,7})([mg])(?:i?b?)?");
  private static final Pattern NODES = Pattern.compile("[1-9]\\d{0,5}|1000000");

  /** The share of a node\'s CPUs that may be in use: what is left is for bursts. */
  private static final double MOST_CPU = 0.7;

  @Option(
      names = "--cpus",
      paramLabel = "N",
      description = "CPUs of a node, such as 8 or 0.5 (default: as many as were measured with).")
  private String cpus;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Threads of a node that may block at once, 1 to 20000, for variants whose waiting blocks"
              + " one (default: the most that were measured with).")
  private Integer workers;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Memory of a node, such as 512m or 2g (default: it does not matter).")
  private String memory;

  @Option(
      names = "--slo",
      paramLabel = "SLO",
      description = "Percentiles that must be met, such as p99<400ms.")
  private String slo;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "auto",
      description = "How many nodes there are; auto: the fewest that do (default: auto).")
  private String nodes;

  @Option(
      names = "--price",
      paramLabel = "PRICE",
      description =
          "What a CPU costs, such as 0.04/cpu-hour: adds the price of a million requests.")
  private String price;

  /**
   * A node.
   *
   * @throws UsageException where something is not what it may be
   */
  public Instance instance() {
    return new Instance(
        cpus == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(above0("--cpus", cpus, CPUS, "a number such as 8 or 0.5")),
        workers == null
            ? OptionalInt.empty()
            : LoadSettings.one("--workers " + workers, workers.toString(), "workers").workers(),
        memory == null ? OptionalLong.empty() : OptionalLong.of(bytes()),
        price == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(above0("--price", price, PRICE, "such as 0.04/cpu-hour")));
  }

  /**
   * What must be met.
   *
   * @throws UsageException where something is not what it may be
   */
  public Limits limits() {
    return new Limits(Optional.ofNullable(slo).map(NodeOptions::slo), nodes(), MOST_CPU);
  }

  private long bytes() {
    Matcher size =
        matched("--memory", memory.toLowerCase(Locale.ROOT), MEMORY, "such as 512m or 2g");
    return Long.parseLong(size.group(1)) << (size.group(2).equals("g") ? 30 : 20);
  }

  private OptionalInt nodes() {
    return nodes.equals("auto")
        ? OptionalInt.empty()
        : OptionalInt.of(
            Integer.parseInt(matched("--nodes", nodes, NODES, "auto, or 1 to 1000000").group()));
  }

  private static Slo slo(String text) {
    Slo slo;
    try {
      slo = Slo.of(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--slo %s: must be %s".formatted(text, Slo.TERMS));
    }
    if (slo.percentileLimits().size() < slo.terms().size()) {
      throw new UsageException(
          "--slo %s: must be percentiles; failures and max cannot be predicted".formatted(text));
    }
    return slo;
  }

  /** A number of an option, which is the first group of its pattern. */
  static double above0(String option, String text, Pattern pattern, String mayBe) {
    double value = Double.parseDouble(matched(option, text, pattern, mayBe).group(1));
    if (value <= 0) {
      throw new UsageException("%s %s: must be more than 0".formatted(option, text));
    }
    return value;
  }

  private static Matcher matched(String option, String text, Pattern pattern, String mayBe) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new UsageException("%s %s: must be %s".formatted(option, text, mayBe));
    }
    return matcher;
  }
}
