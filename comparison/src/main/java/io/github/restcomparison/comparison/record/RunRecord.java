package io.github.restcomparison.comparison.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
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
 * @param controlOf the variant that this is the A/A control of: the same, measured under another
 *     name
 * @param round counted from 1
 * @param position within the round, from 1
 * @param attempt 2 where the round was repeated because the host was disturbed; else 1, or absent
 * @param startedAt wall-clock time in ISO 8601, a name rather than a measurement
 * @param reasons why the status is not {@code VALID}, a sentence each
 * @param notes what a reader should know of a valid run, a sentence each
 * @param gates what was checked before the run was believed
 * @param service the settings that the service says it runs with, by name
 * @param host what else went on on the machine
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
    List<Gate> gates,
    LoadSettings settings,
    Map<String, String> service,
    Environment environment,
    Optional<Load> load,
    Optional<Server> server,
    Optional<Generator> generator,
    Optional<HostState> host,
    Optional<String> gatlingReport) {

  /** The version that this code writes. */
  public static final int SCHEMA = 1;

  /** Records of before there were gates have none. */
  public RunRecord {
    gates = gates == null ? List.of() : List.copyOf(gates);
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
   * One of the checks that a run must pass to be believed.
   *
   * @param name such as {@link #HOST}
   * @param objections why it was not passed, a sentence each
   */
  public record Gate(String name, boolean passed, List<String> objections) {
    /** Requests sent, answered and counted are the same. */
    public static final String ANSWERS = "answers";

    /** The service keeps its contract. */
    public static final String CONTRACT = "contract";

    /** The figures of the window can be true. */
    public static final String WINDOW = "window";

    /** The load generator had more to give. */
    public static final String GENERATOR = "generator";

    /** Nothing else had to do with the machine. */
    public static final String HOST = "host";
  }

  /**
   * What was asked for.
   *
   * @param delayMs the wait of one request
   * @param workers threads that may block at once; absent for models whose waiting blocks none
   * @param warmUpLimitMs what the warm-up may take at most
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record LoadSettings(
      int users, int requestsPerUser, int delayMs, OptionalInt workers, int warmUpLimitMs) {}

  /**
   * Where it ran.
   *
   * @param cpus logical processors of the host
   * @param serviceCpus how many of them the service was held to; absent where it could use all
   * @param generatorCpus the same of the load generator
   * @param memory of the host in bytes
   * @param pinning which CPUs each process was held to, or {@code none}
   * @param serviceJvm the flags of the service's JVM; absent where it was not started here
   * @param generatorJvm the flags of Gatling's JVM
   * @param versions file names of the libraries on the service's class path
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Environment(
      String os,
      String cpu,
      int cpus,
      OptionalInt serviceCpus,
      OptionalInt generatorCpus,
      long memory,
      String pinning,
      String jdk,
      String gatling,
      Optional<List<String>> serviceJvm,
      List<String> generatorJvm,
      List<String> versions) {}

  /**
   * What the generator saw.
   *
   * @param requests answered or failed, all of them
   * @param koByKind failures by Gatling's message
   * @param windowSeconds the time in which every user was at work; absent where there was none
   * @param throughput requests per second in that window
   * @param meanLatencyInWindow ms
   * @param latency of all requests that were answered rightly; absent where none was
   * @param longestSilenceMs the longest time in the window without any answer
   * @param warmUpSeconds how long the silent load before took
   * @param steady whether the warm-up ended because the service was seen to be steady
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Load(
      long requests,
      long ok,
      long ko,
      Map<String, Long> koByKind,
      OptionalDouble windowSeconds,
      OptionalDouble throughput,
      OptionalDouble meanLatencyInWindow,
      Optional<Latency> latency,
      OptionalLong longestSilenceMs,
      double warmUpSeconds,
      boolean steady) {}

  /** Latencies in whole ms, as exact as Gatling's clock; percentiles by nearest rank. */
  public record Latency(
      int min, double mean, int p50, int p75, int p90, int p95, int p99, int p999, int max) {}

  /**
   * What the requests cost the service, in the window alone.
   *
   * @param rssPeak bytes
   * @param heapAfterGc bytes in use right after the last collection; absent if there was none
   * @param allocatedPerRequest bytes
   * @param gcPause ms in all
   * @param runQueueMicrosPerRequest time that its threads waited for a CPU
   * @param requestsSeen how many of the measured requests the service itself counted
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Server(
      OptionalDouble cpuMicrosPerRequest,
      OptionalDouble cpuCores,
      OptionalLong rssPeak,
      OptionalLong heapAfterGc,
      OptionalInt threadsPeak,
      OptionalLong allocatedPerRequest,
      OptionalLong gcPause,
      OptionalDouble runQueueMicrosPerRequest,
      OptionalLong requestsSeen) {}

  /**
   * What generating the load cost, in the window.
   *
   * @param cpuCores CPU seconds per second
   * @param headroom the share of its CPUs that it left unused
   * @param longestPauseMs how long its own watchdog was kept from waking, at most
   * @param capacity requests per second that it reached against a service that answers at once
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Generator(
      OptionalDouble cpuCores,
      OptionalDouble cpuSeconds,
      OptionalDouble headroom,
      OptionalLong longestPauseMs,
      OptionalDouble capacity) {}

  /**
   * What else went on on the machine; all shares are of the time of all its CPUs.
   *
   * @param stealShare taken by the hypervisor in the window
   * @param othersShare used by other processes in the window
   * @param clockStepMs the largest step of the wall clock against monotonic time
   * @param pressureBefore the share of time before the round in which some task waited for a CPU
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record HostState(
      OptionalDouble stealShare,
      OptionalDouble othersShare,
      OptionalLong clockStepMs,
      OptionalDouble pressureBefore) {}
}
