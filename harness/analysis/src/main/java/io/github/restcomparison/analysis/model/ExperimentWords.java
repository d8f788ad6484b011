package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Comparison.Control;
import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.settings.Delay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Every sentence about an experiment as a whole: its load, its status, its noise and its end. */
public final class ExperimentWords {
  /** A window of less shows a moment: a garbage collection or two, and whatever the host did. */
  private static final double LEAST_SECONDS = 3;

  /** CPUs in use, below which a request was seen to cost twice what it costs a busy service. */
  private static final double FEW_CPUS = 0.25;

  private ExperimentWords() {}

  /** What the A/A control shows. */
  static String noise(Control control) {
    if (Double.isNaN(control.noiseFloor())) {
      return "The A/A control of %s shows no noise floor of %s: too few rounds."
          .formatted(control.original().name(), control.tested().label());
    }
    Interval interval = control.interval();
    return "Noise floor %s %%: %s entered twice has %s %s times its own, 95 %% interval %s to %s, %d rounds; the margin is %s %%."
        .formatted(
            Numbers.decimals(100 * control.floor().bound(), 1),
            control.original().name(),
            control.tested().label(),
            Numbers.decimals(control.ratio().ratio(), 3),
            Numbers.decimals(interval.low(), 3),
            Numbers.decimals(interval.high(), 3),
            control.ratio().rounds(),
            Numbers.decimals(100 * control.floor().margin(), 1));
  }

  /** How many rounds there are, and what is not as it should be: the first line of every page. */
  static String statement(Comparison comparison) {
    RecordedRuns runs = comparison.runs();
    List<Variant> variants = comparison.variants();
    List<RecordedRun> warmed = warmedUp(variants);
    long cold = warmed.stream().filter(run -> !run.record().wasWarm()).count();
    List<String> clauses = new ArrayList<>();
    clauses.add(
        runs.begun() == runs.rounds()
            ? Numbers.count(runs.begun(), "round")
            : (runs.mayEndEarly() ? "%d of at most %d rounds" : "%d of %d rounds so far")
                .formatted(runs.begun(), runs.rounds()));
    if (variants.stream().allMatch(each -> each.ranked().isEmpty())) {
      clauses.add("there is nothing to rank");
    }
    for (Variant each : variants) {
      int lost = runs.due() - each.ranked().size();
      if (each.status() != Status.VALID) {
        clauses.add("%s is %s and not ranked".formatted(each.name(), each.status()));
      } else if (lost > 0) {
        clauses.add("%s lost %d of %d rounds".formatted(each.name(), lost, runs.due()));
      }
    }
    if (runs.repeated() > 0) {
      clauses.add(
          "%s repeated (host disturbed)".formatted(Numbers.count(runs.repeated(), "round")));
    }
    if (cold > 0) {
      clauses.add(
          "the service was not shown to be warm in %d of %s"
              .formatted(cold, Numbers.count(warmed.size(), "run")));
    }
    if (!runs.unreadable().isEmpty()) {
      clauses.add(Numbers.count(runs.unreadable().size(), "record") + " could not be read");
    }
    if (!runs.leftOut().isEmpty()) {
      clauses.add(Numbers.count(runs.leftOut().size(), "run") + " left out");
    }
    return String.join("; ", clauses);
  }

  /** The ranked runs but bursts, which have no warm-up. */
  private static List<RecordedRun> warmedUp(List<Variant> variants) {
    return variants.stream()
        .flatMap(each -> each.ranked().stream())
        .filter(run -> !run.isOfClient())
        .toList();
  }

  /** Why the figures are no more than a preview, a clause each; empty if they are more. */
  static List<String> previews(List<Variant> variants) {
    List<String> clauses = new ArrayList<>();
    if (variants.stream()
        .mapToInt(each -> each.ranked().size())
        .anyMatch(rounds -> rounds > 0 && rounds < PairwiseTests.FIRST_LOOK)) {
      clauses.add("a verdict takes %d rounds".formatted(PairwiseTests.FIRST_LOOK));
    }
    double shortest =
        warmedUp(variants).stream()
            .mapToDouble(run -> RunMetrics.WINDOW.of(run.record()))
            .filter(seconds -> !Double.isNaN(seconds))
            .min()
            .orElse(LEAST_SECONDS);
    if (shortest < LEAST_SECONDS) {
      clauses.add(
          "%s s were measured, and figures take %s"
              .formatted(Numbers.of(shortest), Numbers.of(LEAST_SECONDS)));
    }
    return clauses;
  }

  /**
   * Why an experiment needed no more rounds, or what more would do; empty before the first look.
   */
  static Optional<String> ending(Comparison comparison) {
    List<PairVerdict> judged = comparison.rankedPairs().filter(pair -> !pair.isPreview()).toList();
    List<PairVerdict> open = comparison.undecided().toList();
    int planned = comparison.runs().rounds();
    int done = comparison.runs().begun();
    String rounds =
        "%d of %s%s"
            .formatted(done, done < planned ? "at most " : "", Numbers.count(planned, "round"));
    if (judged.isEmpty()) {
      return Optional.empty();
    }
    if (open.isEmpty()) {
      String which =
          judged.stream().allMatch(PairVerdict::decided) ? "" : " that more rounds can decide";
      return Optional.of("Every pair%s is decided after %s.".formatted(which, rounds));
    }
    // A page that is written between two rounds cannot know whether there will be another one.
    String limit =
        comparison.plan().schedule().timeLimitMs().stream()
            .mapToObj(
                ms ->
                    " within --for "
                        + Duration.ofMillis(ms).toString().substring(2).toLowerCase(Locale.ROOT))
            .collect(Collectors.joining());
    String still =
        open.size() == 1 ? "one pair is still open" : open.size() + " pairs are still open";
    return Optional.of("%s%s: %s%s.".formatted(rounds, limit, still, more(open)));
  }

  private static String more(List<PairVerdict> open) {
    IntSummaryStatistics more =
        open.stream()
            .mapToInt(
                pair ->
                    pair.ruling() instanceof Verdict.NoDifferenceShown shown
                        ? shown.moreRounds()
                        : 0)
            .summaryStatistics();
    if (more.getMin() == 0) {
      return "";
    }
    String from = more.getMin() < more.getMax() ? more.getMin() + " to " : "";
    return ", about %s%s would decide %s"
        .formatted(
            from, Numbers.count(more.getMax(), "more round"), open.size() == 1 ? "it" : "them");
  }

  /** The load in one sentence, and what its latencies are. */
  static String load(Conditions plan) {
    String protocol =
        plan.load()
            .protocol()
            .map(
                each ->
                    switch (each) {
                      case HTTP1_TLS -> " Over TLS.";
                      case HTTP2 -> " Over HTTP/2 with TLS, each with a connection of its own.";
                      case HTTP2_SHARED ->
                          " Over HTTP/2 with TLS, all over one connection for each event loop of the load generator.";
                    })
            .orElse("");
    if (plan.simulation().isPresent()) {
      return "The load is your simulation %s. Throughput and cost are of the time after its warm-up in which all users were active, or until the last one had arrived. Latencies are of all its requests.%s"
          .formatted(plan.simulation().get(), protocol);
    }
    return protocol.isEmpty() ? model(plan) : model(plan) + protocol;
  }

  private static String model(Conditions plan) {
    return switch (plan.model()) {
      case "burst" ->
          "One client sends bursts of %s; the throughput of a run is that of its median burst."
              .formatted(Numbers.count(plan.load().users(), "request"));
      case "open" -> {
        OpenModel open = plan.load().open().orElseThrow();
        yield "Open model: %s for %s over %s%s; latencies count from when a request was due; %s."
            .formatted(
                open.rate(),
                Numbers.count(open.seconds(), "second"),
                Numbers.count(open.connections(), "connection"),
                open.newConnections() ? " at most, a new one for each request" : "",
                wait(plan));
      }
      default ->
          "%s, closed model: latencies are service times. Each user sends %s, one after the other; %s."
              .formatted(
                  Numbers.count(plan.load().users(), "user"),
                  plan.load().seconds().isPresent()
                      ? "requests for " + Numbers.count(plan.load().seconds().getAsInt(), "second")
                      : Numbers.count(plan.load().requestsPerUser(), "request"),
                  wait(plan));
    };
  }

  private static String wait(Conditions plan) {
    String delay = Numbers.of(plan.load().delayMs()) + " ms";
    return switch (plan.load().waits()) {
      case "uniform" -> "a request waits a random time, uniform up to " + delay;
      case "shared-tick" -> "all waiting requests are answered together, every " + delay;
      case "http" -> "a request calls a back end over HTTP, which takes at least " + delay;
      case "sql" -> "a request queries a database, which takes at least " + delay;
      case Delay.STATED ->
          plan.load().delayMs() == 0
              ? "wait unknown (set --delay)"
              : "a request waits %s, as the user states".formatted(delay);
      default -> "a request waits " + delay;
    };
  }

  /** What could not be seen of a service of the user's, a clause each; none of our services. */
  static List<String> unseen(RunRecord record) {
    List<String> unseen = new ArrayList<>();
    if (record.setup().user().isEmpty() || record.load().isEmpty()) {
      return unseen;
    }
    ServiceSpec service = record.setup().user().get().service();
    if (!service.from().isLaunched()) {
      unseen.add("one launch: differences between launches are not in these intervals");
    }
    if (record.server().isEmpty()) {
      String why =
          service.from() instanceof Origin.Address ? "not started here" : "no process of it found";
      unseen.add(why + ": its CPU, memory and threads were not seen");
    } else if (record.server().get().memory().threadsPeak().isEmpty()) {
      unseen.add("not started here: its CPU is what it says itself; its memory was not seen");
    } else if (record.server().get().memory().allocatedPerRequest().isEmpty()) {
      unseen.add("no JVM that lets us look: allocation, collections and compilation were not seen");
    }
    if (service.requestCount().isEmpty()) {
      unseen.add(
          "its own count of requests was not compared with the load's (requestCount in compare.yaml)");
    }
    if (record.settings().isWaitUnknown() && record.settings().open().isEmpty()) {
      unseen.add("no ceiling: wait unknown (set --delay)");
    }
    return unseen;
  }

  /** A footnote on CPU per request at a low rate (decision 3); empty if every service was busy. */
  public static Optional<String> lightLoad(List<Variant> variants) {
    Map<String, Double> cpus = new LinkedHashMap<>();
    variants.forEach(
        each -> cpus.put(each.name(), each.medianThroughput() * each.median(RunMetrics.CPU) / 1e6));
    String few =
        cpus.entrySet().stream()
            .filter(each -> each.getValue() < FEW_CPUS)
            .map(each -> each.getKey() + " " + Numbers.of(each.getValue()))
            .collect(Collectors.joining(", "));
    return few.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "At this rate these services use few CPUs (%s): the fixed costs of the JVM weigh more than at a higher rate."
                .formatted(few));
  }
}
