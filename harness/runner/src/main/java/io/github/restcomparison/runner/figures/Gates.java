package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Delay;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures.Counts;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.settings.Count;
import io.github.restcomparison.runner.figures.Injectors.Throttling;
import io.github.restcomparison.runner.host.UnopenedConnections;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The gates of a run: each is one criterion with a name, and has objections if the run does not
 * pass. A gate that lacks the data to judge is excluded, so that the record does not list it as
 * passed.
 *
 * <p>A run that does not pass is FAILED if the service broke its contract or did not respond to all
 * requests, INVALID if its figures are not reliable, and VALID if the objection is only a note.
 */
public final class Gates {
  /** The maximum difference of requests in flight and users, as a share of the users. */
  private static final double LITTLE_TOLERANCE = 0.05;

  /**
   * The maximum time in ms from a response to the user's next request, without the pause, according
   * to Gatling's log: 1 ms of the client, whose timers are late, and 1 ms of its clock.
   */
  private static final double BETWEEN_MS = 2;

  private static final double MAX_REPEATED = 0.001;

  /** The maximum delay of the 99th percentile in ms: 2 ms of Gatling's clock, and a margin. */
  private static final int LATE_MS = 5;

  /** The maximum share of its periods in which the kernel stops a service for its CPU limit. */
  private static final double THROTTLED_SHARE = 0.05;

  private final Evaluation evaluation;
  private final LoadResult load;
  private final Counts counts;
  private final double throughput;
  private final ThroughputLimits limits;
  private final double ceiling;
  private final List<GateResult> results = new ArrayList<>();
  private final NavigableMap<Status, List<String>> objections = new TreeMap<>();

  private Gates(Evaluation evaluation, boolean isUserSimulation) {
    this.evaluation = evaluation;
    load = evaluation.loadResult();
    counts = evaluation.log().counts();
    throughput = load.throughput();
    limits = evaluation.load().limits();
    ceiling = isUserSimulation ? Double.POSITIVE_INFINITY : limits.ceiling();
  }

  /**
   * Judges a measured run.
   *
   * @param isUserSimulation whether the load was a user's simulation, of unknown users
   * @param exitCode of a service that ended before it was stopped; empty if it did not
   */
  public static Gates of(Evaluation evaluation, boolean isUserSimulation, OptionalInt exitCode) {
    Gates gates = new Gates(evaluation, isUserSimulation);
    gates.responses(isUserSimulation, exitCode);
    gates.window();
    if (evaluation.load() instanceof OpenLoad) {
      gates.load.open().ifPresent(gates::punctuality);
    } else if (gates.hasWindow()) {
      if (!isUserSimulation) {
        gates.littlesLaw();
        gates.ceiling();
      }
      evaluation.figures().generator().ifPresent(gates::generator);
    }
    gates.host(evaluation.figures().host());
    return gates;
  }

  /**
   * Returns the verdict: the worst status of the gates that object.
   *
   * @param notes of the figures, before the notes of the gates
   */
  @SafeVarargs
  public final Judgement verdict(List<String>... notes) {
    Status worst = objections.isEmpty() ? Status.VALID : objections.lastKey();
    List<String> all = new ArrayList<>();
    for (List<String> each : notes) {
      all.addAll(each);
    }
    all.addAll(objections.getOrDefault(Status.VALID, List.of()));
    // If the service failed, only the failure is a reason, not its consequences; likewise if this
    // host had no port left.
    List<String> reasons = worst == Status.VALID ? List.of() : objections.get(worst);
    reasons = UnopenedConnections.reason(reasons).map(List::of).orElse(reasons);
    return new Judgement(worst, reasons, all, results);
  }

  /**
   * Adds a gate.
   *
   * @param otherwise the status of a run that does not pass
   * @param why one sentence each; empty if the run passes
   */
  void add(Gate gate, Status otherwise, List<String> why) {
    results.add(new GateResult(gate, why.isEmpty(), why));
    // A reader of the notes alone must see that a figure is a bound.
    String label = gate == Gate.GENERATOR ? GateResult.GENERATOR_BOUND : "";
    for (String each : why) {
      objections.computeIfAbsent(otherwise, key -> new ArrayList<>()).add(label + each);
    }
  }

  /** Adds a gate with one sentence, which is the objection if it objects. */
  private void add(Gate gate, Status otherwise, boolean objects, String why, Object... values) {
    List<String> all = new ArrayList<>();
    addIf(objects, all, why, values);
    add(gate, otherwise, all);
  }

  private static void addIf(boolean objects, List<String> all, String why, Object... values) {
    if (objects) {
      all.add(why.formatted(values));
    }
  }

  /**
   * Adds whether every planned request was sent, got a correct response not before the delay, and
   * was counted by the service.
   */
  private void responses(boolean isUserSimulation, OptionalInt exitCode) {
    GatlingLog log = evaluation.log();
    Delay delay = evaluation.load().delay();
    long users = isUserSimulation ? log.usersEnded() : evaluation.load().concurrency();
    long dropped = load.open().map(OpenModel.Outcome::dropped).orElse(0L);
    long sent = counts.requests();
    // Injectors round their parts of a rate to whole requests.
    OptionalLong planned =
        load.open()
            .map(open -> OptionalLong.of(open.intended()))
            .orElse(evaluation.load().totalRequests());
    long expected = planned.orElse(sent + dropped);
    double seen = evaluation.requestsSeen();
    long unsent = sum(unsentRequests());
    Map<String, Long> failures = new TreeMap<>(counts.failures());
    failures.keySet().removeAll(unsentRequests().keySet());
    List<String> all = new ArrayList<>();
    exitCode.ifPresent(code -> all.add("the service ended with exit code " + code));
    String failed = Count.of(sum(failures), "request");
    addIf(!failures.isEmpty(), all, "%s failed: %s", failed, messages(failures));
    String busy = "%d of %d requests could not start: all %d connections were busy";
    addIf(dropped > 0, all, busy, dropped, expected, users);
    String inLog = "%s of %s are in Gatling's log, %s of %d were planned";
    boolean isComplete = expected == sent + dropped && log.usersEnded() == users;
    Object number = planned.isPresent() ? expected : "any number";
    String ended = Count.of(log.usersEnded(), "user");
    addIf(!isComplete, all, inLog, Count.of(sent, "request"), ended, number, users);
    String counted = "the service counted %s, Gatling %,d";
    String own = Count.of(Math.round(seen), "request");
    addIf(Math.abs(seen - (sent - unsent)) > 0, all, counted, own, sent - unsent);
    boolean isEarly = log.shortestMs() < delay.earliestSeen().toMillis();
    String early = "a response arrived after %d ms, before the delay of %d ms";
    addIf(isEarly, all, early, log.shortestMs(), delay.shortest().toMillis());
    add(Gate.ANSWERS, Status.FAILED, all);
  }

  /** Returns the failures of the load generator: it could not open a connection. */
  private Map<String, Long> unsentRequests() {
    return UnopenedConnections.select(counts.failures());
  }

  private static long sum(Map<String, Long> failures) {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  private static String messages(Map<String, Long> failures) {
    return failures.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(3)
        .map(failure -> failure.getValue() + " × " + failure.getKey())
        .collect(Collectors.joining(", "));
  }

  private boolean hasWindow() {
    return throughput >= 0 && load.window().inFlightInWindow() >= 0;
  }

  /**
   * Adds whether there is a window in which all users were active; without one there are no
   * figures.
   */
  private void window() {
    String why =
        "the users were never all active at the same time: more requests per user are needed";
    add(Gate.WINDOW, Status.INVALID, !hasWindow(), why);
  }

  /**
   * Adds whether, by Little's law, as many requests were in flight as there are users who do not
   * think, on average: |N - XZ - L| / N is at most the tolerance. N users are active all the time,
   * so the rest after L, the requests in flight, is N times the share of their time between a
   * response and the next request. That is X (Z + b), if a response arrives X times per second and
   * the next request Z + b later (Little, <i>Oper. Res.</i> 9:383, 1961). So the tolerance is the
   * sum of
   *
   * <ul>
   *   <li>5 %;
   *   <li>X b / N, with b = 2 ms: whole ms of the log, and the client's own time. With a mean cycle
   *       N / X of 100 ms it is 2 %, of 10 ms 20 %. Below 2.1 ms nothing can be judged;
   *   <li>k Z / T, in k parts of the kept time T: XZ counts a pause whole that the end of a part
   *       cuts, and not the rest of one that its start cuts. Users may all pause at the same time;
   *   <li>three standard errors of random pauses.
   * </ul>
   */
  private void littlesLaw() {
    int users = limits.users();
    double inFlight = load.window().inFlightInWindow();
    double thinkMs = limits.think().toMillis();
    double thinking = throughput * thinkMs / 1e3;
    double gap = Math.abs(users - thinking - inFlight) / users;
    double between = throughput * BETWEEN_MS / 1e3 / users;
    double tolerance = LITTLE_TOLERANCE + between + cutShare(thinkMs) + pauseError();
    String why =
        "Little's law is off by %.1f %% (limit %.1f %%): %s, %.1f requests in flight on average"
            + (thinkMs > 0 ? ", %.1f users thinking" : "");
    if (tolerance < 1) {
      boolean isOff = gap > tolerance;
      String all = Count.of(users, "user");
      Object[] values = {100 * gap, 100 * tolerance, all, inFlight, thinking};
      add(Gate.LITTLES_LAW, Status.INVALID, isOff, why, values);
    }
  }

  /** Returns the share of the kept time that some ms in each of its parts take. */
  private double cutShare(double ms) {
    int parts = 1 + load.window().leftOut().size();
    return parts * ms / 1e3 / load.window().keptSeconds();
  }

  /** Returns three standard errors of the mean of random pauses, as a share of it; else 0. */
  private double pauseError() {
    double pauses = throughput * load.window().keptSeconds();
    return evaluation.load().isRandom() ? 3 / Math.sqrt(pauses) : 0;
  }

  /** Returns whether delay and workers were stated by the user, with a precision of a few ms. */
  private boolean isStated() {
    return evaluation.load().waitKind() == Wait.STATED;
  }

  /**
   * Adds whether the throughput does not exceed the limit by users, workers and delay. Requests
   * that began before a part of the kept time end in it, and users who thought then send in it.
   * Excluded if there is no limit.
   */
  private void ceiling() {
    if (Double.isInfinite(ceiling)) {
      return;
    }
    double edges = cutShare(limits.delay().plus(limits.think()).toMillis());
    boolean isAbove = throughput > ceiling * (1 + edges + pauseError());
    String why = "%.0f requests/s are more than the %.0f/s that users, workers and delay allow";
    Status otherwise = isStated() ? Status.VALID : Status.INVALID;
    add(Gate.BOUND, otherwise, isAbove, why, throughput, ceiling);
  }

  /** Judges the load generator. Excluded if neither its CPU time nor its capacity is known. */
  private void generator(Generator generator) {
    if (Double.isNaN(generator.headroom()) && Double.isNaN(generator.capacity())) {
      return;
    }
    GeneratorGate gate = new GeneratorGate(generator, throughput, ceiling);
    add(Gate.GENERATOR, Status.VALID, gate.objections());
  }

  /**
   * Adds whether the load generator of an open model kept the schedule. Excluded if it sent
   * nothing.
   */
  private void punctuality(OpenModel.Outcome outcome) {
    double late = outcome.sentLateP99Ms();
    if (Double.isNaN(late)) {
      return;
    }
    String why =
        "the load generator sent 1 %% of requests more than %.0f ms late, although a connection was"
            + " free: latencies are an upper bound only";
    add(Gate.GENERATOR, Status.VALID, late > LATE_MS, why, late);
  }

  /** Judges the host. Excluded if nothing of it was measured, and each request was sent. */
  private void host(Optional<HostState> known) {
    // Of several generators, each has judged its own host.
    Optional<Generator> here = known.flatMap(_ -> evaluation.figures().generator());
    HostGate gate =
        new HostGate(
            known.orElse(HostState.UNKNOWN),
            here.map(Generator::longestPauseMs).orElse(Double.NaN),
            limits.maxPauseMs(),
            evaluation.undisturbed());
    Map<String, Long> unsent = unsentRequests();
    if (unsent.isEmpty() && !gate.isMeasured()) {
      return;
    }
    List<String> all = new ArrayList<>(gate.objections());
    String without = UnopenedConnections.WHY;
    addIf(!unsent.isEmpty(), all, without, Count.of(sum(unsent), "request"), messages(unsent));
    add(Gate.HOST, Status.INVALID, all);
  }

  /**
   * Adds whether nearly every request was sent once. If the service closes a kept connection
   * without a response, Gatling's client silently sends the request again, and its log has one
   * request. Excluded if requests failed, because the number of repeated ones is then unknown, and
   * for a user's simulation, whose requests are not counted. Also adds an objection if the records
   * of a feeder were used up.
   */
  public void exchanges(Exchanges exchanges) {
    exchanges.usedUpReason().ifPresent(why -> add(Gate.FEEDERS, Status.INVALID, List.of(why)));
    long times = exchanges.repeated(counts.requests());
    if (counts.ko() == 0 && exchanges.responses() > 0) {
      String why =
          "%d of %d requests were sent again: the service closed kept connections without a"
              + " response; one of HTTP/1.0 closes each: -H 'Connection: close'";
      // One can occur by chance with keep-alive, also of few requests.
      boolean objects = times > Math.max(1, MAX_REPEATED * counts.ok());
      add(Gate.REPEATED, Status.INVALID, objects, why, times, counts.ok());
    }
  }

  /**
   * Adds whether the requests of the warm-up succeeded. Otherwise the service was measured cold,
   * and while it failed. Excluded if it had no requests.
   */
  public void warmUp(WarmUp warmUp) {
    if (warmUp.endedRequests() > 0) {
      Status otherwise = unsentRequests().isEmpty() ? Status.FAILED : Status.INVALID;
      add(Gate.WARM_UP, otherwise, warmUp.mostFailed().stream().toList());
    }
  }

  /** Adds that the share of one injector in a load that several make together is never ranked. */
  public void injectorShare(InjectorShare injector) {
    String why = "the share of injector %d of %d alone: it counts only together with the others";
    add(Gate.SHARE, Status.INVALID, true, why, injector.injector(), injector.of());
  }

  /**
   * Adds whether the kernel seldom stopped the service for its CPU limit. A stop lasts for up to
   * 100 ms: latencies then depend on the limit.
   */
  void throttling(Throttling seen) {
    String why =
        "the CPU limit stopped the service in %,d of %,d periods of 100 ms (%.1f s): it needs more"
            + " CPUs or less load";
    boolean objects = seen.throttled() > THROTTLED_SHARE * seen.periods();
    double seconds = seen.micros() / 1e6;
    add(Gate.THROTTLING, Status.INVALID, objects, why, seen.throttled(), seen.periods(), seconds);
  }
}
