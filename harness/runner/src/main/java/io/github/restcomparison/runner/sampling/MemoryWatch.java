package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.WaitingMemory.Snapshot;
import io.github.restcomparison.runner.service.JvmProbe;
import io.github.restcomparison.runner.service.RunningService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the memory of a service once, while the requests of all users wait in it. It triggers a
 * full garbage collection, which pauses the service: the speed of such a run is not comparable.
 */
public final class MemoryWatch implements AutoCloseable {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);
  private static final Pattern BUFFERS = Pattern.compile("(?m)^TCP: .* mem (\\d+)$");
  private static final long PAGE = 4_096;

  private final ProcessTree processes;
  private final Optional<JvmProbe> probe;
  private final LongSupplier waiting;
  private final int users;
  private final Thread thread = Thread.ofPlatform().daemon().name("waiting").unstarted(this::poll);
  private boolean hasBegun;
  private Snapshot before;
  private volatile WaitingMemory result;

  /**
   * Prepares the thread.
   *
   * @param service with processes of this host
   * @param waiting returns the number of requests that wait now
   * @param users the number that must wait concurrently for the measurement
   */
  public MemoryWatch(RunningService service, LongSupplier waiting, int users) {
    this.processes = new ProcessTree(service.processes(), service::cpuMs);
    this.probe = service.probe();
    this.waiting = waiting;
    this.users = users;
  }

  /**
   * Measures the memory without waiting requests, and starts to poll. Only the first call has an
   * effect; concurrent calls return when it is done.
   */
  public synchronized void begin() {
    if (!hasBegun) {
      hasBegun = true;
      try {
        before = read();
        thread.start();
      } catch (RuntimeException e) {
        // The service has ended, which a gate reports.
      }
    }
  }

  private void poll() {
    try {
      // Twice in a row: requests that were sent before the first check have arrived at the second.
      boolean didAllWait = false;
      while (result == null) {
        long now = waiting.getAsLong();
        if (now >= users && didAllWait) {
          result = new WaitingMemory(now, before, read());
        }
        didAllWait = now >= users;
        Thread.sleep(POLL_INTERVAL);
      }
    } catch (InterruptedException | RuntimeException e) {
      // closed, or the service has ended, which a gate reports
    }
  }

  private Snapshot read() {
    double heap = probe.map(each -> (double) each.heapAfterGc()).orElse(Double.NaN);
    ProcessSample sum = processes.sample().orElseThrow();
    return new Snapshot(heap, sum.rss(), sum.threads(), socketBuffers());
  }

  /**
   * Returns the memory of all TCP sockets of the host in bytes: proc(5), {@code
   * /proc/net/sockstat}.
   */
  private static double socketBuffers() {
    try {
      Matcher pages = BUFFERS.matcher(Files.readString(Path.of("/proc/net/sockstat")));
      return pages.find() ? Long.parseLong(pages.group(1)) * PAGE : Double.NaN;
    } catch (IOException e) {
      return Double.NaN; // not Linux
    }
  }

  /** Returns the measurement; empty if the requests of all users never waited concurrently. */
  public Optional<WaitingMemory> result() {
    return Optional.ofNullable(result);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
