package io.github.restcomparison.runner.host;

import java.time.Instant;
import java.util.Optional;

/**
 * The process that leads a measurement, as files name it: Maven, say, with its several Gatling JVMs
 * one after the other. A process id comes back one day; with the time of its start it does not.
 */
public record ParentProcess(long pid, Instant start) {

  /** That of a handle; the start is that of the epoch where the platform does not tell it. */
  public static ParentProcess of(ProcessHandle process) {
    return new ParentProcess(process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @return the process where it still lives
   */
  public static Optional<ParentProcess> living(String text) {
    String pid = text.strip().split(" ", 2)[0];
    return pid.matches("\\d{1,18}")
        ? ProcessHandle.of(Long.parseLong(pid))
            .filter(ProcessHandle::isAlive)
            .map(ParentProcess::of)
            .filter(process -> process.toString().equals(text.strip()))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return pid + " " + start;
  }
}
