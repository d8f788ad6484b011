package io.github.restcomparison.runner.log;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.UnaryOperator;

/** The requests of the warm-up in Gatling's log, which are no part of the measured load. */
public final class WarmUpRecords {
  private static final int BUFFER_BYTES = 1 << 16;

  private WarmUpRecords() {}

  /**
   * Removes the requests of {@link GatlingLog#warmUpNames} from a log, successful, failed and not
   * built ones, so that neither the figures nor Gatling's report contain them. All other records
   * stay. The log is replaced only once it is complete; it must not be open for writing.
   *
   * @param hide hides secrets in the names and messages of the other records
   * @throws IOException if the log cannot be read or written, is damaged, or is not of Gatling
   *     3.15; the message is one line, and the log stays as it was
   */
  public static void removeFrom(Path log, UnaryOperator<String> hide) throws IOException {
    Path rest = log.resolveSibling(log.getFileName() + ".tmp");
    try {
      copyRest(log, rest, hide);
      Files.move(rest, log, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(rest);
    }
  }

  private static void copyRest(Path log, Path rest, UnaryOperator<String> hide) throws IOException {
    try (LogReader reader = LogReader.open(log);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(rest), BUFFER_BYTES);
        LogWriter writer = new LogWriter(out, reader.runStartMs(), hide)) {
      try (InputStream runRecord = Files.newInputStream(log)) {
        out.write(runRecord.readNBytes(Math.toIntExact(reader.position())));
      }
      while (reader.next()) {
        if (!isOfWarmUp(reader)) {
          writer.write(reader);
        }
      }
    }
  }

  /** Gatling's message on a request that it could not build begins with the request's name. */
  private static boolean isOfWarmUp(LogReader record) {
    return switch (record.type()) {
      case REQUEST -> record.name().startsWith(GatlingLog.WARM_UP);
      case ERROR -> record.message().startsWith(GatlingLog.WARM_UP);
      default -> false;
    };
  }
}
