package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.OfHost;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.load.WarmUp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.util.GlobalConfig;

/**
 * Samples the service, its back end, the load generator and the host once a second, in its own
 * thread, and passes the service's CPU time to the warm-up. Values that the platform lacks are
 * absent from the samples.
 */
public final class Sampler implements AutoCloseable {
  static {
    // The last sample may follow the previous one closely, and must not be its cached copy.
    GlobalConfig.set(GlobalConfig.OSHI_UTIL_MEMOIZER_EXPIRATION, 1);
  }

  private final CentralProcessor processor = new SystemInfo().getHardware().getProcessor();
  private final Clock clock;
  private final Sampled service;
  private final Sampled backEnd;
  private final Sampled generator;
  private final HostCpu hostCpu;
  private final List<HostSample> host = new ArrayList<>();
  private final WarmUp warmUp;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("sampler").factory());

  /** What can be seen of one service, and its samples. */
  private final class Sampled {
    private final SampledService of;
    private final ProcessTree tree;
    private final List<ProcessSample> processes = new ArrayList<>();
    private final List<JvmSample> jvm = new ArrayList<>();
    private final List<CgroupSample> whole = new ArrayList<>();

    Sampled(SampledService of) {
      this.of = of;
      this.tree = of.processes() == null ? null : new ProcessTree(of.processes());
    }

    void sample() {
      try {
        if (tree != null) {
          tree.sample(clock::nowMs).ifPresent(processes::add);
        }
        if (of.whole() != null) {
          of.whole().sample(clock::nowMs).ifPresent(whole::add);
        }
        if (of.probe() != null) {
          jvm.add(of.probe().sample(clock::nowMs));
        }
      } catch (IOException | RuntimeException e) {
        // The service has ended; a gate reports it.
      }
    }
  }

  /**
   * Prepares the thread.
   *
   * @param clock for the times of the samples
   * @param service what of the service can be seen
   * @param backEnd the same of the back end that it calls
   * @param warmUp receives the service's CPU and compilation time every second
   */
  public Sampler(Clock clock, SampledService service, SampledService backEnd, WarmUp warmUp) {
    this.clock = clock;
    this.service = new Sampled(service);
    this.backEnd = new Sampled(backEnd);
    this.generator =
        new Sampled(new SampledService(() -> List.of(ProcessHandle.current()), null, null));
    this.hostCpu =
        new HostCpu(
            processor.getLogicalProcessorCount(),
            System.getProperty("os.name").equals("Linux"),
            clock.nowMs(),
            processor.getSystemCpuLoadTicks());
    this.warmUp = warmUp;
  }

  /** Takes the first sample, and then one every second; none is made up for after a delay. */
  public void start() {
    sample();
    timer.scheduleWithFixedDelay(this::sample, 1, 1, TimeUnit.SECONDS);
  }

  private synchronized void sample() {
    host.add(hostCpu.sample(clock.nowMs(), processor.getSystemCpuLoadTicks()));
    List.of(service, generator, backEnd).forEach(Sampled::sample);
    warmUp.sampled(
        clock.nowMs(),
        service.processes.isEmpty() ? 0 : service.processes.getLast().cpuMs(),
        service.jvm.isEmpty() ? Double.NaN : service.jvm.getLast().compilingMs());
  }

  /** All samples but those of the back end, until now. */
  public synchronized OfHost samples() {
    return new OfHost(
        List.copyOf(service.processes),
        List.copyOf(service.jvm),
        List.copyOf(generator.processes),
        List.copyOf(host),
        List.copyOf(service.whole));
  }

  /** Samples of the back end's processes; empty if there is none. */
  public synchronized List<ProcessSample> backEnd() {
    return List.copyOf(backEnd.processes);
  }

  /** Samples of the back end's JVM; empty if it has none. */
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
