package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.ThroughputLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The record of a run, and where it is.
 *
 * @param folder relative to the folder of the comparison, with slashes
 * @param samples beside the record; absent where there are none
 */
public record RecordedRun(String folder, RunRecord record, Optional<RunSamples> samples) {

  /**
   * Reads the record of a run.
   *
   * @param comparison the folder of the comparison
   * @param folder of the run, within it
   * @throws IOException in one line, where it is no record that can be used
   */
  static RecordedRun read(Path comparison, Path folder) throws IOException {
    RunFolder run = new RunFolder(folder);
    RunRecord record = run.readRecord();
    Optional<String> flaw = flaw(record);
    if (flaw.isPresent()) {
      throw new IOException(run.recordFile() + " is not a record: " + flaw.get());
    }
    return new RecordedRun(
        comparison.relativize(folder).toString().replace('\\', '/'), record, run.readSamples());
  }

  /** JSON that is whole may still be of another version, or say what cannot be. */
  private static Optional<String> flaw(RunRecord record) {
    if (record.schema() < 1 || record.schema() > RunRecord.SCHEMA) {
      return Optional.of("its schema is %d, not %d".formatted(record.schema(), RunRecord.SCHEMA));
    }
    if (record.round() < 1) {
      return Optional.of("round = " + record.round());
    }
    try {
      limits(record);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static ThroughputLimits limits(RunRecord record) {
    return record.settings().limits();
  }

  public String variant() {
    return record.variant();
  }

  /** What the settings of the run allow. */
  public ThroughputLimits limits() {
    return limits(record);
  }

  /** The schedule by which requests came; absent in a closed model. */
  public Optional<OpenModel> open() {
    return record.settings().open();
  }

  public boolean isValid() {
    return record.status() == RunRecord.Status.VALID;
  }

  /** Whether the requests of all users waited in the service at once, and all were answered. */
  public boolean allWaitedAndWereAnswered() {
    return record.status() != RunRecord.Status.FAILED
        && record.load().map(load -> load.counts().ko() == 0).orElse(false)
        && record.figures().waiting().isPresent();
  }

  /** Whether who asked was compared, and not who answered. */
  public boolean isOfClient() {
    return record.setup().service().containsKey("client");
  }

  /** Whether the service ran in a container. */
  boolean isContained() {
    return record.setup().environment().container().isPresent();
  }

  /** Whether nothing is known of what the service ran in: it did not start, or not for this run. */
  private boolean isAnywhere() {
    return record.setup().environment().serviceJvm().isEmpty();
  }

  /** Whether its service may have run in the same as another's: both in containers, or none. */
  boolean mayRunWhere(RecordedRun other) {
    return isAnywhere() || other.isAnywhere() || isContained() == other.isContained();
  }

  /** Whether service and generator were kept to CPUs of their own. */
  public boolean isPinned() {
    String pinning = record.setup().environment().placement().pinning();
    return pinning != null && !pinning.equals("none");
  }
}
