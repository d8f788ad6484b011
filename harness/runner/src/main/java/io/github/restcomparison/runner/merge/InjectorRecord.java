package io.github.restcomparison.runner.merge;

import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The record of one run by one injector.
 *
 * @param comparison the folder that contains the injector's runs
 * @param samples of the run; absent if it ended before they were written
 */
record InjectorRecord(Path comparison, RunRecord record, Optional<RunSamples> samples) {

  /**
   * Reads all runs of an injector.
   *
   * @throws IOException if a record cannot be read or is not an injector's; the message is one line
   */
  static List<InjectorRecord> all(Path comparison) throws IOException {
    Path runs = comparison.resolve("runs");
    if (!Files.isDirectory(runs)) {
      throw new IOException(runs + " is missing: an injector's comparison/ folder is expected");
    }
    List<InjectorRecord> all = new ArrayList<>();
    try (Stream<Path> folders = Files.list(runs)) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        RunFolder run = new RunFolder(folder);
        RunRecord record = run.readRecord();
        if (record.setup().share().isEmpty()) {
          throw new IOException(run.recordFile() + " is no injector's: it ran without -Dinjector");
        }
        all.add(new InjectorRecord(comparison, record, run.readSamples()));
      }
    }
    return all;
  }

  /** The injector's share of the load. */
  InjectorShare share() {
    return record.setup().share().orElseThrow();
  }

  /** Gatling's log of the run; absent if the run ended before it was written. */
  Optional<Path> log() {
    return record
        .figures()
        .gatlingReport()
        .map(report -> comparison.resolve(report).resolveSibling("simulation.log"));
  }

  /** What the injector's host disturbed. */
  Stream<LeftOut> leftOut() {
    return record.load().stream()
        .flatMap(load -> load.window().leftOut().stream())
        .map(each -> new LeftOut(each.fromMs(), each.toMs(), name() + ": " + each.reason()));
  }

  /** The name of the injector in messages. */
  String name() {
    return share().name();
  }
}
