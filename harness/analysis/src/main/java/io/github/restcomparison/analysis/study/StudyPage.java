package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Fold;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The page of a study: what was published, what became of each claim, and all loads. */
public final class StudyPage {
  private static final double GIBI = 1 << 30;

  private StudyPage() {}

  /**
   * One experiment of it.
   *
   * @param page of the experiment itself
   */
  public record Part(
      StudyExperiment experiment, Comparison comparison, StudyTable table, Page page) {

    /**
     * An experiment; empty if it was not run as part of a study.
     *
     * @param load its name in the study
     */
    public static Optional<Part> of(
        String load, RecordedRuns runs, Comparison comparison, Page page) {
      return StudyTable.of(runs, comparison)
          .map(
              table ->
                  new Part(StudyExperiment.of(load, runs, comparison), comparison, table, page));
    }
  }

  /** The page. */
  public static Page of(Study study, List<Part> parts) {
    List<StudyExperiment> experiments = parts.stream().map(Part::experiment).toList();
    List<ClaimVerdict> claims =
        study.claims().stream().map(claim -> ClaimVerdict.of(claim, study, experiments)).toList();
    List<Section> sections = new ArrayList<>();
    if (!study.changes().isEmpty()) {
      sections.add(Section.of("changes", "What was changed", Items.of(study.changes())));
    }
    sections.add(claims(claims));
    parts.forEach(part -> sections.add(section(part)));
    return new Page(head(study, parts, claims), sections);
  }

  private static Page.Head head(Study study, List<Part> parts, List<ClaimVerdict> claims) {
    boolean quick = parts.stream().map(Part::table).anyMatch(StudyTable::scaled);
    List<String> about = new ArrayList<>();
    about.add("Published: " + study.published());
    if (!parts.isEmpty()) {
      about.add(
          "Run here on %s: ./compare study %s%s"
              .formatted(
                  host(parts.getFirst().comparison().plan()),
                  study.name(),
                  quick ? " --quick" : ""));
    }
    long decided = claims.stream().filter(ClaimVerdict::isDecided).count();
    return new Page.Head(
        "%s: %s".formatted(study.name(), study.title()),
        quick ? "Preview" : parts.size() < study.loads().size() ? "Incomplete" : "Measured",
        "%d of %s decided%s"
            .formatted(
                decided,
                Numbers.count(claims.size(), "claim"),
                quick ? "; scaled down: not comparable with what was published" : ""),
        about,
        claims.stream().map(claim -> "%s: %s".formatted(claim.says(), claim.verdict())).toList());
  }

  private static String host(Conditions plan) {
    return "%s of %s, %s, %s"
        .formatted(
            plan.machine().orElse("several hosts"),
            plan.host()
                .memory()
                .map(bytes -> Math.round(bytes / GIBI) + " GiB")
                .orElse("several sizes of memory"),
            plan.host().os().orElse("several systems"),
            plan.host().jdk().orElse("several JDKs"));
  }

  private static Section claims(List<ClaimVerdict> claims) {
    return Section.table(
        "claims",
        "What became of its claims",
        "A claim is a direction: it holds if the same direction is shown here, however large. Two"
            + " variants of one load are compared round by round. Those of different loads, and"
            + " latencies, are judged by the same rule, one by one; as independent samples if the"
            + " loads differ.",
        claims,
        List.of(
            Column.text("published", ClaimVerdict::says),
            Column.text("ratio there", ClaimVerdict::published),
            Column.text("ratio here", ClaimVerdict::here),
            Column.text("verdict", ClaimVerdict::verdict),
            Column.text("why", ClaimVerdict::because)));
  }

  private static Section section(Part part) {
    Page page = part.page();
    List<Block> blocks = new ArrayList<>();
    blocks.add(Text.of(page.head().status() + ": " + page.head().statement()));
    blocks.add(Text.soft(part.comparison().model()));
    blocks.add(Items.of(page.head().findings()));
    blocks.addAll(published(part.table()));
    List<Block> ranking =
        page.sections().stream()
            .filter(section -> section.id().equals("answer"))
            .flatMap(section -> section.blocks().stream())
            .map(block -> unique(part, block))
            .toList();
    blocks.add(new Fold("Ranking and noise", ranking));
    return new Section(part.experiment().load(), part.experiment().load(), blocks, false);
  }

  /** Several loads have a ranking each; a page has every anchor once. */
  private static Block unique(Part part, Block block) {
    return block instanceof Heading(String anchor, String title)
        ? new Heading(part.experiment().load() + "-" + anchor, title)
        : block;
  }

  /** The section of a load's own page. */
  public static Section section(StudyTable study) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(Text.soft(study.published()));
    if (study.scaled()) {
      blocks.add(
          Text.of(
              "This experiment is scaled down: its figures are not comparable with those that were"
                  + " published."));
    }
    if (!study.changes().isEmpty()) {
      blocks.add(Items.of(study.changes()));
    }
    if (study.hasClaims()) {
      blocks.addAll(claims(study.claims()).blocks());
    }
    blocks.addAll(published(study));
    return new Section("study", "Published and measured: " + study.title(), blocks, false);
  }

  private static List<Block> published(StudyTable table) {
    return table.hasRows()
        ? List.of(
            Table.of(
                "Published and measured",
                table.rows(),
                List.of(
                    Column.text("variant", StudyTable.Row::variant),
                    Column.text("as published", StudyTable.Row::system),
                    Column.text("figure", StudyTable.Row::figure),
                    new Column<>("published", StudyTable.Row::published),
                    new Column<>("measured", StudyTable.Row::measured))),
            Items.of(table.explained()))
        : List.of();
  }
}
