package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The samples from which a run's figures are computed, as {@code samples.json} contains them:
 * enough to draw every page again without Gatling's log. All times are ms since 1970 on one
 * monotonic clock.
 */
public record RunSamples(@JsonUnwrapped LoadSamples load, @JsonUnwrapped ResourceSamples host) {

  /**
   * The load.
   *
   * @param loadStartMs when the first request was sent
   * @param loadEndMs when the last measured user ended
   * @param window the time in which every user was active; empty if there is none
   * @param latencies the number of successful requests by latency in ms
   * @param corrected the same from the scheduled times; empty in a closed model
   * @param seconds the measured load second by second
   * @param warmUp the warm-up second by second
   */
  public record LoadSamples(
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
  public record ResourceSamples(
      List<ProcessSample> service,
      List<JvmSample> serviceJvm,
      List<ProcessSample> generator,
      List<HostSample> host,
      List<CgroupSample> serviceCgroup) {

    /** Returns the samples of a container without others. */
    public static ResourceSamples of(List<CgroupSample> serviceCgroup) {
      return new ResourceSamples(List.of(), List.of(), List.of(), List.of(), serviceCgroup);
    }
  }

  /** Returns requests by ms as callers see them: in an open model, from the scheduled times. */
  public Map<Integer, Long> seenByCallers() {
    return load.corrected().isEmpty() ? load.latencies() : load.corrected();
  }

  /** Values that were read at a time. */
  public interface Sample {
    /** Returns when it was read, in ms since 1970. */
    long atMs();
  }

  /** A container, or a service on another host: CPU time since it started, and memory in bytes. */
  public record CgroupSample(long atMs, long cpuMicros, double memory) implements Sample {}

  /** A time from {@code startMs}, excluded, to {@code endMs}, included. */
  public record Window(long startMs, long endMs) {
    /** Returns its length in ms. */
    public long ms() {
      return endMs - startMs;
    }

    /** Returns its length in seconds. */
    public double seconds() {
      return ms() / 1e3;
    }

    /** Returns whether a time lies in it. */
    public boolean contains(long ms) {
      return ms > startMs && ms <= endMs;
    }

    /** Returns whether some of the time from {@code fromMs} to {@code toMs} lies in it. */
    public boolean overlaps(long fromMs, long toMs) {
      return fromMs < endMs && toMs > startMs;
    }
  }

  /** One second of the measured load from {@code atMs} on: requests that ended, and latencies. */
  public record Second(long atMs, long ok, long ko, int p50, int p99, int max) {}

  /**
   * A second of the warm-up.
   *
   * @param atMs when it ended
   * @param compilingMs in which the service's JIT compilers were active; NaN if unknown
   */
  public record WarmUpSecond(
      long atMs, long answers, double cpuMicrosPerRequest, double compilingMs, Phase phase) {}

  /**
   * The pace of the warm-up: without pause, or as the measured load until the service is steady.
   */
  public enum Phase {
    DRIVE,
    SETTLE
  }

  /**
   * A process as the operating system sees it.
   *
   * @param cpuMs CPU time since it started; whole ticks of 10 ms if the system has no finer clock
   * @param rss bytes
   * @param runQueueMs the total time in which its threads were runnable without a CPU; NaN if
   *     unknown
   * @param jitAndSamplingMicros CPU time of the JIT compilers and of our own sampling over JMX; NaN
   *     if unknown. In the load generator it is the time of the compilers: it excludes the thread
   *     that samples, and the idle threads of its JMX client use less than 1 ms a second
   */
  public record ProcessSample(
      long atMs,
      double cpuMs,
      long rss,
      int threads,
      double runQueueMs,
      double jitAndSamplingMicros)
      implements Sample {}

  /** A JVM since it started, with the ms in which its JIT compilers were active. */
  public record JvmSample(
      long atMs, @JsonUnwrapped Heap heap, double compilingMs, @JsonUnwrapped Requests requests)
      implements Sample {}

  /** Bytes allocated, collections, ms in collections, and bytes in use after the last one. */
  public record Heap(double allocated, long gcs, long gcMs, double heapAfterGc) {}

  /**
   * The requests that the service has counted.
   *
   * @param inFlight requests that wait now
   * @param timed requests whose wait is known
   * @param timedMicros the sum of these waits
   */
  public record Requests(
      @JsonProperty("requests") double counted,
      double inFlight,
      double timed,
      double timedMicros) {}

  /**
   * The CPUs of the host. Sums grow from the first sample on.
   *
   * @param busyMs CPU time of all processes, without interrupts that no process is charged with
   * @param stealMs CPU time that the hypervisor gave to others; NaN if unknown
   * @param totalMs logical processors x time
   */
  public record HostSample(long atMs, long busyMs, double stealMs, long totalMs)
      implements Sample {}
}
