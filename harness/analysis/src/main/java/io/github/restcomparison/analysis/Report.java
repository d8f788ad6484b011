package io.github.restcomparison.analysis;

import io.github.restcomparison.analysis.curves.CapacityCurves;
import io.github.restcomparison.analysis.curves.CapacityReport;
import io.github.restcomparison.analysis.curves.Curves;
import io.github.restcomparison.analysis.curves.MemoryCurves;
import io.github.restcomparison.analysis.curves.SweepCurves;
import io.github.restcomparison.analysis.curves.SweepReport;
import io.github.restcomparison.analysis.html.ChartData;
import io.github.restcomparison.analysis.html.CurvesPage;
import io.github.restcomparison.analysis.html.HtmlPage;
import io.github.restcomparison.analysis.html.Overview;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Summary;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.study.StudyPage;
import io.github.restcomparison.analysis.study.StudyTable;
import io.github.restcomparison.analysis.text.CsvTable;
import io.github.restcomparison.analysis.text.MarkdownPage;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.PlanFile;
import io.github.restcomparison.records.plan.StartCommand;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.study.Studies;
import io.github.restcomparison.records.study.Study;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** From the records in the folder of a comparison to its pages. */
public final class Report {
  /** What the page of a study is called. */
  public static final String STUDY_PAGE = "study.md";

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  private Report() {}

  /**
   * Reads {@code runs/*}{@code /run.json} and writes {@code comparison.json}, {@code .csv}, {@code
   * .md} and {@code index.html} beside {@code runs}. A record that cannot be read is named on the
   * pages and left out of every figure.
   *
   * @param comparison the folder of the comparison
   * @return what the pages say
   * @throws IOException in one line, where there is no record that can be read, or a page cannot be
   *     written
   */
  public static Comparison write(Path comparison) throws IOException {
    return write(comparison, RunMetrics.ALL);
  }

  /**
   * The same with other figures than the usual ones.
   *
   * @param metrics that the pages show
   */
  static Comparison write(Path comparison, List<RunMetric> metrics) throws IOException {
    RecordedRuns runs = RecordedRuns.read(comparison);
    Comparison summary = Summary.of(runs, metrics);
    write(comparison.resolve("comparison.json"), JSON.writeValueAsString(summary) + "\n");
    write(comparison.resolve("comparison.csv"), CsvTable.render(runs, metrics));
    write(comparison.resolve("comparison.md"), MarkdownPage.render(summary));
    ChartData data = ChartData.of(runs, Summary.variants(runs), summary);
    Overview overview = Overview.of(runs, summary, data, StartCommand.in(comparison));
    write(
        comparison.resolve("index.html"),
        HtmlPage.render(summary, overview, data, StudyTable.of(runs, summary)));
    return summary;
  }

  /**
   * Writes {@code index.html} and a Markdown page of a sweep, of a search for capacity, or of
   * thousands that wait.
   *
   * @return what they say; empty where the folder holds none of these
   * @throws IOException where a record cannot be read, or a page cannot be written
   */
  public static Optional<Curves> writeCurves(Path folder) throws IOException {
    Optional<SweepPlan> sweep = SweepPlan.in(folder);
    if (sweep.isPresent()) {
      return Optional.of(
          sweep.get().runs().memory()
              ? write(folder, "memory.md", MemoryCurves.of(sweep.get(), folder))
              : write(folder, "sweep.md", SweepCurves.of(SweepReport.read(sweep.get(), folder))));
    }
    Optional<CapacityPlan> capacity = CapacityPlan.in(folder);
    return capacity.isPresent()
        ? Optional.of(
            write(
                folder,
                "capacity.md",
                CapacityCurves.of(CapacityReport.read(capacity.get(), folder))))
        : Optional.empty();
  }

  /**
   * Writes what is not a comparison: {@code index.html} and a Markdown page.
   *
   * @param markdown what the latter is called
   * @return what they say
   * @throws IOException where a page cannot be written
   */
  public static Curves write(Path folder, String markdown, Curves curves) throws IOException {
    write(folder.resolve(markdown), CurvesPage.markdown(curves));
    write(folder.resolve("index.html"), CurvesPage.html(curves));
    return curves;
  }

  /** The study that a folder has the experiments of; empty where it has none of any. */
  public static Optional<Study> study(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(folder)) {
      for (Path each : folders.filter(Files::isDirectory).sorted().toList()) {
        Optional<ExperimentPlan> plan = PlanFile.in(each).read();
        if (plan.flatMap(ExperimentPlan::study).isPresent()) {
          return plan.flatMap(ExperimentPlan::study).map(part -> Studies.study(part.name()));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Writes the pages of all experiments of a study that there are, and {@code study.md} beside
   * them.
   *
   * @param folder that has a folder for each load of the study
   * @throws IOException where an experiment cannot be read, or a page cannot be written
   */
  public static void writeStudy(Path folder, Study study) throws IOException {
    List<StudyPage.Part> parts = new ArrayList<>();
    for (Study.Load load : study.loads()) {
      Path experiment = folder.resolve(load.name());
      if (Files.isDirectory(experiment.resolve("runs"))) {
        Comparison summary = write(experiment);
        RecordedRuns runs = RecordedRuns.read(experiment);
        StudyPage.Part.of(load.name(), runs, summary).ifPresent(parts::add);
      }
    }
    write(folder.resolve(STUDY_PAGE), StudyPage.render(study, parts));
  }

  private static void write(Path file, String content) throws IOException {
    RunFolder.writeWhole(file, content.getBytes(StandardCharsets.UTF_8));
  }
}
