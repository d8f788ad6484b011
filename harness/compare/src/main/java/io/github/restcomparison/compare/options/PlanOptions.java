package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.plan.PlanRequest;
import io.github.restcomparison.analysis.plan.PlanRequest.Load;
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

/** The load that is planned for, and the nodes that are to serve it. */
public final class PlanOptions {
  private static final int MOST_USERS = 100_000_000;
  private static final int MOST_WORKERS = 20_000;
  private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,6})?)";

  /** The share of a node's CPUs that may be in use: what is left is for bursts. */
  private static final double MOST_CPU = 0.7;

  @Option(names = "--users", paramLabel = "N")
  private Integer users;

  @Option(names = "--rate", paramLabel = "N/s")
  private String rate;

  @Option(names = "--delay", paramLabel = "TIME", required = true)
  private String delay;

  @Option(names = "--think", paramLabel = "TIME")
  private String think;

  @Option(names = "--cpus", paramLabel = "N")
  private String cpus;

  @Option(names = "--workers", paramLabel = "N")
  private Integer workers;

  @Option(names = "--memory", paramLabel = "SIZE")
  private String memory;

  @Option(names = "--slo", paramLabel = "SLO")
  private String slo;

  @Option(names = "--nodes", paramLabel = "N", defaultValue = "auto")
  private String nodes;

  @Option(names = "--price", paramLabel = "PRICE")
  private String price;

  /**
   * Returns what is asked.
   *
   * @throws UsageException if an option is invalid, or the load is missing or stated twice
   */
  public PlanRequest request() {
    boolean isAuto = nodes.equals("auto");
    Matcher number =
        match("--nodes", isAuto ? "1" : nodes, "[1-9]\\d{0,5}|1000000", "auto, or 1 to 1000000");
    OptionalInt fixed =
        isAuto ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(number.group()));
    return new PlanRequest(
        load(),
        cpus == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(number("--cpus", cpus, NUMBER, "a number such as 8 or 0.5")),
        workers == null
            ? OptionalInt.empty()
            : OptionalInt.of(whole("--workers", workers, MOST_WORKERS)),
        memory == null ? OptionalLong.empty() : OptionalLong.of(bytes()),
        price == null
            ? OptionalDouble.empty()
            : OptionalDouble.of(
                number("--price", price, NUMBER + "/cpu-hour", "such as 0.04/cpu-hour")),
        percentiles(),
        fixed,
        MOST_CPU);
  }

  private Load load() {
    if ((users == null) == (rate == null)) {
      throw new UsageException("missing load: one of --users and --rate");
    }
    double waitMs = time("--delay", delay);
    if (rate != null) {
      if (think != null) {
        throw new UsageException("--think: requires --users");
      }
      return Load.open(number("--rate", rate, NUMBER + "/s", "such as 20000/s"), waitMs);
    }
    return Load.closed(
        whole("--users", users, MOST_USERS), think == null ? 0 : time("--think", think), waitMs);
  }

  private long bytes() {
    Matcher size =
        match(
            "--memory",
            memory.toLowerCase(Locale.ROOT),
            "(\\d{1,7})([mg])(?:i?b?)?",
            "such as 512m or 2g");
    return Long.parseLong(size.group(1)) << (size.group(2).equals("g") ? 30 : 20);
  }

  private Optional<Slo> percentiles() {
    if (slo == null) {
      return Optional.empty();
    }
    Slo all;
    try {
      all = Slo.of(slo);
    } catch (IllegalArgumentException e) {
      throw mustBe("--slo", slo, Slo.TERMS);
    }
    if (!all.isOfPercentiles()) {
      throw mustBe("--slo", slo, "percentiles; failures and max cannot be predicted");
    }
    return Optional.of(all);
  }

  private static long time(String option, String text) {
    return LoadSettings.one(option + " " + text, text, "delay").delay().toMillis();
  }

  private static int whole(String option, int number, int most) {
    if (number < 1 || number > most) {
      throw mustBe(option, Integer.toString(number), "between 1 and " + most);
    }
    return number;
  }

  /** The first group of a pattern, above 0. */
  private static double number(String option, String text, String pattern, String valid) {
    double value = Double.parseDouble(match(option, text, pattern, valid).group(1));
    if (value <= 0) {
      throw mustBe(option, text, "more than 0");
    }
    return value;
  }

  private static Matcher match(String option, String text, String pattern, String valid) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.matches()) {
      throw mustBe(option, text, valid);
    }
    return matcher;
  }

  private static UsageException mustBe(String option, String text, String valid) {
    return new UsageException("%s %s: must be %s".formatted(option, text, valid));
  }
}
