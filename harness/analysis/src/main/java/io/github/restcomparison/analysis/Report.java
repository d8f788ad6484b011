package io.github.restcomparison.analysis;

import io.github.restcomparison.analysis.curves.CapacityPage;
import io.github.restcomparison.analysis.curves.MemoryPage;
import io.github.restcomparison.analysis.curves.SweepPage;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.ComparisonJson;
import io.github.restcomparison.analysis.page.HtmlPage;
import io.github.restcomparison.analysis.page.MarkdownPage;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.TerminalPage;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.analysis.run.CsvTable;
import io.github.restcomparison.analysis.run.ProfileSection;
import io.github.restcomparison.analysis.run.RunPage;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.study.StudyPage;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.StudyPlace;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.Plan;
import io.github.restcomparison.records.plan.StartCommand;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/** Turns the records in the folder of a comparison into its pages. */
public final class Report {
  private static final String STUDY = "study";

  /** The file name of the Markdown page of a study. */
  public static final String STUDY_PAGE = STUDY + ".md";

  private Report() {}

  /**
   * Reads {@code runs/*}{@code /run.json} and writes {@code comparison.json}, {@code .csv}, {@code
   * .md} and {@code index.html} next to {@code runs}. A record that cannot be read is named on the
   * pages and excluded from every figure.
   *
   * @param comparison the folder of the comparison
   * @return the content of the pages
   * @throws IOException in one line, if there is no record that can be read, or a page cannot be
   *     written
   */
  public static Result write(Path comparison) throws IOException {
    Result written = read(comparison);
    write(comparison, written.files());
    return written;
  }

  /** The results of an experiment, and its page. */
  public record Result(Comparison comparison, Page page) {
    /** The first screen for a terminal. */
    public String terminal(TerminalStyle style) {
      return TerminalPage.render(page, style);
    }

    /**
     * Returns the content of the files next to {@code runs}, by name: a new format of an experiment
     * is one line here.
     */
    Map<String, String> files() {
      Map<String, String> files = new TreeMap<>(Report.files("comparison", page));
      files.put("comparison.json", ComparisonJson.render(comparison));
      files.put("comparison.csv", CsvTable.render(comparison.runs()));
      return files;
    }
  }

  /**
   * Returns the content of the files of any page, by name: a new format of all pages is one line
   * here.
   */
  private static Map<String, String> files(String name, Page page) {
    return Map.of(name + ".md", MarkdownPage.render(page), "index.html", HtmlPage.render(page));
  }

  /** Reads the records of an experiment and writes nothing. */
  static Result read(Path folder) throws IOException {
    Comparison comparison = Comparison.of(RecordedRuns.read(folder));
    Page page = RunPage.of(comparison, StartCommand.read(folder), StudyPage.section(comparison));
    List<Page.Section> sections = new ArrayList<>(page.sections());
    ProfileSection.of(folder).ifPresent(sections::add);
    return new Result(comparison, new Page(page.head(), page.overview(), sections));
  }

  /**
   * Writes {@code index.html} and a Markdown page of a sweep, of a search for capacity, or of the
   * memory of waiting requests.
   *
   * @return the page; empty if the folder holds none of these
   * @throws IOException if a record cannot be read, or a page cannot be written
   */
  public static Optional<Page> writeCurves(Path folder) throws IOException {
    Optional<Plan> planned = Plan.read(folder);
    if (planned.isEmpty()) {
      return Optional.empty();
    }
    return switch (planned.get()) {
      case SweepPlan plan ->
          Optional.of(
              write(
                  folder,
                  plan.command(),
                  plan.runs().subject() == Subject.MEMORY
                      ? MemoryPage.of(plan, folder)
                      : SweepPage.of(plan, folder)));
      case CapacityPlan plan ->
          Optional.of(write(folder, plan.command(), CapacityPage.of(plan, folder)));
      case ExperimentPlan _, StudyPlan _ -> Optional.empty();
    };
  }

  /**
   * Writes a page that is not of a comparison: {@code index.html} and Markdown.
   *
   * @param name of the latter, without its ending
   * @return the page
   * @throws IOException if a page cannot be written
   */
  public static Page write(Path folder, String name, Page page) throws IOException {
    write(folder, files(name, page));
    return page;
  }

  /**
   * Writes the pages of all experiments of a study that have a record, and {@code study.md} and
   * {@code index.html} next to them.
   *
   * @param folder that has a folder for each experiment of the plan
   * @return the results of its experiments
   * @throws IOException if an experiment cannot be read, or a page cannot be written
   */
  public static List<Comparison> writeStudy(Path folder, StudyPlan plan) throws IOException {
    SequencedMap<String, Comparison> experiments = new LinkedHashMap<>();
    for (Map.Entry<Path, ExperimentPlan> each : plan.experimentFolders(folder).entrySet()) {
      Path experiment = each.getKey();
      if (Files.isDirectory(experiment.resolve("runs"))
          && !RecordedRuns.readSoFar(experiment).runs().isEmpty()) {
        String load = each.getValue().study().map(StudyPlace::load).orElseThrow();
        experiments.put(load, write(experiment).comparison());
      }
    }
    write(folder, STUDY, StudyPage.of(plan.study(), experiments));
    return List.copyOf(experiments.values());
  }

  private static void write(Path folder, Map<String, String> files) throws IOException {
    for (Map.Entry<String, String> file : files.entrySet()) {
      RunFolder.writeWhole(
          folder.resolve(file.getKey()), file.getValue().getBytes(StandardCharsets.UTF_8));
    }
  }
}
