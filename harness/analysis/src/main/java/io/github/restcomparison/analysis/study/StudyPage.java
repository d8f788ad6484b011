package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Findings;
import io.github.restcomparison.analysis.model.PairSentences;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Fold;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.run.RunPage;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.study.ClaimVerdict.Outcome;
import io.github.restcomparison.analysis.study.ClaimVerdict.Side;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.settings.Count;
import io.github.restcomparison.records.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** The page of a study: the publication, the verdict on each claim, and all loads. */
public final class StudyPage {
  private static final double GIBI = 1 << 30;

  /** The success rate, which FAILED runs have, too. */
  private static final RunMetric SUCCESS =
      RunMetric.of(
          "success",
          "%",
          record ->
              record
                  .load()
                  .map(load -> 100.0 * load.counts().ok() / load.counts().requests())
                  .orElse(Double.NaN));

  /** The measured figures in the order of the page; studies name them by the head of the column. */
  static final List<RunMetric> MEASURED =
      List.of(
          RunMetric.THROUGHPUT,
          RunMetric.MEAN,
          RunMetric.MIN,
          RunMetric.MAX,
          RunMetric.BYTES,
          RunMetric.IN_FLIGHT,
          SUCCESS);

  private StudyPage() {}

  /**
   * Returns the page.
   *
   * @param experiments of the study that were run, by the names of their loads
   */
  public static Page of(Study study, SequencedMap<String, Comparison> experiments) {
    List<ClaimVerdict> claims =
        study.claims().stream().map(claim -> ClaimVerdict.of(claim, study, experiments)).toList();
    List<Section> sections = new ArrayList<>();
    sections.addAll(Section.list("changes", "What was changed", study.changes()));
    sections.add(claims(claims));
    experiments.forEach((load, comparison) -> sections.add(loadSection(study, load, comparison)));
    return new Page(head(study, experiments, claims), sections);
  }

  private static Page.Head head(
      Study study, SequencedMap<String, Comparison> experiments, List<ClaimVerdict> claims) {
    List<String> about = new ArrayList<>();
    about.add("Published: " + study.published());
    if (!experiments.isEmpty()) {
      about.add(
          "Run here on %s: ./compare study %s"
              .formatted(host(experiments.firstEntry().getValue().runs()), study.name()));
    }
    return new Page.Head(
        "%s: %s".formatted(study.name(), study.title()),
        experiments.size() < study.loads().size() ? Page.Status.INCOMPLETE : Page.Status.MEASURED,
        "%d of %s decided"
            .formatted(
                claims.stream().filter(each -> each.outcome() != Outcome.NOT_DECIDABLE).count(),
                Count.of(claims.size(), "claim")),
        about,
        claims.stream()
            .map(each -> "%s: %s".formatted(each.claim().statement(), each.outcome().text))
            .toList());
  }

  private static String host(RecordedRuns runs) {
    return "%s of %s, %s, %s"
        .formatted(
            runs.machine().orElse("several hosts"),
            runs.environment(each -> Math.round(each.host().memory() / GIBI) + " GiB")
                .orElse("several sizes of memory"),
            runs.environment(each -> each.host().os()).orElse("several systems"),
            runs.environment(each -> each.host().jdk()).orElse("several JDKs"));
  }

  private static Section claims(List<ClaimVerdict> claims) {
    return Section.table(
        "claims",
        "The claims",
        "A claim is a direction: it holds if the same direction is confirmed here, however large. Two"
            + " variants of one load are compared round by round. Variants of different loads, and"
            + " latencies, are judged by the same rule, one by one; as independent samples if the"
            + " loads differ. Intervals: "
            + PairSentences.TOGETHER
            + " if compared together, else 95 %; equivalence has its own, with its confidence.",
        claims,
        List.of(
            Column.text("published", claim -> claim.claim().statement()),
            Column.text("ratio there", ClaimVerdict::published),
            Column.text("ratio here", ClaimVerdict::measuredRatio),
            Column.text("verdict", claim -> claim.outcome().text),
            Column.text("why", ClaimVerdict::reason)));
  }

  private static Section loadSection(Study study, String load, Comparison comparison) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(Text.of(RunPage.status(comparison) + ": " + comparison.statement()));
    blocks.add(Text.soft(comparison.runs().sentence()));
    blocks.add(Items.of(Findings.of(comparison)));
    blocks.addAll(published(study, load, comparison));
    blocks.add(
        new Fold(
            "Ranking and noise",
            RunPage.ranking(comparison).stream().map(block -> unique(load, block)).toList()));
    int users = comparison.runs().load().concurrency();
    String title =
        study.loads().stream()
            .filter(each -> each.name().equals(load))
            .map(each -> each.nameWith(users))
            .findFirst()
            .orElse(load);
    return new Section(load, title, blocks, false);
  }

  /** Makes the anchor of a heading unique: each load has a ranking. */
  private static Block unique(String load, Block block) {
    return block instanceof Heading(String anchor, String title)
        ? new Heading(load + "-" + anchor, title)
        : block;
  }

  /** Returns the section of a load's own page; empty if it belongs to no study. */
  public static Optional<Section> section(Comparison comparison) {
    return comparison
        .runs()
        .plan()
        .flatMap(ExperimentPlan::study)
        .map(part -> section(Study.of(part.name()), part.load(), comparison));
  }

  private static Section section(Study study, String own, Comparison comparison) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(Text.soft(study.published()));
    List<String> changes =
        study.loads().stream()
            .filter(load -> load.name().equals(own))
            .flatMap(load -> load.changed().stream())
            .toList();
    if (!changes.isEmpty()) {
      blocks.add(Items.of(changes));
    }
    List<ClaimVerdict> claims =
        study.claims().stream()
            .filter(claim -> claim.isWithin(own))
            .map(claim -> ClaimVerdict.of(claim, study, Map.of(own, comparison)))
            .toList();
    if (!claims.isEmpty()) {
      blocks.addAll(claims(claims).blocks());
    }
    blocks.addAll(published(study, own, comparison));
    return new Section("study", "Published and measured: " + study.title(), blocks, false);
  }

  /** Returns the published figures of a load next to the measured ones, if there are some. */
  private static List<Block> published(Study study, String load, Comparison comparison) {
    List<FigureRow> rows = new ArrayList<>();
    List<String> bounds = new ArrayList<>();
    for (Study.Published published : study.figures(load)) {
      Side.of(Map.of(load, comparison), load, published.variant())
          .ifPresent(
              side -> {
                rows.addAll(rows(published, side.variant()));
                bounds.add(side.boundSentence(study));
              });
    }
    return rows.isEmpty()
        ? List.of()
        : List.of(
            Table.of(
                "Published and measured",
                rows,
                List.of(
                    Column.text("variant", row -> row.of.variant()),
                    Column.text("as published", row -> row.of.system()),
                    Column.text("figure", FigureRow::figure),
                    new Column<>("published", row -> Numbers.of(row.published)),
                    new Column<>(
                        "measured", row -> row.bound + Numbers.interval(row.here, Numbers::of)))),
            Items.of(bounds));
  }

  /** A published figure of a variant, and the measured one with an optional bound before it. */
  private record FigureRow(
      Study.Published of, String figure, double published, String bound, Estimate here) {}

  private static List<FigureRow> rows(Study.Published of, VariantRuns variant) {
    List<FigureRow> rows = new ArrayList<>();
    for (RunMetric metric : MEASURED) {
      List<RecordedRun> runs = metric == SUCCESS ? variant.runs() : variant.ranked();
      of.figure(metric.head())
          .ifPresent(
              there ->
                  rows.add(
                      new FigureRow(
                          of,
                          metric.head(),
                          there,
                          variant.boundPrefix(metric),
                          metric.figure(runs))));
    }
    int requests = of.requests().orElse(0);
    RunMetric together =
        RunMetric.of("together", "ms", run -> 1e3 * requests / RunMetric.THROUGHPUT.valueIn(run));
    of.wholeMs()
        .map(all -> all.stream().mapToDouble(Integer::doubleValue).toArray())
        .map(all -> Estimate.ofMedian(all).value())
        .ifPresent(
            there ->
                rows.add(
                    new FigureRow(
                        of,
                        Count.of(requests, "request") + " together, ms",
                        there,
                        "",
                        together.figure(variant.ranked()))));
    return rows;
  }
}
