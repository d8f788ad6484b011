package io.github.restcomparison.records;

import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Latency.Percentiles;
import io.github.restcomparison.records.RunRecord.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service level objective, such as {@code p99<150ms,failures=0}: limits of latencies as callers
 * see them, and of the share of requests that fail or cannot start.
 *
 * @param text as the user typed it
 * @param terms which must all hold
 */
public record Slo(String text, List<Term> terms) {
  /** Valid terms, in help and messages. */
  public static final String TERMS =
      "terms such as p50<120ms, p99<150ms, p99.9<1000ms, max<2000ms, failures=0 or failures<0.1%,"
          + " separated by commas";

  private static final Pattern LATENCY =
      Pattern.compile("(p50|p75|p90|p95|p99|p99\\.9|max)<([0-9]{1,7})ms");
  private static final Pattern FAILURES =
      Pattern.compile("failures(?:=0|<([0-9]{1,2}(?:\\.[0-9]{1,4})?)%)");

  private static final Map<String, ToIntFunction<Percentiles>> PERCENTILES =
      Map.of(
          "p50", Percentiles::p50,
          "p75", Percentiles::p75,
          "p90", Percentiles::p90,
          "p95", Percentiles::p95,
          "p99", Percentiles::p99,
          "p99.9", Percentiles::p999);

  /** One limit. */
  public sealed interface Term {
    /** How a load breaks it, a clause; empty if it does not. */
    Optional<String> violated(Load load);
  }

  private record LatencyBelow(String percentile, int ms) implements Term {
    @Override
    public Optional<String> violated(Load load) {
      Optional<Latency> seen = load.open().map(OpenModel.Outcome::corrected).orElse(load.latency());
      if (seen.isEmpty()) {
        return Optional.of("nothing was answered");
      }
      int value =
          isMax()
              ? seen.get().max()
              : PERCENTILES.get(percentile).applyAsInt(seen.get().percentiles());
      return value < ms ? Optional.empty() : Optional.of(percentile + " is " + value + " ms");
    }

    boolean isMax() {
      return percentile.equals("max");
    }

    /** 0.99 for {@code p99}. */
    double share() {
      return Double.parseDouble(percentile.substring(1)) / 100;
    }
  }

  /** A limit in percent of all requests; 0 if none may fail. */
  private record FailuresBelow(double percent) implements Term {
    @Override
    public Optional<String> violated(Load load) {
      long dropped = load.open().map(OpenModel.Outcome::dropped).orElse(0L);
      long failures = load.counts().ko() + dropped;
      double share = 100.0 * failures / Math.max(1, load.counts().requests() + dropped);
      return failures == 0 || share < percent
          ? Optional.empty()
          : Optional.of(
              load.counts().ko() + " requests failed and " + dropped + " could not start");
    }
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if a term is invalid
   */
  public static Slo of(String text) {
    List<Term> terms = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      terms.add(term(part.strip().toLowerCase(Locale.ROOT)));
    }
    return new Slo(text, terms);
  }

  private static Term term(String part) {
    Matcher latency = LATENCY.matcher(part);
    if (latency.matches()) {
      return new LatencyBelow(latency.group(1), Integer.parseInt(latency.group(2)));
    }
    Matcher failures = FAILURES.matcher(part);
    if (failures.matches()) {
      String percent = failures.group(1);
      return new FailuresBelow(percent == null ? 0 : Double.parseDouble(percent));
    }
    throw new IllegalArgumentException("'" + part + "' is no term");
  }

  /** The fewest requests that can show it: ten must lie beyond its highest percentile. */
  public int leastRequests() {
    SortedMap<Double, Integer> limits = percentileLimits();
    return limits.isEmpty() ? 0 : (int) Math.round(10 / (1 - limits.lastKey()));
  }

  /** How a load breaks it, a clause for each term; empty if it does not. */
  public List<String> violated(Load load) {
    return terms.stream().map(term -> term.violated(load)).flatMap(Optional::stream).toList();
  }

  /** The limits of its percentiles in ms, by their shares: 0.99 for {@code p99}. */
  public SortedMap<Double, Integer> percentileLimits() {
    SortedMap<Double, Integer> limits = new TreeMap<>();
    for (Term term : terms) {
      if (term instanceof LatencyBelow limit && !limit.isMax()) {
        limits.merge(limit.share(), limit.ms(), Math::min);
      }
    }
    return limits;
  }
}
