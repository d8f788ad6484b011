package io.github.restcomparison.analysis.model;

import static java.util.stream.Collectors.joining;

import io.github.restcomparison.analysis.runs.PartMetrics;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Behaviour;
import io.github.restcomparison.records.Behaviour.Bodies;
import io.github.restcomparison.records.Behaviour.Reconnects;
import io.github.restcomparison.records.Behaviour.Slowdown;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Think;
import io.github.restcomparison.records.settings.Count;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Notes on the behaviour of services: quick errors besides slow responses, different bodies,
 * connections that they close, and latencies that grow.
 */
final class BehaviourNotes {
  /** A status with a smaller share cannot affect the p99. */
  private static final double MIN_SHARE = 0.01;

  /** The share of the requests from which on new connections matter. */
  private static final double MIN_RECONNECTS = 0.01;

  /**
   * The idle time, as a share of the users' pause, from which on a service may close connections
   * sooner than users send again.
   */
  private static final double SOONER = 0.95;

  private static final int FIRST_ERROR = 400;

  private BehaviourNotes() {}

  /**
   * {@code 70 % of the responses of a are 429, p50 2 ms; 200: p50 201 ms}; without the latencies if
   * it is not ranked.
   */
  static Stream<String> statuses(List<VariantRuns> variants) {
    return variants.stream().flatMap(BehaviourNotes::statuses);
  }

  private static Stream<String> statuses(VariantRuns variant) {
    List<String> statuses =
        variant.statuses().stream().filter(each -> variant.share(each) >= MIN_SHARE).toList();
    boolean hasErrors = statuses.stream().anyMatch(each -> Integer.parseInt(each) >= FIRST_ERROR);
    boolean hasLatencies = behaviours(variant).anyMatch(each -> each.latencyByStatus().isPresent());
    if (statuses.size() < 2 || !hasLatencies || !hasErrors && !isMixed(variant)) {
      return Stream.empty();
    }
    String first = statuses.getFirst();
    return Stream.of(
        "%s %% of the responses of %s are %s%s%s"
            .formatted(
                percent(variant.share(first)),
                variant.name(),
                first,
                p50(variant, first).map(", "::concat).orElse(""),
                statuses.stream()
                    .skip(1)
                    .map(
                        each ->
                            "; %s: %s"
                                .formatted(
                                    each,
                                    p50(variant, each).orElse(percent(variant.share(each)) + " %")))
                    .collect(joining())));
  }

  private static String percent(double share) {
    return Numbers.of(Math.max(1, Math.rint(100 * share)));
  }

  private static Optional<String> p50(VariantRuns variant, String status) {
    double p50 = variant.median(PartMetrics.forStatus(status).get(1));
    return Double.isNaN(p50)
        ? Optional.empty()
        : Optional.of("p50 %s ms".formatted(Numbers.of(p50)));
  }

  /** Returns whether responses to one kind of request have several statuses. */
  private static boolean isMixed(VariantRuns variant) {
    Map<String, List<Bodies>> byRequest =
        bodies(variant).stream().collect(Collectors.groupingBy(Bodies::request));
    return byRequest.values().stream()
        .anyMatch(
            all -> {
              double number = all.stream().mapToLong(Bodies::number).sum();
              return all.stream().filter(each -> each.number() >= MIN_SHARE * number).count() > 1;
            });
  }

  private static List<Bodies> bodies(VariantRuns variant) {
    return Bodies.merged(
        behaviours(variant).flatMap(each -> each.bodies().stream()).flatMap(List::stream));
  }

  private static Stream<Behaviour> behaviours(VariantRuns variant) {
    return variant.runs().stream().map(run -> run.record().figures().behaviour());
  }

  /** The bodies of a variant, with its name. */
  private record VariantBodies(String variant, Bodies bodies) {
    /**
     * Returns whether two bodies differ: both content types must be known, and the sizes must
     * differ by more than they vary.
     */
    boolean differsFrom(VariantBodies other) {
      String kind = kind();
      boolean hasOtherKind =
          !kind.isEmpty() && !other.kind().isEmpty() && !kind.equals(other.kind());
      long apart =
          Math.max(
              other.bodies.minBytes() - bodies.maxBytes(),
              bodies.minBytes() - other.bodies.maxBytes());
      return hasOtherKind || apart > Math.max(varies(), other.varies());
    }

    private long varies() {
      return bodies.maxBytes() - bodies.minBytes();
    }

    String kind() {
      return bodies.types().stream().map(BehaviourNotes::kind).distinct().collect(joining(" and "));
    }

    String size() {
      return bodies.minBytes() == bodies.maxBytes()
          ? Numbers.of(bodies.minBytes())
          : "%s to %s".formatted(Numbers.of(bodies.minBytes()), Numbers.of(bodies.maxBytes()));
    }
  }

  private static String kind(String type) {
    return type.endsWith("json")
        ? "JSON"
        : type.endsWith("xml")
            ? "XML"
            : type.equals("text/html") ? "HTML" : type.equals("text/plain") ? "text" : type;
  }

  /**
   * {@code bodies differ: a 17 bytes of JSON, b 20: --expect checks them}; nothing for bodies with
   * an expectation.
   */
  static Stream<String> bodies(List<VariantRuns> variants) {
    Map<List<String>, List<VariantBodies>> byKind = new LinkedHashMap<>();
    for (VariantRuns variant : variants) {
      for (Bodies each : bodies(variant)) {
        if (isUnchecked(variant, each.request())) {
          byKind
              .computeIfAbsent(List.of(each.request(), each.status()), any -> new ArrayList<>())
              .add(new VariantBodies(variant.name(), each));
        }
      }
    }
    List<List<String>> different =
        byKind.keySet().stream().filter(kind -> areDifferent(byKind.get(kind))).toList();
    if (different.isEmpty()) {
      return Stream.empty();
    }
    List<String> first = different.getFirst();
    boolean isOneRequest =
        byKind.keySet().stream().map(List::getFirst).distinct().limit(2).count() == 1;
    String more =
        different.size() == 1
            ? ""
            : " (and %s)".formatted(Count.of(different.size() - 1, "other response"));
    return Stream.of(
        "bodies%s%s differ: %s%s: --expect checks them"
            .formatted(
                isOneRequest ? "" : " of " + first.getFirst(),
                byKind.size() == 1 ? "" : " with status " + first.getLast(),
                text(byKind.get(first)),
                more));
  }

  private static boolean isUnchecked(VariantRuns variant, String request) {
    return variant.first().record().subject().workload().stream()
        .flatMap(workload -> workload.requests().stream())
        .anyMatch(each -> each.name().equals(request) && !each.expect().body().isChecked());
  }

  private static boolean areDifferent(List<VariantBodies> all) {
    return all.stream().anyMatch(one -> all.stream().anyMatch(one::differsFrom));
  }

  /** Returns all sizes; a unit that equals the one before is omitted. */
  private static String text(List<VariantBodies> all) {
    Map<String, String> names = new LinkedHashMap<>();
    Optional<String> kind = Optional.empty();
    for (VariantBodies each : all) {
      String unit = each.kind().isEmpty() ? " bytes" : " bytes of " + each.kind();
      String text = each.size() + (kind.equals(Optional.of(each.kind())) ? "" : unit);
      names.merge(text, each.variant, (one, other) -> one + ", " + other);
      kind = Optional.of(each.kind());
    }
    return names.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(joining(", "));
  }

  /**
   * {@code a closes idle connections after 1 s, sooner than the pause of 2 s: 30 of 35 requests
   * needed a new connection}.
   */
  static Stream<String> reconnects(List<VariantRuns> variants) {
    return variants.stream().flatMap(BehaviourNotes::reconnects);
  }

  private static Stream<String> reconnects(VariantRuns variant) {
    Optional<Reconnects> all =
        behaviours(variant).flatMap(each -> each.reconnects().stream()).reduce(Reconnects::plus);
    long requests =
        variant.runs().stream()
            .flatMap(run -> run.record().load().stream())
            .mapToLong(load -> load.counts().requests())
            .sum();
    return all
        .filter(each -> each.requests() > 1 && each.requests() >= MIN_RECONNECTS * requests)
        .map(
            each ->
                "%s closes idle connections after %s%s: %,d of %,d requests needed a new connection"
                    .formatted(
                        variant.name(),
                        seconds(each.idleMs()),
                        pause(variant.first().record().settings(), each.idleMs()),
                        each.requests(),
                        requests))
        .stream();
  }

  private static String seconds(double ms) {
    return Numbers.of(Math.rint(ms / 100) / 10) + " s";
  }

  private static String pause(Load load, double idleMs) {
    Optional<Think> think =
        load instanceof ClosedLoad closed ? closed.think() : Optional.<Think>empty();
    double pauseMs = load.limits().think().toMillis();
    return think
        .map(
            each ->
                load.isRandom()
                    ? ", sooner than pauses of %s may be".formatted(each)
                    : (idleMs < SOONER * pauseMs
                            ? ", sooner than the pause of "
                            : ", about as long as the pause of ")
                        + seconds(pauseMs))
        .orElse("");
  }

  /** {@code a slows down: mean latency 21 ms in the first third of the window, 60 in the last}. */
  static Stream<String> slowdowns(List<VariantRuns> variants) {
    return variants.stream().flatMap(BehaviourNotes::slowdown);
  }

  private static Stream<String> slowdown(VariantRuns variant) {
    List<RecordedRun> runs =
        variant.runs().stream().filter(run -> run.record().load().isPresent()).toList();
    List<Slowdown> slow = runs.stream().flatMap(BehaviourNotes::slowdown).toList();
    if (slow.isEmpty() || 2 * slow.size() < runs.size()) {
      return Stream.empty();
    }
    return Stream.of(
        "%s slows down: mean latency %s ms in the first third of the window, %s ms in the last%s; its"
                .formatted(
                    variant.name(),
                    median(slow, Slowdown::firstMs),
                    median(slow, Slowdown::lastMs),
                    runs.size() == 1 ? "" : " (%d of %d runs)".formatted(slow.size(), runs.size()))
            + " figures depend on the duration");
  }

  private static Stream<Slowdown> slowdown(RecordedRun run) {
    return run.record().figures().behaviour().slowdown().stream();
  }

  private static String median(List<Slowdown> all, ToDoubleFunction<Slowdown> ms) {
    return Numbers.of(RunMetric.figure(all.stream().mapToDouble(ms).toArray()).value());
  }
}
