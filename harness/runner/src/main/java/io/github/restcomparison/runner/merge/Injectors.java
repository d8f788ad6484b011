package io.github.restcomparison.runner.merge;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Merges the records of several load generators that loaded the same services together. */
public final class Injectors {
  private Injectors() {}

  /**
   * The first record of some injectors.
   *
   * @throws IOException if there is none
   */
  public static RunRecord first(List<Path> comparisons) throws IOException {
    return InjectorRecord.all(comparisons.getFirst()).stream()
        .findFirst()
        .orElseThrow(() -> new IOException(comparisons.getFirst() + " has no run in it"))
        .record();
  }

  /**
   * Merges the records of one run.
   *
   * @param comparisons the folders of the injectors, which contain their runs
   * @param service what its own host has seen; absent if nobody looked
   * @param run receives the record
   * @throws IOException if a record or log cannot be read, or the merged run cannot be written
   */
  public static RunRecord join(List<Path> comparisons, Optional<ServiceSide> service, RunFolder run)
      throws IOException {
    List<InjectorRecord> shares = new ArrayList<>();
    for (Path comparison : comparisons) {
      shares.addAll(InjectorRecord.all(comparison));
    }
    shares.sort(Comparator.comparingInt(each -> each.share().injector()));
    return new MergedRun(shares, service).write(run);
  }
}
