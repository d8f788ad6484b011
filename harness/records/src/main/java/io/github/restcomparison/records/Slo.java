package io.github.restcomparison.records;

import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What callers are promised, such as {@code p99<150ms,failures=0}: limits of latencies, as callers
 * see them, and of the share of requests that fail or cannot start.
 *
 * @param text as it was given
 * @param terms that must all hold
 */
public record Slo(String text, List<Term> terms) {
  /** What a promise may be, for whoever has given something else. */
  public static final String TERMS =
      "terms such as p50<120ms, p99<150ms, p99.9<1000ms, max<2000ms, failures=0 or failures<0.1%,"
          + " separated by commas";

  private static final Pattern LATENCY =
      Pattern.compile("(p50|p75|p90|p95|p99|p99\\.9|max)<(\\d{1,7})ms");
  private static final Pattern FAILURES =
      Pattern.compile("failures(?:=0|<(\\d{1,2}(?:\\.\\d{1,4})?)%)");

  /** One limit. */
  public sealed interface Term {
    /** Why a load does not keep it, a clause; empty where it does. */
    Optional<String> violated(Load load);
  }

  /**
   * A latency below a limit.
   *
   * @param ms that it must stay below
   */
  record LatencyBelow(String percentile, int ms) implements Term {
    @Override
    public Optional<String> violated(Load load) {
      Optional<Latency> seen = load.open().map(OpenModel.Outcome::corrected).orElse(load.latency());
      if (seen.isEmpty()) {
        return Optional.of("nothing was answered");
      }
      int value = value(seen.get());
      return value < ms
          ? Optional.empty()
          : Optional.of("%s is %d ms".formatted(percentile, value));
    }

    private OptionalDouble share() {
      return percentile.equals("max")
          ? OptionalDouble.empty()
          : OptionalDouble.of(Double.parseDouble(percentile.substring(1)) / 100);
    }

    private int leastRequests() {
      return switch (percentile) {
        case "p50" -> 20;
        case "p75" -> 40;
        case "p90" -> 100;
        case "p95" -> 200;
        case "p99" -> 1_000;
        case "p99.9" -> 10_000;
        default -> 0;
      };
    }

    private int value(Latency seen) {
      return switch (percentile) {
        case "p50" -> seen.percentiles().p50();
        case "p75" -> seen.percentiles().p75();
        case "p90" -> seen.percentiles().p90();
        case "p95" -> seen.percentiles().p95();
        case "p99" -> seen.percentiles().p99();
        case "p99.9" -> seen.percentiles().p999();
        default -> seen.max();
      };
    }
  }

  /**
   * A share of failures below a limit, or none at all.
   *
   * @param percent of all requests; 0 where not one may fail
   */
  record FailuresBelow(double percent) implements Term {
    @Override
    public Optional<String> violated(Load load) {
      long dropped = load.open().map(OpenModel.Outcome::dropped).orElse(0L);
      long failures = load.counts().ko() + dropped;
      double share = 100.0 * failures / Math.max(1, load.counts().requests() + dropped);
      return failures == 0 || share < percent
          ? Optional.empty()
          : Optional.of(
              "%d requests failed and %d could not start".formatted(load.counts().ko(), dropped));
    }
  }

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException where it is none
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
      return new FailuresBelow(
          failures.group(1) == null ? 0 : Double.parseDouble(failures.group(1)));
    }
    throw new IllegalArgumentException("'%s' is no term".formatted(part));
  }

  /**
   * The fewest requests that it can be judged by: ten must lie beyond its highest percentile. 0
   * where it has none.
   */
  public int leastRequests() {
    return terms.stream()
        .mapToInt(term -> term instanceof LatencyBelow latency ? latency.leastRequests() : 0)
        .max()
        .orElse(0);
  }

  /** What of it a load breaks, a clause each; none where it keeps all. */
  public List<String> violated(Load load) {
    return terms.stream().map(term -> term.violated(load)).flatMap(Optional::stream).toList();
  }

  /** The limits of its percentiles in ms, by their shares: 0.99 for {@code p99}. */
  public SortedMap<Double, Integer> percentileLimits() {
    SortedMap<Double, Integer> limits = new TreeMap<>();
    for (Term term : terms) {
      if (term instanceof LatencyBelow limit) {
        limit.share().ifPresent(share -> limits.merge(share, limit.ms(), Math::min));
      }
    }
    return limits;
  }
}
