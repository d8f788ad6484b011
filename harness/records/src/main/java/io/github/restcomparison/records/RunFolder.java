package io.github.restcomparison.records;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The folder of one run: {@code run.json} and {@code samples.json}, written whole or not at all.
 */
public record RunFolder(Path path) {
  /** Where a run's record is. */
  public Path recordFile() {
    return path.resolve("run.json");
  }

  /** Where a run's samples are. */
  public Path samplesFile() {
    return path.resolve("samples.json");
  }

  /**
   * Writes both files, the record last: where there is a record, the run is whole.
   *
   * @throws IOException if they cannot be written; files that were there before are as they were
   */
  public void write(RunRecord record, RunSamples samples) throws IOException {
    Files.createDirectories(path);
    JsonFiles.writeCompact(samplesFile(), samples);
    write(record);
  }

  /**
   * Writes the record of a run that has no samples.
   *
   * @throws IOException if it cannot be written; a file that was there before is as it was
   */
  public void write(RunRecord record) throws IOException {
    Files.createDirectories(path);
    JsonFiles.write(recordFile(), record);
  }

  /**
   * Reads the record.
   *
   * @throws IOException if it cannot be read, with one line that names the file
   */
  public RunRecord readRecord() throws IOException {
    return JsonFiles.read(recordFile(), RunRecord.class);
  }

  /**
   * Reads the samples; empty where the run ended before they were written.
   *
   * @throws IOException if they cannot be read, with one line that names the file
   */
  public Optional<RunSamples> readSamples() throws IOException {
    return Files.exists(samplesFile())
        ? Optional.of(JsonFiles.read(samplesFile(), RunSamples.class))
        : Optional.empty();
  }

  /**
   * Replaces a file by a new one that is on the disk before it takes the name, so that a crash or a
   * full disk leaves either the old file or the new one.
   *
   * @throws IOException if it cannot be written
   */
  public static void writeWhole(Path file, byte[] content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (FileChannel channel =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      IOException named = new IOException("cannot write " + file + ": " + e.getMessage(), e);
      try {
        Files.deleteIfExists(part);
      } catch (IOException alsoFailed) {
        named.addSuppressed(alsoFailed);
      }
      throw named;
    }
  }
}
