package io.github.restcomparison.runner.gatlinglog;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the binary simulation.log of Gatling 3.15, the only raw data of a run that Gatling writes.
 * One pass, record by record; only the distinct strings are kept in memory.
 */
public final class SimulationLog {

  /**
   * The run record.
   *
   * @param gatlingVersion such as 3.15.1
   * @param simulationClass fully qualified
   * @param startEpochMs what all times of the log are relative to, in ms since 1970; later than the
   *     simulation's {@code before()}, earlier than its first user
   * @param description as given to Gatling, or empty
   * @param scenarios their names, in the order of {@code setUp}
   */
  public record Header(
      String gatlingVersion,
      String simulationClass,
      long startEpochMs,
      String description,
      List<String> scenarios) {}

  /** Receives the records in the order of the log, which has a request where it ended. */
  public interface Visitor {
    /**
     * A request that was answered or failed. Gatling does not log silent requests.
     *
     * @param name without the names of its groups
     * @param startEpochMs in ms since 1970
     * @param endEpochMs in ms since 1970, not before the start
     * @param ok whether all checks passed
     * @param message why it failed, at most 200 characters; empty if it did not
     */
    void request(String name, long startEpochMs, long endEpochMs, boolean ok, String message);

    /**
     * A virtual user that starts or ends.
     *
     * @param scenario that the user executes
     * @param start true if it starts, false if it ends
     * @param atEpochMs in ms since 1970
     */
    void user(String scenario, boolean start, long atEpochMs);

    /**
     * A request that Gatling could not build; it is not among the requests.
     *
     * @param message the name of the request and the reason
     * @param atEpochMs in ms since 1970
     */
    default void error(String message, long atEpochMs) {}
  }

  private SimulationLog() {}

  /**
   * Reads a whole log. A log that was cut between two records looks complete; the caller has to
   * compare the number of users and requests with the expected one.
   *
   * @param log a finished simulation.log
   * @param visitor receives each record as it is read, also those before a damage
   * @return the run record
   * @throws SimulationLogException if the log is damaged, or not of Gatling 3.15
   * @throws IOException if it cannot be read
   */
  public static Header read(Path log, Visitor visitor) throws IOException {
    if (!Files.isRegularFile(log)) {
      throw new SimulationLogException(log, Files.exists(log) ? "not a file" : "does not exist");
    }
    try (ReadableByteChannel channel = Files.newByteChannel(log)) {
      return read(log, channel, visitor);
    }
  }

  static Header read(Path log, ReadableByteChannel channel, Visitor visitor) throws IOException {
    return new LogRecords(log, channel, visitor).read();
  }
}
