package io.github.restcomparison.runner.gatlinglog;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the binary simulation.log of Gatling 3.15, the only raw record of a run that Gatling
 * leaves. It goes through the log once, record by record, and keeps nothing but the distinct
 * strings.
 */
public final class SimulationLog {

  /**
   * What the run record says.
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

  /**
   * Receives the records in the order of the log: a request comes when it ends, not when it starts.
   */
  public interface Visitor {
    /**
     * A request that has its answer, or has failed; silent requests are not in the log.
     *
     * @param name without the groups it was made in
     * @param startEpochMs in ms since 1970
     * @param endEpochMs in ms since 1970, not before the start
     * @param ok whether all checks passed
     * @param message why it failed, at most 200 characters, else empty
     */
    void request(String name, long startEpochMs, long endEpochMs, boolean ok, String message);

    /**
     * A virtual user that comes or goes.
     *
     * @param scenario which the user goes through
     * @param start true where it comes, false where it goes
     * @param atEpochMs in ms since 1970
     */
    void user(String scenario, boolean start, long atEpochMs);

    /**
     * A request that could not even be built, and is not among the requests.
     *
     * @param message the name of the request and the reason
     * @param atEpochMs in ms since 1970
     */
    default void error(String message, long atEpochMs) {}
  }

  private SimulationLog() {}

  /**
   * Reads a whole log. A log that ends between two records reads as a good one: whoever needs to
   * know that nothing is missing counts users and requests.
   *
   * @param log a finished simulation.log
   * @param visitor is told every record as it is read, so also those before a damage
   * @return what the log says of the run as a whole
   * @throws SimulationLogException if this is not an undamaged log of Gatling 3.15
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
