package io.github.restcomparison.comparison.run;

import io.github.restcomparison.comparison.record.RunSamples.JvmSample;
import io.github.restcomparison.comparison.record.RunSamples.ProcessSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Looks at the service and at the generator once a second, in a thread of its own, and tells the
 * warm-up that a second has passed. What a platform does not give is missing from the samples.
 */
final class Sampler implements AutoCloseable {
  private static final long PERIOD_MS = 1_000;

  private final OperatingSystem system = new SystemInfo().getOperatingSystem();
  private final Clock clock;
  private final Optional<Long> servicePid;
  private final Optional<ServiceProbe> probe;
  private final WarmUp warmUp;
  private final List<ProcessSample> service = new ArrayList<>();
  private final List<JvmSample> serviceJvm = new ArrayList<>();
  private final List<ProcessSample> generator = new ArrayList<>();
  private final Thread thread;

  Sampler(Clock clock, Optional<Long> servicePid, Optional<ServiceProbe> probe, WarmUp warmUp) {
    this.clock = clock;
    this.servicePid = servicePid;
    this.probe = probe;
    this.warmUp = warmUp;
    this.thread = Thread.ofPlatform().daemon().name("sampler").unstarted(this::run);
  }

  void start() {
    sample();
    warmUp.start(serviceCpuMs());
    thread.start();
  }

  private void run() {
    long next = System.nanoTime();
    while (!Thread.currentThread().isInterrupted()) {
      next += PERIOD_MS * 1_000_000;
      try {
        Thread.sleep(Math.max(0, (next - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        return;
      }
      sample();
      warmUp.second(clock.nowMs(), serviceCpuMs());
    }
  }

  private synchronized void sample() {
    servicePid.flatMap(this::look).ifPresent(service::add);
    look(ProcessHandle.current().pid()).ifPresent(generator::add);
    probe.flatMap(this::ask).ifPresent(serviceJvm::add);
  }

  private Optional<ProcessSample> look(long pid) {
    OSProcess process = system.getProcess((int) pid);
    return process == null
        ? Optional.empty()
        : Optional.of(
            new ProcessSample(
                clock.nowMs(),
                process.getKernelTime() + process.getUserTime(),
                process.getResidentMemory(),
                process.getThreadCount()));
  }

  private Optional<JvmSample> ask(ServiceProbe jvm) {
    try {
      return Optional.of(jvm.sample(clock.nowMs()));
    } catch (RuntimeException e) {
      return Optional.empty(); // the service has died; the run will say so
    }
  }

  private synchronized long serviceCpuMs() {
    return service.isEmpty() ? 0 : service.getLast().cpuMs();
  }

  synchronized List<ProcessSample> service() {
    return List.copyOf(service);
  }

  synchronized List<JvmSample> serviceJvm() {
    return List.copyOf(serviceJvm);
  }

  synchronized List<ProcessSample> generator() {
    return List.copyOf(generator);
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
