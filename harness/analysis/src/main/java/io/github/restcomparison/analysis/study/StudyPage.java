package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.text.MarkdownPage;
import io.github.restcomparison.analysis.text.MarkdownTable;
import io.github.restcomparison.records.study.Study;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/** {@code study.md}: what was published, what became of each claim, and all loads. */
public final class StudyPage {
  private static final String EXPLAINED =
      "A claim is a direction: it holds where the same direction is shown here, however large. Two variants of one load are compared round by round; those of different loads, and latencies, each by itself with the same rule, as independent samples where the loads differ.";

  private static final String RATIOS =
      "The ratios that were published (there) and measured (here):";

  private static final double GIBI = 1 << 30;

  private StudyPage() {}

  /** One experiment of it. */
  public record Part(StudyExperiment experiment, Comparison comparison, StudyTable table) {

    /**
     * An experiment; empty where it was not run as part of a study.
     *
     * @param load its name in the study
     */
    public static Optional<Part> of(String load, RecordedRuns runs, Comparison summary) {
      return StudyTable.of(runs, summary)
          .map(table -> new Part(StudyExperiment.of(load, runs, summary), summary, table));
    }
  }

  public static String render(Study study, List<Part> parts) {
    StringJoiner page = new StringJoiner("\n\n", "", "\n");
    page.add("# %s: %s".formatted(study.name(), study.title()));
    page.add("**Published.** " + study.published());
    boolean quick = parts.stream().map(Part::table).anyMatch(StudyTable::scaled);
    if (!parts.isEmpty()) {
      page.add("**Run here** on %s:".formatted(host(parts.getFirst().comparison().plan())));
      page.add("    ./compare run --study %s%s".formatted(study.name(), quick ? " --quick" : ""));
    }
    if (quick) {
      page.add("*Scaled down: not comparable with what was published.*");
    }
    MarkdownPage.addList(page, study.changes());
    addClaims(page, study, parts.stream().map(Part::experiment).toList());
    parts.forEach(part -> add(page, part));
    return page.toString();
  }

  private static String host(Conditions plan) {
    return "%s logical processors of %s, %s, %s, %s"
        .formatted(
            plan.cpus().map(String::valueOf).orElse("various"),
            MarkdownPage.text(plan.cpu().orElse("several CPUs")),
            plan.memory()
                .map(bytes -> Math.round(bytes / GIBI) + " GiB")
                .orElse("several sizes of memory"),
            MarkdownPage.text(plan.os().orElse("several systems")),
            MarkdownPage.text(plan.jdk().orElse("several JDKs")));
  }

  private static void addClaims(StringJoiner page, Study study, List<StudyExperiment> experiments) {
    List<ClaimVerdict> claims =
        study.claims().stream().map(claim -> ClaimVerdict.of(claim, study, experiments)).toList();
    page.add("## What became of its claims");
    page.add(
        MarkdownTable.of(
            List.of("published", "there", "here", "verdict", "why"),
            Set.of("published", "there", "here", "verdict", "why"),
            claims.stream()
                .map(
                    claim ->
                        List.of(
                            MarkdownPage.text(claim.says()),
                            claim.published(),
                            claim.here(),
                            "**" + claim.verdict() + "**",
                            MarkdownPage.text(claim.because())))));
    page.add(EXPLAINED);
    StudyChart.of(claims).ifPresent(chart -> page.add(RATIOS).add(chart));
  }

  private static void add(StringJoiner page, Part part) {
    Comparison comparison = part.comparison();
    page.add("## " + part.experiment().load());
    page.add(
        "%s. %s"
            .formatted(MarkdownPage.headline(comparison), MarkdownPage.text(comparison.model())));
    MarkdownPage.addList(page, comparison.findings());
    add(page, part.table());
    page.add("<details>\n<summary>Ranking, all figures, and the noise</summary>");
    MarkdownPage.addRanking(page, comparison);
    page.add(MarkdownPage.table(comparison));
    MarkdownPage.addList(page, comparison.noise());
    page.add("</details>");
  }

  private static void add(StringJoiner page, StudyTable table) {
    if (table.rows().isEmpty()) {
      return;
    }
    page.add(
        MarkdownTable.of(
            List.of("variant", "as published", "figure", "published", "measured"),
            Set.of("variant", "as published", "figure"),
            table.rows().stream()
                .map(
                    row ->
                        List.of(
                            MarkdownPage.text(row.variant()),
                            MarkdownPage.text(row.system()),
                            row.figure(),
                            row.published(),
                            row.measured()))));
    MarkdownPage.addList(page, table.explained());
  }
}
