package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.figures.Gate.Severity;
import io.github.restcomparison.runner.log.GatlingLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** All gates of a run, each a method that returns its name, its severity and its objections. */
public final class Gates {
  /** Between an answer and the next request, in a service whose answers may take a few ms. */
  private static final double BETWEEN_MS = 2;

  private static final double MOST_REPEATED = 0.001;

  /** The share of the ceiling from which on the ceiling explains the throughput. */
  private static final double CEILING_SHARE = 0.97;

  /** The share of its CPUs that the generator may use. */
  private static final double GENERATOR_CPU_SHARE = 0.85;

  /** The share of the generator's capacity that the throughput may reach. */
  private static final double CAPACITY_SHARE = 0.7;

  /** How late the 99th percentile may be, in ms: 2 ms of Gatling's clock, and a margin. */
  private static final int LATE_MS = 5;

  /** By how many ms the wall clock may be adjusted between two samples, 1 s apart. */
  private static final long CLOCK_STEP_MS = 50;

  /** Of the time before the run, in which a process may have waited for a CPU. */
  private static final double PRESSURE_BEFORE_PERCENT = 5;

  private Gates() {}

  /**
   * Returns the gates of a measured run, in the order of its record.
   *
   * @param planned how many requests; absent if users send for some time
   * @param isOfUser whether the load was a simulation of the user's own, of unknown users
   * @param exitCode of a service that ended before it was stopped; absent if it did not
   */
  public static List<Gate> of(
      Figures figures, OptionalLong planned, boolean isOfUser, OptionalInt exitCode) {
    LoadSpec settings = figures.settings();
    GatlingLog log = figures.log();
    RunRecord.Figures record = figures.record();
    Load load = figures.load();
    List<Gate> gates = new ArrayList<>();
    gates.add(
        answers(
            isOfUser ? (int) log.usersEnded() : settings.users(),
            planned,
            load.open().map(OpenModel.Outcome::dropped).orElse(0L),
            settings.delay(),
            log,
            figures.requestsSeen(),
            exitCode));
    gates.add(window(load));
    if (settings.open().isPresent()) {
      load.open().map(Gates::punctuality).ifPresent(gates::add);
    } else if (!isOfUser) {
      gates.addAll(ofClosedLoad(settings, load, record.generator()));
    }
    if (log.failed() == 0 && figures.repeated().isPresent()) {
      gates.add(repeated(figures.repeated().getAsLong(), log.ok()));
    }
    record
        .host()
        .flatMap(
            host ->
                host(
                    host,
                    record.generator().map(Generator::longestPauseMs).orElse(OptionalLong.empty()),
                    settings.limits().requestTime(),
                    figures.undisturbed()))
        .ifPresent(gates::add);
    return gates;
  }

  /** Without Little's law and the ceiling in an open model: the schedule alone sets the rate. */
  static List<Gate> ofClosedLoad(LoadSpec settings, Load load, Optional<Generator> generator) {
    List<Gate> gates = new ArrayList<>();
    if (window(load).objections().isEmpty()) {
      ThroughputLimits limits = settings.limits();
      // Stated delay and workers are what the user says of a service.
      boolean isStated = settings.waits().equals(Delay.STATED);
      gates.add(littlesLaw(limits, load, isStated ? BETWEEN_MS : 0));
      gates.add(bound(limits, load, isStated));
      generator
          .map(
              each ->
                  generator(
                      limits, load.throughput().getAsDouble(), each.headroom(), each.capacity()))
          .ifPresent(gates::add);
    }
    return gates;
  }

  /**
   * Whether every planned request was sent, answered correctly and not before the delay, and
   * counted by the service.
   *
   * @param dropped requests that were not sent because all connections were busy
   */
  static Gate answers(
      int users,
      OptionalLong planned,
      long dropped,
      Delay delay,
      GatlingLog load,
      OptionalLong requestsSeen,
      OptionalInt exitCode) {
    List<String> objections = new ArrayList<>();
    exitCode.ifPresent(code -> objections.add("the service died with exit code " + code));
    if (load.failed() > 0) {
      objections.add("%d requests failed: %s".formatted(load.failed(), messages(load)));
    }
    if (dropped > 0) {
      objections.add(
          "%d of %d requests could not start: all %d connections were busy"
              .formatted(dropped, planned.orElse(0), users));
    }
    long sent = load.ok() + load.failed();
    if (planned.orElse(sent + dropped) != sent + dropped || load.usersEnded() != users) {
      String expected = planned.isPresent() ? Long.toString(planned.getAsLong()) : "any number";
      objections.add(
          "%d requests of %d users are in Gatling's log, %s of %d were planned"
              .formatted(sent, load.usersEnded(), expected, users));
    }
    if (requestsSeen.isPresent() && requestsSeen.getAsLong() != sent) {
      objections.add(
          "the service counted %d requests, Gatling %d".formatted(requestsSeen.getAsLong(), sent));
    }
    if (load.shortestMs() < delay.earliestSeen().toMillis()) {
      objections.add(
          "an answer came after %d ms, the delay is %d ms"
              .formatted(load.shortestMs(), delay.shortest().toMillis()));
    }
    return new Gate("answers", Severity.FAILED, objections);
  }

  private static String messages(GatlingLog load) {
    return load.failures().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(3)
        .map(failure -> failure.getValue() + " × " + failure.getKey())
        .collect(Collectors.joining(", "));
  }

  /**
   * Whether the silent load before was answered. Otherwise the service was measured cold, and while
   * it failed.
   *
   * @param mostFailed says how many of its requests failed, if most did
   */
  public static Gate warmUp(Optional<String> mostFailed) {
    return new Gate("warmUp", Severity.FAILED, mostFailed.stream().toList());
  }

  /** Whether there is a window in which all users were active; without one no figures. */
  static Gate window(Load load) {
    return invalidIf(
        load.throughput().isEmpty() || load.window().inFlightInWindow().isEmpty(),
        "window",
        "there was no time in which all users were at work: more requests per user are needed");
  }

  /**
   * Whether, by Little's law, as many requests were in flight as there are users, on average.
   *
   * @param betweenMs what a user may spend between an answer and the next request
   */
  static Gate littlesLaw(ThroughputLimits limits, Load load, double betweenMs) {
    double inFlight = load.window().inFlightInWindow().getAsDouble();
    double gap = limits.littleGap(inFlight);
    double between = betweenMs / Math.max(1, load.window().meanLatencyInWindow().orElse(1));
    return invalidIf(
        gap > ThroughputLimits.LITTLE_TOLERANCE + between,
        "littlesLaw",
        "Little's law is off by %.1f %%: %d users, %.0f requests in flight on average",
        100 * gap,
        limits.users(),
        inFlight);
  }

  /** Whether the throughput does not exceed what users, workers and delay allow. */
  static Gate bound(ThroughputLimits limits, Load load, boolean isStated) {
    double throughput = load.throughput().getAsDouble();
    int parts = 1 + load.window().leftOut().size();
    double kept = load.window().keptSeconds().getAsDouble();
    double edge = parts * limits.delay().toMillis() / 1e3 / kept;
    return gateIf(
        !limits.allows(throughput, edge),
        "bound",
        isStated ? Severity.NOTE : Severity.INVALID,
        "%.0f requests/s are more than the %.0f/s that users, workers and delay allow",
        throughput,
        limits.ceiling().orElse(0));
  }

  /**
   * Whether nearly every request was sent once. If the service closes a kept connection without a
   * response, Gatling's client silently sends the request again, and its log has one request.
   *
   * @param repeated requests that were sent again
   * @param requests in Gatling's log
   */
  static Gate repeated(long repeated, long requests) {
    return invalidIf(
        repeated > MOST_REPEATED * requests,
        "repeated",
        "%d of %d requests were sent again: the service closed kept connections without a response",
        repeated,
        requests);
  }

  /**
   * Whether a throughput below the ceiling was not limited by the load generator. If it was, it is
   * a lower bound of that of the service.
   *
   * @param headroom the share of the generator's CPUs that was idle, 0 to 1
   * @param capacity requests per second of the generator against a service without delay
   */
  static Gate generator(
      ThroughputLimits limits,
      double throughput,
      OptionalDouble headroom,
      OptionalDouble capacity) {
    double used = 1 - headroom.orElse(1);
    boolean atCeiling = throughput >= CEILING_SHARE * limits.ceiling().orElse(Double.MAX_VALUE);
    boolean isBusy = used > GENERATOR_CPU_SHARE;
    boolean isLimited = throughput > CAPACITY_SHARE * capacity.orElse(Double.MAX_VALUE);
    String why =
        isBusy
            ? format("used %.0f %% of its CPUs", 100 * used)
            : format("can do no more than %,.0f requests/s", capacity.orElse(0));
    return gateIf(
        !atCeiling && (isBusy || isLimited),
        GateResult.GENERATOR,
        Severity.NOTE,
        "the load generator %s, so that %,.0f requests/s is a lower bound only",
        why,
        throughput);
  }

  /** Whether the load generator of an open model kept the schedule. */
  static Gate punctuality(OpenModel.Outcome outcome) {
    int late = outcome.sentLateP99Ms().orElse(0);
    return gateIf(
        late > LATE_MS,
        GateResult.GENERATOR,
        Severity.NOTE,
        "the load generator sent 1 %% of requests more than %d ms late, although a connection was"
            + " free: latencies are an upper bound only",
        late);
  }

  /**
   * Whether service and load generator could use their CPUs undisturbed. It judges no figure of the
   * service, so that it cannot favour a result. Absent if nothing of this was measured.
   *
   * @param longestPauseMs of the generator in the window
   * @param requestTime the shortest possible duration of a request under this load
   * @param undisturbed the window without its disturbed seconds
   */
  static Optional<Gate> host(
      HostState host,
      OptionalLong longestPauseMs,
      Duration requestTime,
      Optional<KeptTime> undisturbed) {
    if (longestPauseMs.isEmpty()
        && host.stealShare().isEmpty()
        && host.othersShare().isEmpty()
        && host.clockStepMs().isEmpty()
        && host.pressureBefore().isEmpty()) {
      return Optional.empty();
    }
    List<String> objections = new ArrayList<>();
    double steal = 100 * host.stealShare().orElse(0);
    double others = 100 * host.othersShare().orElse(0);
    double pressure = 100 * host.pressureBefore().orElse(0);
    double limit = 100 * DisturbedSeconds.HOST_SHARE;
    addAbove(
        objections,
        steal,
        limit,
        "the hypervisor gave %.1f %% of the CPU time in the window to others (limit %.0f %%)");
    addAbove(
        objections,
        others,
        limit,
        "other processes used %.1f %% of the CPU time in the window (limit %.0f %%)");
    addAbove(
        objections,
        longestPauseMs.orElse(0),
        DisturbedSeconds.pauseMs(requestTime),
        "the load generator stood still for %.0f ms in the window (limit %.0f ms)");
    if (!objections.isEmpty()) {
      undisturbed
          .filter(each -> !each.isEnough())
          .map(KeptTime::tooLittle)
          .ifPresent(objections::add);
    }
    addAbove(
        objections,
        host.clockStepMs().orElse(0),
        CLOCK_STEP_MS,
        "wall clock jumped %.0f ms (limit %.0f ms)");
    addAbove(
        objections,
        pressure,
        PRESSURE_BEFORE_PERCENT,
        "before the run something waited for a CPU %.1f %% of the time (limit %.0f %%)");
    return Optional.of(new Gate(GateResult.HOST, Severity.INVALID, objections));
  }

  private static void addAbove(
      List<String> objections, double value, double limit, String sentence) {
    if (value > limit) {
      objections.add(format(sentence, value, limit));
    }
  }

  /** The share of one injector in a load that several make together is never ranked. */
  public static Gate share(InjectorShare injector) {
    return invalidIf(
        true,
        "share",
        "the share of injector %d of %d alone: it counts only together with the others",
        injector.injector(),
        injector.of());
  }

  private static Gate invalidIf(boolean objects, String name, String sentence, Object... figures) {
    return gateIf(objects, name, Severity.INVALID, sentence, figures);
  }

  private static Gate gateIf(
      boolean objects, String name, Severity severity, String sentence, Object... figures) {
    return new Gate(name, severity, objects ? List.of(format(sentence, figures)) : List.of());
  }

  private static String format(String sentence, Object... figures) {
    return String.format(Locale.ROOT, sentence, figures);
  }
}
