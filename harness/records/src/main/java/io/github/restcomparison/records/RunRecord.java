package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.service.UserService;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * All that is known of one run, as {@code run.json} holds it. What could not be measured is absent,
 * never zero.
 *
 * @param schema the version of this format
 * @param session names the {@code mvn gatling:test} or experiment that the run belongs to
 * @param variant the name of what was measured
 * @param controlOf the name of the variant that this is the A/A control of: the same, measured
 *     twice
 * @param round counted from 1
 * @param position within the round, from 1
 * @param attempt 2 where the round was repeated because the host was disturbed; absent means 1
 * @param startedAt wall-clock time in ISO 8601, a name rather than a measurement
 * @param reasons why the status is not {@code VALID}, a sentence each
 * @param notes what a reader should know of a valid run, a sentence each
 * @param settings the load, with the bounds of the variant: how many threads may block at once in
 *     it and how many connections to its back end there are
 * @param gates all that judged the run, in the order in which they did; none in records of old
 * @param service the settings that the service says it runs with, by name
 * @param host what else went on while it was measured; absent in records of old
 * @param share of a load that several injectors make together; absent where one made all of it
 * @param waiting what the service held while all users waited in it; absent where nobody was to
 *     look
 * @param backEnd what it cost the back end that the service asked; absent where it asked none
 * @param user what was measured, where it is a service of the user's
 * @param latencyByRequest of right answers that met nothing of what was left out, by the name of
 *     the request; empty where all requests are alike
 * @param gatlingReport path of Gatling's HTML page, relative to the folder of the comparison
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunRecord(
    int schema,
    String session,
    String variant,
    Optional<String> controlOf,
    int round,
    int position,
    OptionalInt attempt,
    String startedAt,
    Status status,
    List<String> reasons,
    List<String> notes,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<GateResult> gates,
    LoadSpec settings,
    Map<String, String> service,
    Environment environment,
    Optional<Load> load,
    Optional<Server> server,
    Optional<Generator> generator,
    Optional<HostState> host,
    Optional<InjectorShare> share,
    Optional<WaitingMemory> waiting,
    Optional<Server> backEnd,
    Optional<UserService> user,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Latency> latencyByRequest,
    Optional<String> gatlingReport) {

  /** The version that this code writes; it reads those before it, too. */
  public static final int SCHEMA = 2;

  /** Whether a gate objects to the run; not in old records, which have no gates. */
  public boolean isRefusedBy(String gate) {
    return gates.stream().anyMatch(each -> each.name().equals(gate) && !each.passed());
  }

  /**
   * Whether the service was warm when it was measured: its warm-up ended because it was, and its
   * JIT compilers had little left to do. In records of old, whether it was steady.
   */
  public boolean wasWarm() {
    return load.map(each -> each.warmUp().map(WarmUpOutcome::steady).orElse(each.steady()))
            .orElse(false)
        && server.flatMap(each -> each.compiledTooMuch(load.get().windowSeconds())).isEmpty();
  }

  /** What a run is worth. */
  public enum Status {
    /** Measured, and no gate objects. */
    VALID,
    /** Measured, but a validity gate objects: shown, never ranked. */
    INVALID,
    /** The service did not do what it promises, or not all requests were answered. */
    FAILED,
    /** Ended from outside before it was over. */
    ABORTED
  }

  /**
   * What one gate said of the run.
   *
   * @param name {@code answers}, {@code contract}, {@code littlesLaw}, {@code bound}, {@code
   *     connections}, {@code generator}, {@code host}, {@code share}, {@code injectors} or {@code
   *     window}
   * @param passed whether it has nothing to object to
   * @param objections a sentence each; none where it passed
   */
  public record GateResult(String name, boolean passed, List<String> objections) {
    /** The name of the gate that a disturbed host does not pass: the whole round is repeated. */
    public static final String HOST = "host";

    /**
     * The name of the gate that a load generator at its limit does not pass: a lower bound only.
     */
    public static final String GENERATOR = "generator";

    /** What a note of the generator's gate begins with. */
    public static final String GENERATOR_BOUND = "GENERATOR-BOUND: ";

    /** Records of schema 1, and the first of 2, have objections that begin like the note. */
    public GateResult {
      objections =
          objections.stream()
              .map(
                  each ->
                      each.startsWith(GENERATOR_BOUND)
                          ? each.substring(GENERATOR_BOUND.length())
                          : each)
              .toList();
    }
  }

  /**
   * What the generator saw.
   *
   * @param requests answered or failed, all of them
   * @param koByKind failures by Gatling's message
   * @param bytesPerSecond of the right answers in the kept time, their heads included
   * @param windowSeconds the time in which every user was at work; absent where there was none
   * @param keptSeconds the window less what was left out of it; absent in records of old, which
   *     left nothing out
   * @param leftOut the seconds of the window in which the host disturbed the run
   * @param throughput requests per second in the kept time
   * @param meanLatencyInWindow ms, of those that ended in the kept time
   * @param inFlightInWindow requests in flight, on average over the kept time
   * @param latency of all requests that were answered rightly, and met nothing of what was left
   *     out; absent where there was none
   * @param longestStallMs the longest time in one piece of the kept time in which nothing was
   *     answered
   * @param connectionsOpened from the generator's host in the window, in which every user has one;
   *     absent where the platform does not count, or the window is too short
   * @param open what became of the requests that came by a schedule; absent in a closed model
   * @param warmUpSeconds how long the silent load before took
   * @param steady whether the service was seen to be steady: the warm-up ended because it was, and
   *     the two halves of the window do not show otherwise
   * @param warmUp how the silent load went; absent where there was none, and in records of old
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Load(
      long requests,
      long ok,
      long ko,
      Map<String, Long> koByKind,
      OptionalDouble windowSeconds,
      OptionalDouble keptSeconds,
      @JsonSetter(nulls = Nulls.AS_EMPTY) List<LeftOut> leftOut,
      OptionalDouble throughput,
      OptionalDouble meanLatencyInWindow,
      OptionalDouble inFlightInWindow,
      OptionalDouble bytesPerSecond,
      Optional<Latency> latency,
      @JsonAlias("longestSilenceMs") OptionalLong longestStallMs,
      OptionalLong connectionsOpened,
      Optional<OpenModel.Outcome> open,
      double warmUpSeconds,
      boolean steady,
      Optional<WarmUpOutcome> warmUp) {}

  /**
   * A part of the window that no figure is of, because the host disturbed the run in it.
   *
   * @param fromMs since 1970, on the clock of {@code samples.json}; as {@code toMs}
   * @param reason what the host did, at its worst
   */
  public record LeftOut(long fromMs, long toMs, String reason) {}

  /** Latencies in whole ms, as exact as Gatling's clock; percentiles by nearest rank. */
  public record Latency(
      int min, double mean, int p50, int p75, int p90, int p95, int p99, int p999, int max) {}

  /**
   * What the requests cost the service, in the kept time of the window alone. CPU and memory are
   * those of its process or, where it ran in a container, those that are accounted to the
   * container.
   *
   * @param processCpuMicrosPerRequest of its process, where the other is the container's
   * @param runQueueMicrosPerRequest how long its threads, together, had work and no CPU
   * @param rssPeak bytes
   * @param heapAfterGc bytes in use right after the last collection; absent if there was none
   * @param allocatedPerRequest bytes
   * @param gcPause ms in all
   * @param requestsSeen how many of the measured requests the service itself counted
   * @param mostInFlight the most requests that waited in it at once, as seen once a second
   * @param waitMicrosPerRequest from a request's arrival at the resource to the end of its wait, on
   *     average; absent where the service does not time it, and in records of old
   * @param gcDelayMicrosPerRequest what its collections delay a request by, in expectation: the sum
   *     of the squares of the pauses / the window
   * @param compiling ms in which its JIT compilers were active; absent in records of old
   * @param jitAndSamplingMicrosPerRequest what of its process's CPU no request causes: that of its
   *     JIT compilers, and of our own sampling over JMX; absent where it is not known, and in
   *     records of old
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Server(
      OptionalDouble cpuMicrosPerRequest,
      OptionalDouble processCpuMicrosPerRequest,
      OptionalDouble cpuCores,
      OptionalDouble runQueueMicrosPerRequest,
      OptionalLong rssPeak,
      OptionalLong heapAfterGc,
      OptionalInt threadsPeak,
      OptionalLong allocatedPerRequest,
      OptionalLong gcPause,
      OptionalLong requestsSeen,
      OptionalLong mostInFlight,
      OptionalDouble waitMicrosPerRequest,
      OptionalDouble gcDelayMicrosPerRequest,
      OptionalLong compiling,
      OptionalDouble jitAndSamplingMicrosPerRequest) {

    /** The share of the window in which its JIT compilers may be active. */
    private static final double MOST_COMPILING = 0.05;

    /** Says so where its JIT compilers were active for more than 5 % of the window. */
    public Optional<String> compiledTooMuch(OptionalDouble windowSeconds) {
      double window = windowSeconds.orElse(0);
      double active = compiling.orElse(0) / 1e3;
      return active > MOST_COMPILING * window
          ? Optional.of(
              String.format(
                  Locale.ROOT,
                  "the service's JIT compilers were active for %.1f s of the %.1f s measured",
                  active,
                  window))
          : Optional.empty();
    }
  }

  /**
   * What generating the load cost, in the kept time of the window.
   *
   * @param cpuCores CPU seconds per second
   * @param headroom the share of its CPUs that it left unused
   * @param longestPauseMs by which a thread of its JVM woke late: a collection, or no CPU for it
   * @param capacity requests per second of the same load against a service that answers at once;
   *     absent where that was not measured
   * @param runQueueMicrosPerRequest how long its threads, together, had work and no CPU
   * @param meanLatenessMicros by how much a thread of its JVM that sleeps for 5 ms woke late, on
   *     average
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Generator(
      OptionalDouble cpuCores,
      OptionalDouble cpuSeconds,
      OptionalDouble headroom,
      OptionalLong longestPauseMs,
      OptionalDouble capacity,
      OptionalDouble runQueueMicrosPerRequest,
      OptionalDouble meanLatenessMicros) {}

  /**
   * What else went on, on the host of the generator.
   *
   * @param stealShare of all CPU time in the kept time of the window, what the hypervisor gave to
   *     others, 0 to 1
   * @param othersShare of all CPU time in the kept time, what processes other than the service and
   *     the generator used, 0 to 1
   * @param clockStepMs the most by which the wall clock was set between two samples, a second apart
   * @param pressureBefore the share of the seconds before the run in which something waited for a
   *     CPU, 0 to 1
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record HostState(
      OptionalDouble stealShare,
      OptionalDouble othersShare,
      OptionalLong clockStepMs,
      OptionalDouble pressureBefore) {}
}
