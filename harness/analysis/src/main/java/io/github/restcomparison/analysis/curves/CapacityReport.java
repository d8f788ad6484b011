package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.CapacityPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the records of a search for capacity say, each variant with the steps that were tried.
 *
 * @param unreadable the records that cannot be read and are left out, a sentence each
 */
public record CapacityReport(CapacityPlan plan, List<Searched> variants, List<String> unreadable) {

  /** One variant. */
  record Searched(String name, List<Tried> steps) {}

  /** One rate of it, requests per second. */
  record Tried(double rate, CapacityStep step) {}

  public static CapacityReport read(CapacityPlan plan, Path path) throws IOException {
    Slo slo = Slo.of(plan.slo());
    CapacityPlan.Folder folder = new CapacityPlan.Folder(path);
    List<Searched> variants = new ArrayList<>();
    List<String> unreadable = new ArrayList<>();
    for (String variant : plan.runs().design().variants()) {
      List<Tried> steps = new ArrayList<>();
      for (double rate : folder.rates(variant)) {
        List<RunRecord> runs = new ArrayList<>();
        for (RunFolder run : folder.runs(variant, rate)) {
          try {
            runs.add(run.readRecord());
          } catch (IOException e) {
            unreadable.add(e.getMessage());
          }
        }
        steps.add(new Tried(rate, new CapacityStep(slo, runs)));
      }
      variants.add(new Searched(variant, steps));
    }
    return new CapacityReport(plan, variants, unreadable);
  }
}
