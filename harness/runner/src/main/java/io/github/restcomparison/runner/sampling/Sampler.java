package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.ConnectionSample;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.host.Processes;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.SampledService.RemoteCpu;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.software.os.OperatingSystem;
import oshi.util.GlobalConfig;

/**
 * Samples the service, the load generator and the host once a second, in its own thread, and passes
 * the service's CPU time to the warm-up. Values that the platform lacks are absent from the
 * samples.
 */
public final class Sampler implements AutoCloseable {
  private static final long PERIOD_NANOS = 1_000_000_000;

  static {
    // The last sample may follow the previous one closely, and must not be its cached copy.
    GlobalConfig.set(GlobalConfig.OSHI_UTIL_MEMOIZER_EXPIRATION, 1);
  }

  private final SystemInfo info = new SystemInfo();
  private final OperatingSystem system = info.getOperatingSystem();
  private final CentralProcessor processor = info.getHardware().getProcessor();
  private final Clock clock;
  private final Optional<ProcessTree> serviceProcesses;
  private final ProcessTree ownProcess;
  private final HostCpu hostCpu;
  private final Optional<JvmProbe> probe;
  private final Optional<Cgroup> cgroup;
  private final Optional<RemoteCpu> remoteCpu;
  private final WarmUp warmUp;
  private final List<ProcessSample> service = new ArrayList<>();
  private final List<JvmSample> serviceJvm = new ArrayList<>();
  private final List<ProcessSample> generator = new ArrayList<>();
  private final List<HostSample> host = new ArrayList<>();
  private final List<ConnectionSample> connections = new ArrayList<>();
  private final List<CgroupSample> serviceCgroup = new ArrayList<>();
  private final Thread thread;

  /**
   * Prepares the thread.
   *
   * @param clock for the times of the samples
   * @param sampled what of the service can be seen
   * @param warmUp receives the service's CPU and compilation time every second
   */
  public Sampler(Clock clock, SampledService sampled, WarmUp warmUp) {
    this.clock = clock;
    this.cgroup = Optional.ofNullable(sampled.cgroup());
    this.remoteCpu = Optional.ofNullable(sampled.remoteCpu());
    this.probe = Optional.ofNullable(sampled.probe());
    this.serviceProcesses =
        Optional.ofNullable(sampled.processes())
            .map(all -> new ProcessTree(system, all, clock::nowMs));
    Processes own = () -> List.of(ProcessHandle.current());
    this.ownProcess = new ProcessTree(system, own, clock::nowMs);
    this.hostCpu =
        new HostCpu(
            processor.getLogicalProcessorCount(),
            System.getProperty("os.name").equals("Linux"),
            clock.nowMs(),
            processor.getSystemCpuLoadTicks());
    this.warmUp = warmUp;
    this.thread = Thread.ofPlatform().daemon().name("sampler").unstarted(this::run);
  }

  /** Takes the first sample, and then one every second. */
  public void start() {
    sample();
    warmUp.start(clock.nowMs(), serviceCpuMs(), compilingMs());
    thread.start();
  }

  private void run() {
    FixedRateTicker ticker = new FixedRateTicker(PERIOD_NANOS, System.nanoTime());
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Thread.sleep(Duration.ofNanos(ticker.waitNanos(System.nanoTime())));
      } catch (InterruptedException e) {
        return;
      }
      sample();
      warmUp.second(clock.nowMs(), serviceCpuMs(), compilingMs());
      ticker.sampled(System.nanoTime());
    }
  }

  private synchronized void sample() {
    host.add(hostCpu.sample(clock.nowMs(), processor.getSystemCpuLoadTicks(), clock.offsetMs()));
    serviceProcesses.flatMap(ProcessTree::sample).ifPresent(service::add);
    ownProcess.sample().ifPresent(generator::add);
    cgroup.flatMap(this::sampleOf).ifPresent(serviceCgroup::add);
    remoteCpu.map(RemoteCpu::seconds).ifPresent(this::addRemote);
    probe.flatMap(this::sampleOf).ifPresent(serviceJvm::add);
    long opened = system.getInternetProtocolStats().getTCPv4Stats().getConnectionsActive();
    if (opened > 0) { // 0 means not counted: the service itself has been connected to by now
      connections.add(new ConnectionSample(clock.nowMs(), opened));
    }
  }

  private Optional<CgroupSample> sampleOf(Cgroup of) {
    try {
      return Optional.of(of.sample(clock.nowMs()));
    } catch (IOException e) {
      return Optional.empty(); // the container has ended; AnswersGate reports it
    }
  }

  private Optional<JvmSample> sampleOf(JvmProbe jvm) {
    try {
      return Optional.of(jvm.sample(clock::nowMs));
    } catch (RuntimeException e) {
      return Optional.empty(); // the service has ended; AnswersGate reports it
    }
  }

  /** Accounted as a container is: all that is known of the service from outside of its host. */
  private void addRemote(OptionalDouble seconds) {
    seconds.ifPresent(
        value ->
            serviceCgroup.add(
                new CgroupSample(clock.nowMs(), Math.round(1e6 * value), OptionalLong.empty())));
  }

  private synchronized double serviceCpuMs() {
    return service.isEmpty() ? 0 : service.getLast().cpuMs();
  }

  /** Samples of the service and its child processes; empty if it was not started here. */
  public synchronized List<ProcessSample> service() {
    return List.copyOf(service);
  }

  private synchronized OptionalLong compilingMs() {
    return serviceJvm.isEmpty() ? OptionalLong.empty() : serviceJvm.getLast().compilingMs();
  }

  /** Samples of the service's JVM; empty if there is no probe. */
  public synchronized List<JvmSample> serviceJvm() {
    return List.copyOf(serviceJvm);
  }

  /** Samples of this process, the load generator. */
  public synchronized List<ProcessSample> generator() {
    return List.copyOf(generator);
  }

  /** Counts of the connections opened from this host; empty if the platform does not count. */
  public synchronized List<ConnectionSample> connections() {
    return List.copyOf(connections);
  }

  /** Samples of the service's container; empty if it runs in none. */
  public synchronized List<CgroupSample> serviceCgroup() {
    return List.copyOf(serviceCgroup);
  }

  /** Samples of the host: CPU time, steal time, wall clock. */
  public synchronized List<HostSample> host() {
    return List.copyOf(host);
  }

  /** Ends the thread and takes a last sample, unless the calling thread is interrupted. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
      sample();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
