package io.github.restcomparison.runner.merge;

import io.github.restcomparison.records.RunRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Several load generators that have loaded the same services together. */
public final class Injectors {
  private Injectors() {}

  /**
   * Joins what they have recorded: one run for each service and round.
   *
   * @param comparisons the folder of each, with its runs
   * @param out gets the joined runs, as a comparison has them
   * @throws IOException where a record or log cannot be read, or nothing written
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
      joined.add(new MergedRun(shares).write(out));
    }
    return joined;
  }
}
