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
 * The record of a run, and its folder.
 *
 * @param folder relative to the folder of the comparison or sweep, with slashes
 * @param samples next to the record; empty if there are none
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

  /** Returns the name of the measured variant. */
  public String variant() {
    return record.variant();
  }

  /** Returns the throughput limits by the settings of the run. */
  public ThroughputLimits limits() {
    return record.settings().limits();
  }

  /**
   * Returns the maximum of requests per second for any service: by users and workers, or in an open
   * model the rate of arrivals; NaN if neither delay nor think time limits it.
   */
  public double ceiling() {
    return open()
        .map(open -> (double) open.requests() / open.seconds())
        .orElse(Double.isInfinite(limits().ceiling()) ? Double.NaN : limits().ceiling());
  }

  /** Returns the schedule of the requests; empty in a closed model. */
  public Optional<OpenModel> open() {
    return record.settings().open();
  }

  public boolean isValid() {
    return record.status() == RunRecord.Status.VALID;
  }

  /**
   * Returns whether the requests of all users waited in the service concurrently, and all got a
   * response.
   */
  public boolean waitedAndSucceeded() {
    return record.status() != RunRecord.Status.FAILED
        && record.load().map(load -> load.counts().ko() == 0).orElse(false)
        && record.extras().waiting().isPresent();
  }

  /** Returns whether HTTP clients were compared, and not services. */
  public boolean isClientRun() {
    return record.subject().service().containsKey("client");
  }

  /** Returns whether the service ran in a container. */
  boolean isInContainer() {
    return record.subject().environment().container().isPresent();
  }

  /**
   * Returns whether both services may have run in the same environment: both in containers, or
   * none. It is unknown for a service that did not start, or was not started here.
   */
  boolean mayShareEnvironment(RecordedRun other) {
    return record.subject().environment().serviceJvm().isEmpty()
        || other.record.subject().environment().serviceJvm().isEmpty()
        || isInContainer() == other.isInContainer();
  }

  /** Returns whether service and generator were pinned to separate CPUs. */
  public boolean isPinned() {
    return record.subject().environment().placement().pinning().isPinned();
  }
}
