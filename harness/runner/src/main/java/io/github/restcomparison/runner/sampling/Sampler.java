package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.ConnectionSample;
import io.github.restcomparison.records.RunSamples.HostSample;
import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.runner.load.WarmUp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;
import oshi.util.GlobalConfig;

/**
 * Looks at the service, the generator and the host once a second, in a thread of its own, and tells
 * the warm-up that a second has passed. What a platform does not give is missing from the samples.
 */
public final class Sampler implements AutoCloseable {
  private static final long PERIOD_NANOS = 1_000_000_000;

  static {
    // The last sample may come soon after the one before, and must not be that one once more.
    GlobalConfig.set(GlobalConfig.OSHI_UTIL_MEMOIZER_EXPIRATION, 1);
  }

  private final SystemInfo info = new SystemInfo();
  private final OperatingSystem system = info.getOperatingSystem();
  private final CentralProcessor processor = info.getHardware().getProcessor();
  private final Clock clock;
  private final Optional<Long> servicePid;
  private final Optional<RunQueue> runQueue;
  private final HostCpu hostCpu;
  private final Optional<ServiceProbe> probe;
  private final Optional<Cgroup> cgroup;
  private final WarmUp warmUp;
  private final List<ProcessSample> service = new ArrayList<>();
  private final List<JvmSample> serviceJvm = new ArrayList<>();
  private final List<ProcessSample> generator = new ArrayList<>();
  private final List<HostSample> host = new ArrayList<>();
  private final List<ConnectionSample> connections = new ArrayList<>();
  private final List<CgroupSample> serviceCgroup = new ArrayList<>();
  private final Thread thread;

  /**
   * @param clock stamps every sample
   * @param servicePid of the service's first process; absent where it was not started here
   * @param probe of the service's JVM, where there is one to ask
   * @param cgroup of the service's container, where it runs in one
   * @param warmUp hears every second what the service has used
   */
  public Sampler(
      Clock clock,
      Optional<Long> servicePid,
      Optional<ServiceProbe> probe,
      Optional<Cgroup> cgroup,
      WarmUp warmUp) {
    this.clock = clock;
    this.cgroup = cgroup;
    this.servicePid = servicePid;
    this.runQueue = servicePid.map(RunQueue::of);
    this.hostCpu =
        new HostCpu(
            processor.getLogicalProcessorCount(),
            System.getProperty("os.name").equals("Linux"),
            clock.nowMs(),
            processor.getSystemCpuLoadTicks());
    this.probe = probe;
    this.warmUp = warmUp;
    this.thread = Thread.ofPlatform().daemon().name("sampler").unstarted(this::run);
  }

  /** Takes the first sample, and from then on one every second. */
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
      ticker.looked(System.nanoTime());
    }
  }

  private synchronized void sample() {
    host.add(hostCpu.sample(clock.nowMs(), processor.getSystemCpuLoadTicks(), clock.offsetMs()));
    servicePid
        .flatMap(ProcessHandle::of)
        .flatMap(
            handle ->
                lookAtAll(handle, runQueue.map(RunQueue::waitedMs).orElse(OptionalLong.empty())))
        .ifPresent(service::add);
    look(ProcessHandle.current(), OptionalLong.empty()).ifPresent(generator::add);
    cgroup.flatMap(this::look).ifPresent(serviceCgroup::add);
    probe.flatMap(this::ask).ifPresent(serviceJvm::add);
    long opened = system.getInternetProtocolStats().getTCPv4Stats().getConnectionsActive();
    if (opened > 0) { // where nobody counts it stays 0, though the service's own is one by now
      connections.add(new ConnectionSample(clock.nowMs(), opened));
    }
  }

  private Optional<ProcessSample> look(ProcessHandle handle, OptionalLong runQueueMs) {
    OSProcess process = system.getProcess((int) handle.pid());
    return process == null
        ? Optional.empty()
        : Optional.of(
            new ProcessSample(
                clock.nowMs(),
                process.getKernelTime() + process.getUserTime() + EndedChildren.cpuMs(handle.pid()),
                process.getResidentMemory(),
                process.getThreadCount(),
                runQueueMs));
  }

  /** A web server's processes that a service has put before itself are the service's too. */
  private Optional<ProcessSample> lookAtAll(ProcessHandle handle, OptionalLong runQueueMs) {
    return look(handle, runQueueMs)
        .map(
            first ->
                handle
                    .descendants()
                    .flatMap(child -> look(child, OptionalLong.empty()).stream())
                    .reduce(first, ProcessSample::plus));
  }

  private Optional<CgroupSample> look(Cgroup of) {
    try {
      return Optional.of(of.sample(clock.nowMs()));
    } catch (IOException e) {
      return Optional.empty(); // the container has gone; the run will say so
    }
  }

  private Optional<JvmSample> ask(ServiceProbe jvm) {
    try {
      return Optional.of(jvm.sample(clock::nowMs));
    } catch (RuntimeException e) {
      return Optional.empty(); // the service has died; the run will say so
    }
  }

  private synchronized long serviceCpuMs() {
    return service.isEmpty() ? 0 : service.getLast().cpuMs();
  }

  /** Of the service and its children; none where it was not started here. */
  public synchronized List<ProcessSample> service() {
    return List.copyOf(service);
  }

  private synchronized OptionalLong compilingMs() {
    return serviceJvm.isEmpty() ? OptionalLong.empty() : serviceJvm.getLast().compilingMs();
  }

  /** Of the service's JVM; none where it cannot be asked. */
  public synchronized List<JvmSample> serviceJvm() {
    return List.copyOf(serviceJvm);
  }

  /** Of this process, the load generator. */
  public synchronized List<ProcessSample> generator() {
    return List.copyOf(generator);
  }

  /** Connections opened on this host; none where the platform does not count. */
  public synchronized List<ConnectionSample> connections() {
    return List.copyOf(connections);
  }

  /** Of the service's container; none where it runs in none. */
  public synchronized List<CgroupSample> serviceCgroup() {
    return List.copyOf(serviceCgroup);
  }

  /** Of the host: CPU time, steal, wall clock. */
  public synchronized List<HostSample> host() {
    return List.copyOf(host);
  }

  /** Takes a last sample, unless the thread is interrupted. */
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
