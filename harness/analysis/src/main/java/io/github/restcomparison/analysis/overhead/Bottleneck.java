package io.github.restcomparison.analysis.overhead;

import io.github.restcomparison.analysis.overhead.OverheadBudget.Cause;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.ThroughputLimits.CeilingReason;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.settings.Count;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The bottleneck of a variant, by the medians of its own records: the first that applies of users,
 * own limit, service CPU, load generator, host CPU; else the largest piece of its overhead.
 *
 * @param overhead the largest piece of the overhead; empty unless that is the bound
 * @param ms the length of that piece, or of the response if its wait is unknown; NaN if not known
 * @param limit with its number, after "limited by": {@code 200 threads}
 * @param numbers that support it, as a clause
 */
public record Bottleneck(
    Bound bound, Optional<Cause> overhead, double ms, String limit, String numbers) {

  /** A limit of a variant. */
  public enum Bound {
    ARRIVALS("arrivals"),
    /** The user stated an impossible delay, number of workers or pause. */
    MISSTATED("inconsistent settings"),
    USERS("users"),
    THREADS("threads"),
    CONNECTIONS("connections"),
    SERVICE_CPU("service CPU"),
    GENERATOR("generator"),
    HOST_CPU("host CPU"),
    /** The wait of a request is unknown, and with it the overhead. */
    RESPONSE_TIME("response time"),
    OVERHEAD("overhead");

    private final String words;

    Bound(String words) {
      this.words = words;
    }
  }

  private static final double USERS_SHARE = 0.97;
  private static final double THREADS_SHARE = 0.95;

  /** The share of a ceiling beyond any effect of a window's edges. */
  private static final double ABOVE = 1.1;

  private static final double BUSY = 0.90;
  private static final double MIN_HEADROOM = 0.15;

  /**
   * Returns the bottleneck by the valid runs of a variant; empty if they have no throughput, or are
   * bursts of a client, whose CPUs are not sampled.
   *
   * @param runs one or more
   */
  public static Optional<Bottleneck> of(List<RecordedRun> runs) {
    double throughput = RunMetric.THROUGHPUT.median(runs);
    if (runs.getFirst().isClientRun()) {
      return Optional.empty();
    }
    Optional<OpenModel> open = runs.getFirst().open();
    if (open.isPresent()) {
      return Optional.of(arrivals(open.get(), RunMetric.WAITED.median(runs)));
    }
    return Double.isNaN(throughput) ? Optional.empty() : Optional.of(closed(runs, throughput));
  }

  /** Returns the formula of a run's ceiling: {@code 1,000 users / 100 ms}. */
  public static String ceilingReason(RecordedRun run) {
    return run.open().isPresent() ? "the schedule" : reason(run.limits());
  }

  private static String reason(ThroughputLimits limits) {
    String of = pool(limits);
    String delay = Numbers.of(limits.delay().toMillis()) + " ms";
    boolean isOfPause = limits.ceilingReason() == CeilingReason.USERS && !limits.think().isZero();
    String time =
        isOfPause
            ? "(%s + %s ms of think time)".formatted(delay, Numbers.of(limits.think().toMillis()))
            : delay;
    return of.isEmpty() ? "no ceiling: the delay is 0" : of + " / " + time;
  }

  /** Returns the limit that sets the ceiling: {@code 200 threads}; empty without a ceiling. */
  private static String pool(ThroughputLimits limits) {
    return switch (limits.ceilingReason()) {
      case USERS -> Count.of(limits.users(), "user");
      case THREADS -> Count.of(limits.workers().getAsInt(), "thread");
      case CONNECTIONS -> Count.of(limits.connections().getAsInt(), "connection");
      case NONE -> "";
    };
  }

  /** Returns the bound in a word or two. */
  public String boundText() {
    return bound.words + overhead.map(cause -> " (%s)".formatted(cause.label())).orElse("");
  }

  /** Returns the bound with the numbers, without the variant's name. */
  public String sentence() {
    return boundText() + ": " + numbers;
  }

  /** Returns whether a host with more CPUs could increase the throughput of the service. */
  public boolean isHostLimit() {
    return bound == Bound.GENERATOR || bound == Bound.HOST_CPU;
  }

  /** Returns the limit of several variants of one kind of limit: {@code 8 to 11 ms on a CPU}. */
  public static String limit(List<Bottleneck> alike) {
    Bottleneck first = alike.getFirst();
    DoubleSummaryStatistics ms = alike.stream().mapToDouble(Bottleneck::ms).summaryStatistics();
    String min = OverheadBudget.text(ms.getMin());
    String most = OverheadBudget.text(ms.getMax());
    return Double.isNaN(first.ms) || min.equals(most)
        ? first.limit
        : limit(first.overhead, min + " to " + most);
  }

  private static String limit(Optional<Cause> overhead, String ms) {
    return overhead.map(cause -> cause.withMs(ms)).orElse(ms + " ms of response time");
  }

  /** Returns whether it is the same kind of limit as another: only ms may differ. */
  public boolean isSameKind(Bottleneck other) {
    boolean areInMs = !Double.isNaN(ms) && !Double.isNaN(other.ms);
    return bound == other.bound
        && overhead.equals(other.overhead)
        && (areInMs || limit.equals(other.limit));
  }

  private static Bottleneck bottleneck(Bound bound, String limit, String text, Object... numbers) {
    return new Bottleneck(bound, Optional.empty(), Double.NaN, limit, text.formatted(numbers));
  }

  /**
   * Returns the limit of an open model: a variant that is ranked has responded to all requests that
   * arrived.
   */
  private static Bottleneck arrivals(OpenModel open, double waited) {
    return bottleneck(
        Bound.ARRIVALS,
        "the arrival rate of %s/s".formatted(Numbers.of((double) open.requests() / open.seconds())),
        "all requests, %s, succeeded; %s %% of them found all connections busy",
        open.rate(),
        Numbers.of(100 * (waited > 0 ? waited : 0) / Math.max(1, open.requests())));
  }

  private static Bottleneck closed(List<RecordedRun> runs, double throughput) {
    RecordedRun first = runs.getFirst();
    ThroughputLimits limits = first.limits();
    if (first.record().settings().waitKind() == Wait.STATED
        && throughput > ABOVE * limits.ceiling()) {
      return bottleneck(
          Bound.MISSTATED,
          Bound.MISSTATED.words,
          "%s: one of these settings is wrong",
          shareOfCeiling(throughput, limits));
    }
    double users = limits.usersOnly().ceiling();
    if (throughput >= USERS_SHARE * users) {
      return bottleneck(
          Bound.USERS,
          Count.of(limits.users(), "user"),
          "%s",
          shareOfCeiling(throughput, limits.usersOnly()));
    }
    double own = first.ceiling();
    if (throughput >= THREADS_SHARE * own && own < users) {
      return bottleneck(
          limits.ceilingReason() == CeilingReason.CONNECTIONS ? Bound.CONNECTIONS : Bound.THREADS,
          pool(limits),
          "%s",
          shareOfCeiling(throughput, limits));
    }
    String rate = Numbers.of(throughput) + " requests/s";
    int cpus = first.record().subject().environment().host().cpus();
    int ofService = first.record().subject().environment().placement().serviceCpus().orElse(cpus);
    double service = RunMetric.SERVER_CORES.median(runs);
    if (service >= BUSY * ofService) {
      return bottleneck(
          Bound.SERVICE_CPU,
          "its CPU: %s of %s".formatted(Numbers.of(service), Count.of(ofService, "CPU")),
          "the service kept %s of its %s busy at %s",
          Numbers.of(service),
          Count.of(ofService, "CPU"),
          rate);
    }
    double headroom = RunMetric.HEADROOM.median(runs);
    List<String> objections =
        runs.stream()
            .flatMap(run -> run.record().judgement().gates().stream())
            .filter(result -> result.gate() == Gate.GENERATOR)
            .flatMap(result -> result.objections().stream())
            .toList();
    if (2 * objections.size() > runs.size()) {
      return bottleneck(Bound.GENERATOR, generatorLimit(headroom), "%s", objections.getFirst());
    }
    if (headroom < MIN_HEADROOM) {
      return bottleneck(
          Bound.GENERATOR,
          generatorLimit(headroom),
          "the load generator left only %s %% of its CPUs unused, so that %s is a lower bound of"
              + " what the service can do",
          Numbers.of(100 * headroom),
          rate);
    }
    double backEnd = RunMetric.BACK_END_CORES.median(runs);
    double generator = RunMetric.GENERATOR_CORES.median(runs);
    double busy = DoubleStream.of(service, generator, backEnd).filter(each -> each > 0).sum();
    if (!first.isPinned() && busy >= BUSY * cpus) {
      return bottleneck(
          Bound.HOST_CPU,
          "the host's CPU: %s of %s".formatted(Numbers.of(busy), Count.of(cpus, "CPU")),
          "the service (%s) and the load generator (%s)%s together kept %s of %s busy at %s",
          Numbers.of(service),
          Numbers.of(generator),
          Double.isNaN(backEnd) ? "" : " and its back end (%s)".formatted(Numbers.of(backEnd)),
          Numbers.of(busy),
          Count.of(cpus, "CPU"),
          rate);
    }
    if (first.record().settings().delay().isUnknown()) {
      String used =
          Double.isNaN(service)
              ? "the CPU of the service was not measured"
              : "the service used %s of its %s"
                  .formatted(Numbers.of(service), Count.of(ofService, "CPU"));
      double ms = RunMetric.MEAN.median(runs);
      return new Bottleneck(
          Bound.RESPONSE_TIME,
          Optional.empty(),
          ms,
          limit(Optional.empty(), OverheadBudget.text(ms)),
          "%s from %s; %s; wait unknown (set --delay)"
              .formatted(rate, Count.of(limits.users(), "user"), used));
    }
    Optional<OverheadBudget> budget = OverheadBudget.of(runs);
    Cause largest = budget.map(OverheadBudget::largest).orElse(Cause.NOT_MEASURED);
    double ms = budget.map(each -> each.ms(largest)).orElse(Double.NaN);
    return new Bottleneck(
        Bound.OVERHEAD,
        Optional.of(largest),
        ms,
        Double.isNaN(ms)
            ? "unexplained overhead"
            : limit(Optional.of(largest), OverheadBudget.text(ms)),
        shareOfCeiling(throughput, limits));
  }

  private static String generatorLimit(double headroom) {
    return "the load generator"
        + (Double.isNaN(headroom)
            ? ""
            : ": %s %% of its CPUs".formatted(Numbers.of(Math.rint(100 * (1 - headroom)))));
  }

  private static String shareOfCeiling(double throughput, ThroughputLimits limits) {
    String rate = Numbers.of(throughput) + " requests/s";
    return Double.isInfinite(limits.ceiling())
        ? rate
        : "%s is %s %% of the %s that %s allow"
            .formatted(
                rate,
                Numbers.of(100 * throughput / limits.ceiling()),
                Numbers.of(limits.ceiling()),
                reason(limits));
  }
}
