package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Run;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.study.StudyTable;
import io.github.restcomparison.analysis.text.PairRow;
import io.github.restcomparison.analysis.text.RelativeLink;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code index.html}: one file that needs no network. The template escapes every value; the charts
 * are drawn by the only two scripts that the page's policy lets run.
 */
public final class HtmlPage {

  private static final PageTemplate TEMPLATE = PageTemplate.of("index.html.mustache");
  private static final PageScript ECHARTS = PageScript.echarts();
  private static final PageScript CHARTS = PageScript.charts();

  private HtmlPage() {}

  /**
   * The page.
   *
   * @param study that its experiment is part of
   */
  public static String render(
      Comparison comparison, Overview overview, ChartData data, Optional<StudyTable> study) {
    return TEMPLATE.fill(
        new Page(
            ECHARTS.hash() + " " + CHARTS.hash(),
            PageTemplate.json(data),
            ECHARTS.text(),
            CHARTS.text(),
            !data.variants().isEmpty(),
            !data.runs().isEmpty(),
            comparison,
            overview,
            study,
            comparison.variants().stream().map(HtmlPage::bound).toList(),
            data.intervals(),
            PairRow.all(comparison),
            !data.overheads().isEmpty(),
            FigureTable.all(comparison),
            SettingsTable.of(comparison),
            runs(comparison),
            Stream.concat(
                    comparison.unreadable().stream(),
                    comparison.leftOut().stream().map(each -> "left out: " + each))
                .toList()));
  }

  /** What the template may ask for. */
  private record Page(
      String policy,
      String data,
      String echarts,
      String charts,
      boolean hasFigures,
      boolean hasTimelines,
      Comparison comparison,
      Overview overview,
      Optional<StudyTable> study,
      List<BoundLine> limits,
      List<PairIntervals> intervals,
      List<PairRow> pairs,
      boolean hasOverheads,
      List<FigureTable> figures,
      SettingsTable settings,
      List<RunLine> runs,
      List<String> notices) {

    public boolean hasNotices() {
      return !notices.isEmpty();
    }

    public boolean hasFindings() {
      return !comparison.findings().isEmpty();
    }

    public boolean hasRanking() {
      return !comparison.ranking().isEmpty();
    }

    public boolean hasPairs() {
      return !pairs.isEmpty();
    }
  }

  /** What held a variant back; or why nothing can be said of it. */
  private record BoundLine(
      String name, Optional<String> bound, Optional<String> objection, Optional<String> unseen) {}

  private static BoundLine bound(Variant variant) {
    return new BoundLine(
        variant.name(),
        variant.boundBy(),
        variant.status() == Status.VALID
            ? Optional.empty()
            : Optional.of(
                variant.status() + ", not ranked. " + String.join(" ", variant.objections())),
        variant.notSeen());
  }

  /** A run, what is to be said of it, and where its details are. */
  private record RunLine(String variant, Run run) {

    /** {@code 7 of 8, not host}. */
    String gates() {
      List<String> shut =
          run.gates().keySet().stream().filter(name -> !run.gates().get(name)).toList();
      int all = run.gates().size();
      String passed = "%d of %d".formatted(all - shut.size(), all);
      return shut.isEmpty() ? passed : passed + ", not " + String.join(", ", shut);
    }

    List<String> remarks() {
      return Stream.concat(run.reasons().stream(), run.notes().stream()).toList();
    }

    Optional<String> gatling() {
      return run.gatlingReport().flatMap(RelativeLink::to);
    }

    Optional<String> record() {
      return RelativeLink.to(run.record());
    }
  }

  private static List<RunLine> runs(Comparison comparison) {
    return Stream.concat(
            comparison.variants().stream()
                .flatMap(each -> each.runs().stream().map(run -> new RunLine(each.name(), run))),
            comparison.controlRuns().entrySet().stream()
                .flatMap(
                    each -> each.getValue().stream().map(run -> new RunLine(each.getKey(), run))))
        .toList();
  }
}
