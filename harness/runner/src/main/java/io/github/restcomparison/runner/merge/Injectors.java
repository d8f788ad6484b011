package io.github.restcomparison.runner.merge;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Merges the records of several load generators that loaded the same services together. */
public final class Injectors {
  private Injectors() {}

  /**
   * Merges the records to one run for each service and round.
   *
   * @param comparisons the folders of the injectors, which contain their runs
   * @param out receives the merged runs, in the layout of a comparison
   * @throws IOException if a record or log cannot be read, or a merged run cannot be written
   */
  public static List<RunRecord> join(List<Path> comparisons, Path out) throws IOException {
    Map<List<Object>, List<InjectorRecord>> runs = new LinkedHashMap<>();
    for (Path comparison : comparisons) {
      for (InjectorRecord each : InjectorRecord.all(comparison)) {
        runs.computeIfAbsent(
                List.of(each.record().variant(), each.record().round()), key -> new ArrayList<>())
            .add(each);
      }
    }
    List<RunRecord> joined = new ArrayList<>();
    for (List<InjectorRecord> shares : runs.values()) {
      shares.sort(Comparator.comparingInt(each -> each.share().injector()));
      MergedRun merged = new MergedRun(shares, Optional.empty());
      joined.add(merged.write(merged.in(out)));
    }
    return joined;
  }

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
   * @param service what its own host has seen
   * @param run receives the record
   * @throws IOException if a record or log cannot be read, or the merged run cannot be written
   */
  public static RunRecord join(List<Path> comparisons, ServiceSide service, RunFolder run)
      throws IOException {
    List<InjectorRecord> shares = new ArrayList<>();
    for (Path comparison : comparisons) {
      shares.addAll(InjectorRecord.all(comparison));
    }
    shares.sort(Comparator.comparingInt(each -> each.share().injector()));
    return new MergedRun(shares, Optional.of(service)).write(run);
  }
}
