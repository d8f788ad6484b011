package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a run's figures are worked out from, as {@code samples.json} holds it: enough to draw every
 * page again without Gatling's log. All times are ms since 1970 on one monotonic clock.
 *
 * @param loadStartMs when the first measured user came
 * @param loadEndMs when the last measured user went
 * @param window the time in which every user was at work, where there was any
 * @param latencies how many right answers took so many ms
 * @param corrected the same from when they were due, in an open model; none in a closed one, and in
 *     files of old
 * @param seconds the measured load second by second
 * @param warmUp the silent load second by second
 * @param service the service's process, sampled
 * @param serviceJvm the service's JVM, sampled
 * @param generator Gatling's process, sampled
 * @param connections opened by the host of the generator, sampled; none in files of old
 * @param host all processes together, sampled; none in files of old
 * @param serviceCgroup what is accounted to the service's container, sampled; none without one, and
 *     in files of old
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunSamples(
    long loadStartMs,
    long loadEndMs,
    Optional<Window> window,
    Map<Integer, Long> latencies,
    @JsonSetter(nulls = Nulls.AS_EMPTY) Map<Integer, Long> corrected,
    List<Second> seconds,
    List<WarmUpSecond> warmUp,
    List<ProcessSample> service,
    List<JvmSample> serviceJvm,
    List<ProcessSample> generator,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<HostSample> host,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<ConnectionSample> connections,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<CgroupSample> serviceCgroup) {

  /** Requests by ms, as callers saw them: from when they were due, where a schedule said so. */
  public Map<Integer, Long> seenByCallers() {
    return corrected.isEmpty() ? latencies : corrected;
  }

  /**
   * TCP connections that were opened from this host.
   *
   * @param opened since it started
   */
  public record ConnectionSample(long atMs, long opened) {}

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
   * @param phase absent in files of old
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record WarmUpSecond(
      long atMs,
      long answers,
      double cpuMicrosPerRequest,
      OptionalLong compilingMs,
      Optional<Phase> phase) {}

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
   * @param cpuMs CPU time since it started; whole ticks of 10 ms where the system has no finer
   *     clock, and in files of old
   * @param rss bytes
   * @param runQueueMs how long its threads, together, had work and no CPU, since it started; absent
   *     where that is not known
   * @param jitAndSamplingMicros what of the CPU time a JVM's compilers took, and the answers to our
   *     own sampling over JMX; absent where that is not known, and in files of old
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record ProcessSample(
      long atMs,
      double cpuMs,
      long rss,
      int threads,
      OptionalLong runQueueMs,
      OptionalLong jitAndSamplingMicros) {

    /** With another process of the same service; memory that they share counts in both. */
    public ProcessSample plus(ProcessSample other) {
      return new ProcessSample(
          atMs,
          cpuMs + other.cpuMs,
          rss + other.rss,
          threads + other.threads,
          runQueueMs,
          jitAndSamplingMicros);
    }

    /** The same, with what is known of its threads. */
    public ProcessSample with(OptionalLong waitedMs, OptionalLong asideMicros) {
      return new ProcessSample(atMs, cpuMs, rss, threads, waitedMs, asideMicros);
    }
  }

  /**
   * A JVM as it sees itself.
   *
   * @param allocated bytes since it started; absent where the JVM does not count them
   * @param gcs collections since it started
   * @param gcMs ms in collections since it started
   * @param heapAfterGc bytes in use right after the last collection
   * @param requests that the service has counted since it started
   * @param compilingMs that its JIT compilers were at work since it started
   * @param inFlight requests that wait in it at this moment
   * @param timed requests that were answered and whose time in it is known, since it started;
   *     absent in files of old
   * @param timedMicros how long these were in it, together
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record JvmSample(
      long atMs,
      OptionalLong allocated,
      long gcs,
      long gcMs,
      OptionalLong heapAfterGc,
      OptionalLong requests,
      OptionalLong compilingMs,
      OptionalLong inFlight,
      OptionalLong timed,
      OptionalLong timedMicros) {}

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
