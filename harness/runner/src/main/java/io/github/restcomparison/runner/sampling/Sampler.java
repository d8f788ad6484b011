package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.runner.host.Clock;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.service.JvmProbe;
import io.github.restcomparison.runner.service.RunningService;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.util.GlobalConfig;

/**
 * Samples the service, its back end, the load generator and the host once a second, in a separate
 * thread, and passes CPU and compilation times to the warm-up. Samples omit values that the
 * platform lacks.
 */
public final class Sampler implements AutoCloseable {
  static {
    // The last sample may follow the previous one closely, and must not be its cached copy.
    GlobalConfig.set(GlobalConfig.OSHI_UTIL_MEMOIZER_EXPIRATION, 1);
  }

  private final CentralProcessor processor = new SystemInfo().getHardware().getProcessor();
  private final HostCpu hostCpu =
      new HostCpu(
          processor.getLogicalProcessorCount(),
          System.getProperty("os.name").equals("Linux"),
          Clock.nowMs(),
          processor.getSystemCpuLoadTicks());
  private final HostProcesses hostProcesses = new HostProcesses(Path.of("/proc"));
  private final List<HostSample> host = new ArrayList<>();
  private final Samples service;
  private final Samples backEnd;
  private final Samples generator =
      new Samples(RunningService.ofProcesses(() -> List.of(ProcessHandle.current())));
  private final WarmUp warmUp;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("sampler").factory());

  /** The samples of one service. */
  private static final class Samples {
    private final RunningService of;
    private final ProcessTree tree;
    private final List<ProcessSample> processes = new ArrayList<>();
    private final List<JvmSample> jvm = new ArrayList<>();
    private final List<CgroupSample> whole = new ArrayList<>();

    Samples(RunningService of) {
      this.of = of;
      this.tree = new ProcessTree(of.processes(), of::cpuMs);
    }

    void add() {
      try {
        tree.sample().ifPresent(processes::add);
        of.totals().get().ifPresent(whole::add);
        of.probe().map(JvmProbe::sample).ifPresent(jvm::add);
      } catch (RuntimeException e) {
        // The service has ended; a gate reports it.
      }
    }
  }

  /**
   * Prepares the thread.
   *
   * @param service the observable processes and counters of the service
   * @param backEnd the same of the back end that it calls
   * @param warmUp receives CPU and compilation times every second
   */
  public Sampler(RunningService service, RunningService backEnd, WarmUp warmUp) {
    this.service = new Samples(service);
    this.backEnd = new Samples(backEnd);
    this.warmUp = warmUp;
  }

  /** Takes the first sample, and then one every second; none is made up for after a delay. */
  public void start() {
    sample();
    timer.scheduleWithFixedDelay(this::sample, 1, 1, TimeUnit.SECONDS);
  }

  private synchronized void sample() {
    host.add(
        hostCpu.sample(Clock.nowMs(), processor.getSystemCpuLoadTicks(), hostProcesses.growthMs()));
    List.of(service, generator, backEnd).forEach(Samples::add);
    warmUp.sampled(
        Clock.nowMs(),
        service.processes.isEmpty() ? 0 : service.processes.getLast().cpuMs(),
        service.jvm.isEmpty() ? Double.NaN : service.jvm.getLast().compilingMs(),
        generator.processes.isEmpty()
            ? Double.NaN
            : generator.processes.getLast().jitAndSamplingMicros() / 1e3);
  }

  /** Returns all samples until now, without the samples of the back end. */
  public synchronized ResourceSamples samples() {
    return new ResourceSamples(
        List.copyOf(service.processes),
        List.copyOf(service.jvm),
        List.copyOf(generator.processes),
        List.copyOf(host),
        List.copyOf(service.whole));
  }

  /** Returns the samples of the back end's processes; empty if there is none. */
  public synchronized List<ProcessSample> backEnd() {
    return List.copyOf(backEnd.processes);
  }

  /** Returns the samples of the back end's JVM; empty if it has none. */
  public synchronized List<JvmSample> backEndJvm() {
    return List.copyOf(backEnd.jvm);
  }

  /** Ends the thread and takes a last sample, unless the calling thread is interrupted. */
  @Override
  public void close() {
    timer.shutdownNow();
    try {
      timer.awaitTermination(1, TimeUnit.MINUTES);
      sample();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
