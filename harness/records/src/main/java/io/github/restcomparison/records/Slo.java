package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.settings.Count;
import io.github.restcomparison.records.settings.SettingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service level objective, such as {@code p99<150ms,failures=0}: limits of latencies as callers
 * see them, and of the share of requests that fail or cannot start.
 *
 * @param text as the user typed it
 * @param latencies limits in ms, by {@code p50} to {@code p99.9} and {@code max}; latencies must be
 *     below them
 * @param failures the limit in percent of all requests, 0 if none may fail; empty if it follows
 *     from the latencies
 */
public record Slo(String text, Map<String, Integer> latencies, OptionalDouble failures) {
  private static final String TERMS =
      "terms such as p50<120ms, p99<150ms, p99.9<1000ms, max<2000ms, failures=0 or failures<0.1%,"
          + " separated by commas";

  private static final Pattern LATENCY =
      Pattern.compile("(p50|p75|p90|p95|p99|p99\\.9|max)<([0-9]{1,7})ms");
  private static final Pattern FAILURES =
      Pattern.compile("failures(?:=0|<([0-9]{1,2}(?:\\.[0-9]{1,4})?)%)");

  /**
   * Returns the objective in a text; of two limits of the same figure, the lower one holds.
   *
   * @throws SettingException if a term is invalid
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Slo of(String text) {
    Map<String, Integer> latencies = new LinkedHashMap<>();
    OptionalDouble failures = OptionalDouble.empty();
    for (String part : text.split(",", -1)) {
      String term = part.strip().toLowerCase(Locale.ROOT);
      Matcher latency = LATENCY.matcher(term);
      Matcher share = FAILURES.matcher(term);
      if (latency.matches()) {
        latencies.merge(latency.group(1), Integer.parseInt(latency.group(2)), Math::min);
      } else if (share.matches()) {
        double percent = share.group(1) == null ? 0 : Double.parseDouble(share.group(1));
        failures = OptionalDouble.of(Math.min(percent, failures.orElse(percent)));
      } else {
        throw SettingException.mustBe("slo", text, TERMS);
      }
    }
    return new Slo(text, latencies, failures);
  }

  /** Returns the violations of a load, a clause for each limit; empty if there are none. */
  public List<String> violated(LoadResult load) {
    List<String> violated = new ArrayList<>();
    Optional<Latency> seen = load.open().map(OpenModel.Outcome::corrected).orElse(load.latency());
    if (!latencies.isEmpty() && seen.isEmpty()) {
      return List.of("no request got a response");
    }
    latencies.forEach(
        (name, limit) -> {
          int ms = figure(name, seen.get());
          if (ms >= limit) {
            violated.add(name + " is " + ms + " ms");
          }
        });
    long dropped = load.open().map(OpenModel.Outcome::dropped).orElse(0L);
    long failed = load.counts().ko() + dropped;
    double share = 100.0 * failed / Math.max(1, load.counts().requests() + dropped);
    if (failed > 0 && share >= maxFailed()) {
      String ko = Count.of(load.counts().ko(), "request");
      violated.add("%s failed and %,d could not start".formatted(ko, dropped));
    }
    return violated;
  }

  /**
   * Latencies are of the requests that succeeded. Without a separate limit, a failed request counts
   * as one that took too long: for p99, one in a hundred may.
   */
  private double maxFailed() {
    SortedMap<Double, Integer> limits = percentileLimits();
    double beyond = limits.isEmpty() || latencies.containsKey("max") ? 0 : 1 - limits.lastKey();
    return failures.orElse(Math.rint(1e6 * beyond) / 1e4);
  }

  private static int figure(String name, Latency latency) {
    Latency.Percentiles percentiles = latency.percentiles();
    return switch (name) {
      case "p50" -> percentiles.p50();
      case "p75" -> percentiles.p75();
      case "p90" -> percentiles.p90();
      case "p95" -> percentiles.p95();
      case "p99" -> percentiles.p99();
      case "p99.9" -> percentiles.p999();
      default -> latency.max();
    };
  }

  /**
   * Returns the minimum of requests that can show a violation: ten must lie beyond its highest
   * percentile.
   */
  public int minRequests() {
    SortedMap<Double, Integer> limits = percentileLimits();
    return limits.isEmpty() ? 0 : (int) Math.round(10 / (1 - limits.lastKey()));
  }

  /** Returns the limits of its percentiles in ms, by share: 0.99 for {@code p99}. */
  private SortedMap<Double, Integer> percentileLimits() {
    SortedMap<Double, Integer> limits = new TreeMap<>();
    latencies.forEach(
        (name, ms) -> {
          if (!name.equals("max")) {
            limits.put(Double.parseDouble(name.substring(1)) / 100, ms);
          }
        });
    return limits;
  }
}
