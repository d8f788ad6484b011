package io.github.restcomparison.analysis.runs;

import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.ThroughputLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The record of a run, and where it is.
 *
 * @param folder relative to the folder of the comparison or sweep, with slashes
 * @param samples beside the record; absent if there are none
 */
public record RecordedRun(String folder, RunRecord record, Optional<RunSamples> samples) {

  /**
   * Reads the record of a run. Samples that cannot be read are missing: all figures are in the
   * record.
   *
   * @param within the folder of the comparison or sweep
   * @param folder of the run, within it
   * @param damaged gets a line if the samples cannot be read
   * @throws IOException in one line, if it is not a record of this version
   */
  static RecordedRun read(Path within, Path folder, List<String> damaged) throws IOException {
    RunFolder run = new RunFolder(folder);
    String name = within.relativize(folder).toString().replace('\\', '/');
    RunRecord record = run.readRecord();
    try {
      return new RecordedRun(name, record, run.readSamples());
    } catch (IOException e) {
      damaged.add("%s/samples.json cannot be read: %s".formatted(name, reason(e)));
      return new RecordedRun(name, record, Optional.empty());
    }
  }

  /** Returns why a file is not a record. Parsers quote what they found, line ends and all. */
  static String reason(IOException e) {
    return e.getMessage().lines().findFirst().orElse("").replaceFirst("^.*? is not a record: ", "");
  }

  /** The name of the variant that was measured. */
  public String variant() {
    return record.variant();
  }

  /** What the settings of the run allow. */
  public ThroughputLimits limits() {
    return record.settings().limits();
  }

  /**
   * Requests per second that no service can pass: what users and workers allow, or in an open model
   * the rate at which requests arrive; NaN if neither delay nor think time bound it.
   */
  public double ceiling() {
    return open()
        .map(open -> (double) open.requests() / open.seconds())
        .orElse(Double.isInfinite(limits().ceiling()) ? Double.NaN : limits().ceiling());
  }

  /** The schedule of the requests; absent in a closed model. */
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
        && record.extras().waiting().isPresent();
  }

  /** Whether HTTP clients were compared, and not services. */
  public boolean isOfClient() {
    return record.subject().service().containsKey("client");
  }

  /** Whether the service ran in a container. */
  boolean isContained() {
    return record.subject().environment().container().isPresent();
  }

  /**
   * Whether both services may have run in the same: both in containers, or none. One that did not
   * start, or was not started here, may have.
   */
  boolean mayRunWhere(RecordedRun other) {
    return record.subject().environment().serviceJvm().isEmpty()
        || other.record.subject().environment().serviceJvm().isEmpty()
        || isContained() == other.isContained();
  }

  /** Whether service and generator were held to CPUs of their own. */
  public boolean isPinned() {
    return record.subject().environment().placement().pinning().isPinned();
  }
}
