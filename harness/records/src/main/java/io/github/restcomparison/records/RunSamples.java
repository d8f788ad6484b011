package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run's figures are computed from, as {@code samples.json} contains it: enough to draw every
 * page again without Gatling's log. All times are ms since 1970 on one monotonic clock.
 */
public record RunSamples(@JsonUnwrapped OfLoad load, @JsonUnwrapped OfHost host) {

  /**
   * The load.
   *
   * @param loadStartMs when the first request was sent
   * @param loadEndMs when the last measured user ended
   * @param window the time in which every user was active; absent if there is none
   * @param latencies how many successful requests took how many ms
   * @param corrected the same from when they were due; empty in a closed model
   * @param seconds the measured load second by second
   * @param warmUp the silent load second by second
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record OfLoad(
      long loadStartMs,
      long loadEndMs,
      Optional<Window> window,
      Map<Integer, Long> latencies,
      Map<Integer, Long> corrected,
      List<Second> seconds,
      List<WarmUpSecond> warmUp) {}

  /**
   * The processes and the host, sampled once a second.
   *
   * @param service the service's process
   * @param serviceJvm the service's JVM
   * @param generator Gatling's process
   * @param host all processes together
   * @param serviceCgroup the service's container; empty without one
   */
  public record OfHost(
      List<ProcessSample> service,
      List<JvmSample> serviceJvm,
      List<ProcessSample> generator,
      List<HostSample> host,
      List<CgroupSample> serviceCgroup) {

    /** If nothing was sampled but a container. */
    public static OfHost of(List<CgroupSample> serviceCgroup) {
      return new OfHost(List.of(), List.of(), List.of(), List.of(), serviceCgroup);
    }
  }

  /** Requests by ms as callers saw them: in an open model, from when they were due. */
  public Map<Integer, Long> seenByCallers() {
    return load.corrected().isEmpty() ? load.latencies() : load.corrected();
  }

  /**
   * A container, as the kernel accounts it; or a service on another host, as it says itself.
   *
   * @param cpuMicros CPU time since it started
   * @param memory bytes, without pages of files that were not used lately; absent where it is not
   *     known
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record CgroupSample(long atMs, long cpuMicros, OptionalLong memory) {}

  /** From {@code startMs}, excluded, to {@code endMs}, included. */
  public record Window(long startMs, long endMs) {
    /** Its length in seconds. */
    public double seconds() {
      return (endMs - startMs) / 1e3;
    }

    /** Whether a time lies in it. */
    public boolean has(long ms) {
      return ms > startMs && ms <= endMs;
    }

    /** Whether some of the time from {@code fromMs} to {@code toMs} lies in it. */
    public boolean meets(long fromMs, long toMs) {
      return fromMs < endMs && toMs > startMs;
    }
  }

  /**
   * One second of the measured load.
   *
   * @param atMs when it begins
   * @param ok requests answered rightly in it
   * @param ko requests that failed in it
   * @param p50 ms, of those answered in it
   * @param p99 ms, of those answered in it
   * @param max ms, of those answered in it
   */
  public record Second(long atMs, long ok, long ko, int p50, int p99, int max) {}

  /**
   * One second of the silent load: answers, and the CPU that the service used for each.
   *
   * @param atMs when it ended
   * @param compilingMs how long the service's JIT compilers were at work in it; absent where that
   *     is not known
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record WarmUpSecond(
      long atMs, long answers, double cpuMicrosPerRequest, OptionalLong compilingMs, Phase phase) {}

  /** A phase of the silent load. */
  public enum Phase {
    /** Users ask without pause, so that the service compiles. */
    DRIVE,
    /** The measured load, until the service is steady. */
    SETTLE
  }

  /**
   * A process as the operating system sees it.
   *
   * @param cpuMs CPU time since it started; whole ticks of 10 ms if the system has no finer clock
   * @param rss bytes
   * @param runQueueMs how long its threads, together, had work and no CPU, since it started; absent
   *     where that is not known
   * @param jitAndSamplingMicros what of the CPU time a JVM's compilers took, and the answers to our
   *     own sampling over JMX; absent if that is not known
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record ProcessSample(
      long atMs,
      double cpuMs,
      long rss,
      int threads,
      OptionalLong runQueueMs,
      OptionalLong jitAndSamplingMicros) {}

  /**
   * A JVM as it sees itself, since it started.
   *
   * @param compilingMs in which its JIT compilers were active
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record JvmSample(
      long atMs,
      @JsonUnwrapped Heap heap,
      OptionalLong compilingMs,
      @JsonUnwrapped Requests requests) {}

  /**
   * Its heap.
   *
   * @param allocated bytes; absent if the JVM does not count them
   * @param gcs collections
   * @param gcMs ms in collections
   * @param heapAfterGc bytes in use after the last collection
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Heap(OptionalLong allocated, long gcs, long gcMs, OptionalLong heapAfterGc) {}

  /**
   * The requests that the service has counted.
   *
   * @param inFlight those that wait in it at this moment
   * @param timed those whose time in it is known
   * @param timedMicros how long these were in it, together
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Requests(
      @JsonProperty("requests") OptionalLong counted,
      OptionalLong inFlight,
      OptionalLong timed,
      OptionalLong timedMicros) {
    /** Of a service that does not count. */
    public static final Requests UNKNOWN =
        new Requests(
            OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
  }

  /**
   * The CPUs of the host, and its clock. Sums grow from the first sample on.
   *
   * @param busyMs CPU time of all processes; without that of interrupts where the system accounts
   *     it apart from the processes that they interrupt
   * @param stealMs CPU time that the hypervisor gave to others; absent where no system tells
   * @param totalMs CPU time that there was: logical processors x time
   * @param clockOffsetMs wall clock less monotonic clock
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record HostSample(
      long atMs, long busyMs, OptionalLong stealMs, long totalMs, long clockOffsetMs) {}
}
