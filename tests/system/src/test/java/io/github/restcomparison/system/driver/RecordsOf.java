package io.github.restcomparison.system.driver;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What an experiment of one round has left. */
public final class RecordsOf {
  private RecordsOf() {}

  /** The records in an experiment's folder, by variant. */
  public static Map<String, RunRecord> oneRound(Path experiment) throws IOException {
    Map<String, RunRecord> records = new TreeMap<>();
    try (Stream<Path> runs = Files.list(experiment.resolve("runs"))) {
      for (Path run : runs.toList()) {
        RunRecord record = new RunFolder(run).readRecord();
        records.put(record.variant(), record);
      }
    }
    return records;
  }
}
