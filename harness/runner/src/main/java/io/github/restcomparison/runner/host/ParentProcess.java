package io.github.restcomparison.runner.host;

import java.time.Instant;
import java.util.Optional;

/**
 * The process that a measurement belongs to, such as Maven, which starts several Gatling JVMs one
 * after the other. Process ids are reused; together with its start time an id is unique.
 *
 * @param pid its process id
 * @param start when it started; the epoch if the platform does not report it
 */
public record ParentProcess(long pid, Instant start) {

  /** The process of a handle. */
  public static ParentProcess of(ProcessHandle process) {
    return new ParentProcess(process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
  }

  /** Returns the process that {@link #toString} describes; empty if it does not run. */
  public static Optional<ParentProcess> living(String text) {
    return ProcessHandle.allProcesses()
        .map(ParentProcess::of)
        .filter(process -> process.toString().equals(text.strip()))
        .findFirst();
  }

  @Override
  public String toString() {
    return pid + " " + start;
  }
}
