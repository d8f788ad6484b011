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
 * @param round counted from 1
 * @param position within the round, from 1
 * @param startedAt wall-clock time in ISO 8601, a name rather than a measurement
 * @param reasons why the status is not {@code VALID}, a sentence each
 * @param notes what a reader should know of a valid run, a sentence each
 * @param service the settings that the service says it runs with, by name
 * @param gatlingReport path of Gatling's HTML page, relative to the folder of the comparison
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunRecord(
    int schema,
    String session,
    String variant,
    int round,
    int position,
    String startedAt,
    Status status,
    List<String> reasons,
    List<String> notes,
    LoadSettings settings,
    Map<String, String> service,
    Environment environment,
    Optional<Load> load,
    Optional<Server> server,
    Optional<Generator> generator,
    Optional<String> gatlingReport) {

  /** The version that this code writes. */
  public static final int SCHEMA = 1;

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
   * @param cpus logical processors that the generator may use
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
      OptionalLong requestsSeen) {}

  /**
   * What generating the load cost, in the window.
   *
   * @param cpuCores CPU seconds per second
   * @param headroom the share of its CPUs that it left unused
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Generator(
      OptionalDouble cpuCores, OptionalDouble cpuSeconds, OptionalDouble headroom) {}
}
