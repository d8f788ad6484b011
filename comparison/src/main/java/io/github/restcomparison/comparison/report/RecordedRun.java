package io.github.restcomparison.comparison.report;

import io.github.restcomparison.comparison.record.Bounds;
import io.github.restcomparison.comparison.record.RunFolder;
import io.github.restcomparison.comparison.record.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The record of a run, and where it is.
 *
 * @param folder relative to the folder of the comparison, with slashes
 */
record RecordedRun(String folder, RunRecord record) {

  /**
   * Reads the record of a run.
   *
   * @param comparison the folder of the comparison
   * @param folder of the run, within it
   * @throws IOException in one line, where it is no record that can be used
   */
  static RecordedRun read(Path comparison, Path folder) throws IOException {
    RunRecord record = new RunFolder(folder).readRecord();
    Optional<String> flaw = flaw(record);
    if (flaw.isPresent()) {
      throw new IOException(folder.resolve("run.json") + " is not a record: " + flaw.get());
    }
    return new RecordedRun(comparison.relativize(folder).toString().replace('\\', '/'), record);
  }

  /** JSON that can be read may still lack what no page can do without. */
  private static Optional<String> flaw(RunRecord record) {
    if (record.schema() != RunRecord.SCHEMA) {
      return Optional.of("its schema is %d, not %d".formatted(record.schema(), RunRecord.SCHEMA));
    }
    Map<String, Object> needed = new LinkedHashMap<>();
    needed.put("variant", record.variant());
    needed.put("startedAt", record.startedAt());
    needed.put("status", record.status());
    needed.put("reasons", record.reasons());
    needed.put("notes", record.notes());
    needed.put("settings", record.settings());
    needed.put("service", record.service());
    needed.put("environment", record.environment());
    Optional<String> missing =
        needed.entrySet().stream()
            .filter(entry -> entry.getValue() == null)
            .map(entry -> "it has no " + entry.getKey())
            .findFirst();
    return missing.isPresent() ? missing : impossible(record);
  }

  private static Optional<String> impossible(RunRecord record) {
    if (record.round() < 1) {
      return Optional.of("round = " + record.round());
    }
    try {
      bounds(record);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static Bounds bounds(RunRecord record) {
    return new Bounds(
        record.settings().users(),
        record.settings().workers(),
        Duration.ofMillis(record.settings().delayMs()));
  }

  String variant() {
    return record.variant();
  }

  /** What the settings of the run allow. */
  Bounds bounds() {
    return bounds(record);
  }

  boolean isValid() {
    return record.status() == RunRecord.Status.VALID;
  }

  /** Whether service and generator were kept to CPUs of their own. */
  boolean isPinned() {
    String pinning = record.environment().pinning();
    return pinning != null && !pinning.equals("none");
  }
}
