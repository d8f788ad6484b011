package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of a run's load. A figure that could not be measured is NaN, and missing in the file,
 * never zero.
 *
 * @param server what the requests cost the service
 * @param generator what sending them cost
 * @param host the load of other processes on the host
 * @param backEnd what the requests cost the back end that the service calls
 * @param latencyByRequest by the name of the request; empty if all requests have one name
 * @param behaviour the behaviour of the service by its responses and connections
 */
public record RunFigures(
    Optional<LoadResult> load,
    Optional<Server> server,
    Optional<Generator> generator,
    Optional<HostState> host,
    Optional<Server> backEnd,
    Map<String, Latency> latencyByRequest,
    @JsonUnwrapped Behaviour behaviour) {

  /** The figures of a run that was not measured. */
  public static final RunFigures NONE = of(Optional.empty());

  /** Returns figures of the load alone. */
  public static RunFigures of(Optional<LoadResult> load) {
    Optional<Server> unknown = Optional.empty();
    Optional<Generator> generator = Optional.empty();
    Optional<HostState> host = Optional.empty();
    return new RunFigures(load, unknown, generator, host, unknown, Map.of(), Behaviour.UNKNOWN);
  }

  /** Returns the same with other figures of the load generator. */
  public RunFigures with(Generator other) {
    return new RunFigures(
        load, server, Optional.of(other), host, backEnd, latencyByRequest, behaviour);
  }

  /**
   * The responses and latencies that the load generator observed.
   *
   * @param latency of all successful requests that overlap no excluded second; empty if there was
   *     none
   * @param longestStallMs the longest time within the kept time without a response
   * @param open the outcome of the scheduled requests; empty in a closed model
   * @param warmUpSeconds the duration of the silent load before the measured one; 0 for none
   * @param steady whether the warm-up, the throughput in the window and the service's JIT compilers
   *     were in a steady state; if not, notes have the reasons
   */
  public record LoadResult(
      @JsonUnwrapped Counts counts,
      @JsonUnwrapped InWindow window,
      Optional<Latency> latency,
      double longestStallMs,
      Optional<OpenModel.Outcome> open,
      double warmUpSeconds,
      boolean steady) {

    /** Returns the requests per second in the kept time; NaN if there is no window. */
    public double throughput() {
      return window.throughput();
    }
  }

  /** The requests of the whole load, successful or failed, and the failures by message. */
  public record Counts(long requests, long ok, long ko, Map<String, Long> failures) {}

  /**
   * Figures of the window, the time in which every user was active. Missing if there is none.
   *
   * @param keptSeconds the window without the excluded seconds
   * @param leftOut the seconds of the window in which the host disturbed the run
   * @param throughput requests per second in the kept time
   * @param meanLatencyInWindow ms, of the requests that ended in the kept time
   * @param inFlightInWindow requests in flight, on average over the kept time
   * @param bytesPerSecond of the successful responses in the kept time, headers included
   */
  public record InWindow(
      double windowSeconds,
      double keptSeconds,
      List<ExcludedTime> leftOut,
      double throughput,
      double meanLatencyInWindow,
      double inFlightInWindow,
      double bytesPerSecond) {}

  /** An excluded part of the window, in ms since 1970: the host disturbed the run. */
  public record ExcludedTime(long fromMs, long toMs, String reason) {}

  /** Latencies in whole ms, as exact as Gatling's clock. */
  public record Latency(int min, double mean, @JsonUnwrapped Percentiles percentiles, int max) {
    /** Percentiles by nearest rank. */
    public record Percentiles(int p50, int p75, int p90, int p95, int p99, int p999) {}

    /** Returns the median. */
    public int p50() {
      return percentiles.p50();
    }

    /** Returns the 99th percentile. */
    public int p99() {
      return percentiles.p99();
    }
  }

  /**
   * The CPU, memory and JVM pauses of a server in the kept time of the window.
   *
   * @param requestsSeen the measured requests that the service itself counted
   * @param mostInFlight the maximum of requests that waited in it concurrently, sampled once a
   *     second
   * @param waitMicrosPerRequest from a request's arrival at the resource to the end of its wait, on
   *     average; NaN if the service does not time it
   */
  public record Server(
      @JsonUnwrapped Cpu cpu,
      @JsonUnwrapped Memory memory,
      @JsonUnwrapped JvmPauses jvm,
      double requestsSeen,
      double mostInFlight,
      double waitMicrosPerRequest) {

    /** The maximum share of the kept time in which its JIT compilers may be active. */
    private static final double MAX_COMPILING = 0.05;

    /** Returns an objection if its JIT compilers were active for more than 5 % of a time. */
    public Optional<String> compiledTooMuch(double seconds) {
      double active = jvm.compiling() / 1e3;
      return active > MAX_COMPILING * seconds
          ? Optional.of(
              String.format(
                  Locale.ROOT,
                  "the service's JIT compilers were active for %.1f s of the %.1f s measured",
                  active,
                  seconds))
          : Optional.empty();
    }
  }

  /**
   * CPU time of a server; of its container, if it runs in one.
   *
   * @param runQueueMicrosPerRequest the total time in which its threads were runnable without a CPU
   * @param jitAndSamplingMicrosPerRequest CPU time that no request causes: JIT compilers and our
   *     own sampling over JMX; NaN if it is not known
   */
  public record Cpu(
      double cpuMicrosPerRequest,
      double cpuCores,
      double runQueueMicrosPerRequest,
      double jitAndSamplingMicrosPerRequest) {}

  /** Memory in bytes and threads of a server; of its container, if it runs in one. */
  public record Memory(
      double rssPeak, double heapAfterGc, double threadsPeak, double allocatedPerRequest) {}

  /**
   * Collections and compilations of a server's JVM.
   *
   * @param gcPause the sum in ms
   * @param gcDelayMicrosPerRequest expected delay of a request by collections: the sum of the
   *     squares of the pauses / the window
   * @param compiling ms in which its JIT compilers were active
   */
  public record JvmPauses(double gcPause, double gcDelayMicrosPerRequest, double compiling) {}

  /**
   * The CPU and pauses of the load generator in the kept time of the window.
   *
   * @param cpuCores CPU seconds per second
   * @param headroom the unused share of its CPUs
   * @param longestPauseMs the maximum wake-up delay of a thread of its JVM: a collection, or no CPU
   * @param capacity requests per second against a service without delay; NaN if not measured
   * @param runQueueMicrosPerRequest the total time in which its threads were runnable without a CPU
   * @param meanLatenessMicros the mean wake-up delay of a thread that sleeps for 5 ms
   */
  public record Generator(
      double cpuCores,
      double cpuSeconds,
      double headroom,
      double longestPauseMs,
      double capacity,
      double runQueueMicrosPerRequest,
      double meanLatenessMicros) {

    /** Returns the same with a capacity in requests per second. */
    public Generator withCapacity(double other) {
      return new Generator(
          cpuCores,
          cpuSeconds,
          headroom,
          longestPauseMs,
          other,
          runQueueMicrosPerRequest,
          meanLatenessMicros);
    }
  }

  /**
   * The CPU time of other processes on the generator's host, and of the generator's JIT compilers.
   *
   * @param stealShare the share of all CPU time in the kept time that the hypervisor gave to
   *     others, 0 to 1
   * @param othersShare the share that processes other than service and generator used, 0 to 1
   * @param generatorJitShare the share that the JIT compilers of the generator used, 0 to 1
   * @param pressureBefore the share of the seconds before the run in which something waited for a
   *     CPU, 0 to 1
   */
  public record HostState(
      double stealShare, double othersShare, double generatorJitShare, double pressureBefore) {
    /**
     * The maximum of each of three shares of the CPU time: steal, other processes, and the
     * compilers of the load generator.
     */
    public static final double MAX_SHARE = 0.05;

    /** The state if nothing was sampled. */
    public static final HostState UNKNOWN =
        new HostState(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }
}
