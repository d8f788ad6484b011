package io.github.restcomparison.analysis.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.sizing.Measurements;
import io.github.restcomparison.analysis.sizing.MemoryEnd;
import io.github.restcomparison.analysis.sizing.Validation;
import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a load takes of every variant that was measured, as {@code plan.json} holds it.
 *
 * @param schema the version of this format
 * @param results the folders that it was found from
 * @param plans the variant that takes the fewest nodes first, of as many the one that uses them
 *     least
 * @param validation how well such predictions hold; of no load where no variant has two
 * @param memoryEnds when the heap of each variant is full whose memory was looked at
 * @param notWarm loads whose service was not warm, a sentence each
 */
public record PlanAnswer(
    int schema,
    List<String> results,
    PlanRequest request,
    List<NodePlan> plans,
    Validation validation,
    List<MemoryEnd> memoryEnds,
    List<String> notWarm,
    @JsonIgnore Measurements measurements) {
  private static final int SCHEMA = 1;

  /**
   * Finds it.
   *
   * @param folders of experiments, of sweeps, and of looks at memory
   * @throws IOException where a folder has no results, or none of users who wait for each answer
   */
  public static PlanAnswer of(PlanRequest request, List<Path> folders) throws IOException {
    Measurements measurements = Measurements.read(folders);
    if (measurements.loads().isEmpty()) {
      throw new IOException(
          "%s has no valid run of users who wait for each answer, with the CPU of the service"
              .formatted(folders.getFirst()));
    }
    List<NodePlan> plans =
        measurements.loads().keySet().stream()
            .map(variant -> new Planner(request, variant, measurements).plan())
            .sorted(NodePlan.BY_NODES)
            .toList();
    return new PlanAnswer(
        SCHEMA,
        folders.stream().map(Path::toString).toList(),
        request,
        plans,
        Validation.of(measurements),
        measurements.memoryEnds(),
        measurements.notWarm(),
        measurements);
  }

  /** Who plans for a variant. */
  Planner planner(String variant) {
    return new Planner(request, variant, measurements);
  }

  /**
   * Writes {@code plan.json}, {@code plan.md} and {@code index.html} into a folder, which is made
   * where it is missing.
   *
   * @return what the page says
   */
  public Page write(Path folder) throws IOException {
    Files.createDirectories(folder);
    JsonFiles.write(folder.resolve("plan.json"), this);
    return Report.write(folder, "plan.md", new PlanPage(this).page());
  }
}
