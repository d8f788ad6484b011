package io.github.restcomparison.records;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The folder of one run: {@code run.json} and {@code samples.json}. */
public record RunFolder(Path path) {
  /** Returns the file of the run's record. */
  public Path recordFile() {
    return path.resolve("run.json");
  }

  /** Returns the file of the run's samples. */
  public Path samplesFile() {
    return path.resolve("samples.json");
  }

  /**
   * Writes both files, the record last: a run with a record is complete.
   *
   * @throws IOException if they cannot be written; former files are unchanged
   */
  public void write(RunRecord record, RunSamples samples) throws IOException {
    JsonFiles.writeCompact(samplesFile(), samples);
    write(record);
  }

  /**
   * Writes the record of a run without samples.
   *
   * @throws IOException if it cannot be written; a former file is unchanged
   */
  public void write(RunRecord record) throws IOException {
    JsonFiles.write(recordFile(), record);
  }

  /**
   * Reads the record.
   *
   * @throws IOException if it is invalid or of another version, with one line that names the file
   */
  public RunRecord readRecord() throws IOException {
    RunRecord record = JsonFiles.read(recordFile(), RunRecord.class);
    if (record.schema() != RunRecord.SCHEMA || record.round() < 1) {
      throw new IOException(
          "%s is not a record: schema %d must be %d, and round %d must be 1 or more"
              .formatted(recordFile(), record.schema(), RunRecord.SCHEMA, record.round()));
    }
    return record;
  }

  /**
   * Reads the samples; empty if the run ended before they were written.
   *
   * @throws IOException if they are invalid, with one line that names the file
   */
  public Optional<RunSamples> readSamples() throws IOException {
    return JsonFiles.find(samplesFile(), RunSamples.class);
  }

  /**
   * Replaces a file, or creates it and its folder, after the content is on the disk. A crash or a
   * full disk leaves either the old or the new file.
   *
   * @throws IOException if it cannot be written, with one line that names it
   */
  public static void writeWhole(Path file, byte[] content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (FileOutputStream out = new FileOutputStream(part.toFile())) {
        out.write(content);
        out.getFD().sync();
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      part.toFile().delete();
      throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
