package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * All that is known of one run, as {@code run.json} contains it. A figure that could not be
 * measured is NaN, and absent in the file, never zero. The groups exist in Java only: the file is
 * flat.
 *
 * @param schema the version of this format
 * @param settings the load, with the limits of the variant: its workers and its connections to the
 *     back end
 */
public record RunRecord(
    int schema,
    @JsonUnwrapped Identity identity,
    @JsonUnwrapped Verdict verdict,
    io.github.restcomparison.records.Load settings,
    @JsonUnwrapped Setup setup,
    @JsonUnwrapped Figures figures) {

  /** The version that this code writes and reads. */
  public static final int SCHEMA = 2;

  /** The record of a run by this version of the project. */
  public RunRecord(
      Identity identity,
      Verdict verdict,
      io.github.restcomparison.records.Load settings,
      Setup setup,
      Figures figures) {
    this(SCHEMA, identity, verdict, settings, setup, figures);
  }

  /**
   * Which run it is.
   *
   * @param session names the {@code mvn gatling:test} or experiment that the run belongs to
   * @param variant the name of what was measured
   * @param controlOf the name of the variant that is measured a second time to learn the noise
   * @param round counted from 1
   * @param position within the round, from 1
   * @param attempt 2 if the round was repeated because the host was disturbed
   * @param startedAt wall-clock time in ISO 8601, a name rather than a measurement
   */
  public record Identity(
      String session,
      String variant,
      Optional<String> controlOf,
      int round,
      int position,
      int attempt,
      String startedAt) {}

  /**
   * What a run is worth: INVALID if a validity gate objects, so that it is shown and not ranked;
   * FAILED if the service broke its contract; ABORTED if the run was not completed for another
   * reason, such as Ctrl-C or a command before it that failed.
   */
  public enum Status {
    VALID,
    INVALID,
    FAILED,
    ABORTED
  }

  /**
   * The status of the run, and the reasons for it.
   *
   * @param reasons why the status is not {@code VALID}, one sentence each
   * @param notes what a reader should know of the run, one sentence each
   * @param gates all that judged the run, in their order
   */
  public record Verdict(
      Status status, List<String> reasons, List<String> notes, List<GateResult> gates) {}

  /** The result of one gate, with a sentence for each objection. */
  public record GateResult(String name, boolean passed, List<String> objections) {
    /** The gate that a disturbed host does not pass. */
    public static final String HOST = "host";

    /** The gate that a load generator at its limit does not pass: figures are a bound. */
    public static final String GENERATOR = "generator";

    /** A note of the generator's gate begins with this. */
    public static final String GENERATOR_BOUND = "GENERATOR-BOUND: ";
  }

  /**
   * What was measured, and where.
   *
   * @param service the settings that the service reports, by name
   * @param user the service, if it is one of the user's
   * @param workload the requests that it gets; absent for those of this project's services
   * @param share of a load that several injectors make together; absent if one made all of it
   */
  public record Setup(
      Map<String, String> service,
      Environment environment,
      Optional<ServiceSpec> user,
      Optional<Workload> workload,
      Optional<InjectorShare> share) {}

  /**
   * What was measured of the run.
   *
   * @param server what the requests cost the service
   * @param host what else the host did
   * @param waiting the memory of the service while all users waited; absent unless requested
   * @param backEnd what the requests cost the back end that the service calls
   * @param startUp of a service that was started for the run
   * @param latencyByRequest by the name of the request; empty if all requests have one name
   * @param responses how many responses had a value, by trait and value, such as {@code status} and
   *     {@code 200}; absent if they were not seen: a user's own simulation has received them
   * @param gatlingReport path of Gatling's HTML page, relative to the folder of the comparison
   */
  public record Figures(
      Optional<Load> load,
      Optional<Server> server,
      Optional<Generator> generator,
      Optional<HostState> host,
      Optional<WaitingMemory> waiting,
      Optional<Server> backEnd,
      Optional<StartUp> startUp,
      Map<String, Latency> latencyByRequest,
      Optional<Map<String, Map<String, Long>>> responses,
      Optional<String> gatlingReport) {

    /** Of a run that was not measured. */
    public static final Figures NONE = of(Optional.empty());

    /** Returns the same with what was seen before the load and beside it. */
    public Figures with(
        Optional<WaitingMemory> otherWaiting,
        Optional<StartUp> otherStartUp,
        Optional<String> report) {
      return new Figures(
          load,
          server,
          generator,
          host,
          otherWaiting,
          backEnd,
          otherStartUp,
          latencyByRequest,
          responses,
          report);
    }

    /** Returns the same with other figures of the load generator. */
    public Figures with(Generator other) {
      return new Figures(
          load,
          server,
          Optional.of(other),
          host,
          waiting,
          backEnd,
          startUp,
          latencyByRequest,
          responses,
          gatlingReport);
    }

    /** Figures of the load alone. */
    public static Figures of(Optional<Load> load) {
      return new Figures(
          load,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Optional.empty());
    }
  }

  /** The name of what was measured. */
  public String variant() {
    return identity.variant();
  }

  /** The round, from 1. */
  public int round() {
    return identity.round();
  }

  /** What the run is worth. */
  public Status status() {
    return verdict.status();
  }

  /** Why the run is not {@code VALID}, one sentence each. */
  public List<String> reasons() {
    return verdict.reasons();
  }

  /** The figures of the load; absent if it was not measured. */
  public Optional<Load> load() {
    return figures.load();
  }

  /** What the requests cost the service. */
  public Optional<Server> server() {
    return figures.server();
  }

  /** Whether a gate objects to the run. */
  public boolean isRefusedBy(String gate) {
    return verdict.gates().stream().anyMatch(each -> each.name().equals(gate) && !each.passed());
  }

  /** Returns whether the run was steady; false if it was not measured. */
  public boolean wasSteady() {
    return load().map(Load::steady).orElse(false);
  }

  /**
   * What the load generator saw.
   *
   * @param latency of all successful requests that met none of the seconds left out; absent if
   *     there was none
   * @param longestStallMs the longest time within the kept time without an answer
   * @param open what became of the scheduled requests; absent in a closed model
   * @param warmUpSeconds the duration of the silent load before the measured one; 0 for none
   * @param steady whether the warm-up, the throughput in the window and the service's JIT compilers
   *     showed a steady state; if not, notes have the reasons
   */
  public record Load(
      @JsonUnwrapped Counts counts,
      @JsonUnwrapped InWindow window,
      Optional<Latency> latency,
      double longestStallMs,
      Optional<OpenModel.Outcome> open,
      double warmUpSeconds,
      boolean steady) {

    /** Requests per second in the kept time; absent if there is no window. */
    public double throughput() {
      return window.throughput();
    }
  }

  /** The requests of the whole load, answered or failed, and the failures by message. */
  public record Counts(long requests, long ok, long ko, Map<String, Long> failures) {}

  /**
   * Figures of the window, the time in which every user was active. Absent if there is none.
   *
   * @param keptSeconds the window without the seconds left out
   * @param leftOut the seconds of the window in which the host disturbed the run
   * @param throughput requests per second in the kept time
   * @param meanLatencyInWindow ms, of the requests that ended in the kept time
   * @param inFlightInWindow requests in flight, on average over the kept time
   * @param bytesPerSecond of the successful answers in the kept time, headers included
   */
  public record InWindow(
      double windowSeconds,
      double keptSeconds,
      List<LeftOut> leftOut,
      double throughput,
      double meanLatencyInWindow,
      double inFlightInWindow,
      double bytesPerSecond) {}

  /** A part of the window, in ms since 1970, without figures: the host disturbed the run. */
  public record LeftOut(long fromMs, long toMs, String reason) {}

  /** Latencies in whole ms, as exact as Gatling's clock. */
  public record Latency(int min, double mean, @JsonUnwrapped Percentiles percentiles, int max) {
    /** Percentiles by nearest rank. */
    public record Percentiles(int p50, int p75, int p90, int p95, int p99, int p999) {}

    /** The median. */
    public int p50() {
      return percentiles.p50();
    }

    /** The 99th percentile. */
    public int p99() {
      return percentiles.p99();
    }
  }

  /**
   * What the requests cost a server in the kept time of the window.
   *
   * @param requestsSeen how many of the measured requests the service itself counted
   * @param mostInFlight the most requests that waited in it at once, as sampled once a second
   * @param waitMicrosPerRequest from a request's arrival at the resource to the end of its wait, on
   *     average; absent if the service does not time it
   */
  public record Server(
      @JsonUnwrapped Cpu cpu,
      @JsonUnwrapped Memory memory,
      @JsonUnwrapped JvmPauses jvm,
      double requestsSeen,
      double mostInFlight,
      double waitMicrosPerRequest) {

    /** The share of the kept time in which its JIT compilers may be active. */
    private static final double MOST_COMPILING = 0.05;

    /** Returns the reason if its JIT compilers were active for more than 5 % of a time. */
    public Optional<String> compiledTooMuch(double seconds) {
      double active = jvm.compiling() / 1e3;
      return active > MOST_COMPILING * seconds
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
   * @param runQueueMicrosPerRequest how long its threads, together, were runnable without a CPU
   * @param jitAndSamplingMicrosPerRequest CPU time that no request causes: JIT compilers and our
   *     own sampling over JMX; absent if it is not known
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
   * @param gcPause ms in all
   * @param gcDelayMicrosPerRequest expected delay of a request by collections: the sum of the
   *     squares of the pauses / the window
   * @param compiling ms in which its JIT compilers were active
   */
  public record JvmPauses(double gcPause, double gcDelayMicrosPerRequest, double compiling) {}

  /**
   * What generating the load cost, in the kept time of the window.
   *
   * @param cpuCores CPU seconds per second
   * @param headroom the share of its CPUs that it left unused
   * @param longestPauseMs by how much a thread of its JVM woke late: a collection, or no CPU
   * @param capacity requests per second against a service without delay; absent if not measured
   * @param runQueueMicrosPerRequest how long its threads, together, were runnable without a CPU
   * @param meanLatenessMicros by how much a thread that sleeps for 5 ms woke late, on average
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
   * The start of a service; times in ms from when its command was started. In the first round its
   * files may not have been in the page cache.
   *
   * @param readyMs until it responded, at the path of {@code --ready} with 200 to 299
   * @param firstAnswerMs until its first correct response; absent if none was asked for
   * @param startUpCpuMs CPU time of all of its processes, or its container, until then
   */
  public record StartUp(double readyMs, double firstAnswerMs, double startUpCpuMs) {}

  /**
   * What else the host of the generator did, and what its compilers used.
   *
   * @param stealShare of all CPU time in the kept time, what the hypervisor gave to others, 0 to 1
   * @param othersShare of all CPU time in the kept time, what processes other than service and
   *     generator used, 0 to 1
   * @param generatorJitShare of all CPU time in the kept time, what the JIT compilers of the
   *     generator used, 0 to 1
   * @param pressureBefore the share of the seconds before the run in which something waited for a
   *     CPU, 0 to 1
   */
  public record HostState(
      double stealShare, double othersShare, double generatorJitShare, double pressureBefore) {
    /** If nothing was sampled. */
    public static final HostState UNKNOWN =
        new HostState(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
  }
}
