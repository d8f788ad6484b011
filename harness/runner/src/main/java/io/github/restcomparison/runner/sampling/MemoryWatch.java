package io.github.restcomparison.runner.sampling;

import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.WaitingMemory.Held;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/**
 * Looks once at what a service holds while all users wait in it. It has the service collect its
 * garbage, which stops it for a moment: a run that is watched like this is not for comparing speed.
 */
public final class MemoryWatch implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
  private static final Pattern BUFFERS = Pattern.compile("(?m)^TCP: .* mem (\\d+)$");
  private static final long PAGE = 4_096;

  private final long pid;
  private final ServiceProbe probe;
  private final int users;
  private final Thread thread = Thread.ofPlatform().daemon().name("waiting").unstarted(this::run);
  private Optional<Held> before = Optional.empty();
  private volatile Optional<WaitingMemory> seen = Optional.empty();

  /**
   * @param users that wait at once when it looks
   */
  public MemoryWatch(long pid, ServiceProbe probe, int users) {
    this.pid = pid;
    this.probe = probe;
    this.users = users;
  }

  /**
   * Notes what is held before anybody waits, and begins to watch. Only the first call does
   * anything; the others return when it is done.
   */
  public synchronized void begin() {
    if (before.isEmpty()) {
      before = Optional.of(held());
      thread.start();
    }
  }

  private void run() {
    try {
      while (seen.isEmpty()) {
        long waiting = probe.inFlight();
        if (waiting >= users) {
          seen = Optional.of(new WaitingMemory(waiting, before.orElseThrow(), held()));
        }
        Thread.sleep(BETWEEN_LOOKS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // the service has died; the run will say so
    }
  }

  private Held held() {
    long heap = probe.heapAfterGc();
    OSProcess process = new SystemInfo().getOperatingSystem().getProcess((int) pid);
    return new Held(heap, process.getResidentMemory(), process.getThreadCount(), socketBuffers());
  }

  /** As Linux counts them; proc(5), sockstat. */
  private static OptionalLong socketBuffers() {
    try {
      Matcher pages = BUFFERS.matcher(Files.readString(Path.of("/proc/net/sockstat")));
      return pages.find()
          ? OptionalLong.of(Long.parseLong(pages.group(1)) * PAGE)
          : OptionalLong.empty();
    } catch (IOException e) {
      return OptionalLong.empty(); // not Linux
    }
  }

  /** What was seen; empty where never all users waited at once. */
  public Optional<WaitingMemory> seen() {
    return seen;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
