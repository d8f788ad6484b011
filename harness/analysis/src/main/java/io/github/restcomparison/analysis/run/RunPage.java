package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Run;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.Ranking;
import io.github.restcomparison.analysis.page.HtmlPage;
import io.github.restcomparison.analysis.page.Overview;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Cell;
import io.github.restcomparison.analysis.page.Page.Chart;
import io.github.restcomparison.analysis.page.Page.Choice;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Item;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Link;
import io.github.restcomparison.analysis.page.Page.Row;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableHead;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.page.RelativeLink;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of one experiment: the ranking, what held each variant back, figures, pairs, runs. */
public final class RunPage {
  private RunPage() {}

  /**
   * The page.
   *
   * @param charts that the page draws
   * @param study what was published of this load; empty outside of a study
   */
  public static Page of(Comparison comparison, ChartData charts, Optional<Section> study) {
    List<Section> sections = new ArrayList<>();
    sections.add(ranking(comparison));
    sections.add(limits(comparison, !charts.overheads().isEmpty()));
    study.ifPresent(sections::add);
    sections.addAll(FigureTables.of(comparison, !charts.variants().isEmpty()));
    if (comparison.rankedPairs().findAny().isPresent()) {
      sections.add(pairs(comparison, charts.intervals()));
    }
    if (!charts.runs().isEmpty()) {
      sections.add(time());
    }
    sections.add(SettingsTable.of(comparison));
    sections.add(runs(comparison));
    List<String> notices = notices(comparison).toList();
    if (!notices.isEmpty()) {
      sections.add(Page.notices(notices));
    }
    return new Page(head(comparison, charts.begun()), sections);
  }

  private static Page.Head head(Comparison comparison, Optional<String> begun) {
    return new Page.Head(
        "REST comparison",
        comparison.standing(),
        comparison.statementAndPreviews(),
        Stream.of(
                begun.stream(), comparison.plan().machine().stream(), Stream.of(comparison.model()))
            .flatMap(each -> each)
            .toList(),
        comparison.findings());
  }

  private static Stream<String> notices(Comparison comparison) {
    return Stream.of(
            FigureTables.responseSizes(comparison).stream(),
            comparison.unreadable().stream(),
            comparison.leftOut().stream().map(each -> "left out: " + each))
        .flatMap(each -> each);
  }

  /** The bars of the first screen. */
  public static Overview overview(
      Comparison comparison, ChartData charts, Optional<String> command) {
    double full = fullBar(comparison, charts);
    Map<String, Integer> colours =
        HtmlPage.colours(comparison.variants().stream().map(Variant::name));
    Stream<String> remarks =
        Stream.of(
                comparison.variants().stream()
                    .flatMap(
                        each -> each.notSeen().stream().map(what -> each.name() + ", " + what)),
                comparison.variants().stream()
                    .filter(each -> !each.isRanked())
                    .flatMap(
                        each -> each.objections().stream().map(why -> each.name() + ", " + why)),
                notices(comparison))
            .flatMap(each -> each);
    return new Overview(
        command,
        comparison.variants().stream()
            .map(each -> bar(comparison, each, colours.get(each.name()), charts, full))
            .toList(),
        remarks.toList());
  }

  private static Overview.Row bar(
      Comparison comparison, Variant variant, int colour, ChartData charts, double full) {
    Stream<RunMetric> others =
        comparison.shownIn(Output.GLANCE).stream()
            .filter(metric -> metric != RunMetrics.THROUGHPUT);
    return new Overview.Row(
        variant.name(),
        colour,
        percent(variant.medianThroughput(), full),
        charts.variants().stream()
            .filter(each -> each.name().equals(variant.name()))
            .flatMap(each -> each.rounds().stream())
            .map(round -> percent(round.throughput(), full))
            .toList(),
        percent(variant.ceiling().stream().filter(each -> each <= full).findFirst(), full),
        Stream.concat(Stream.of(RunMetrics.THROUGHPUT), others).map(variant::atAGlance).toList(),
        variant.isRanked()
            ? Optional.empty()
            : Optional.of(
                variant.status() + ", not ranked: " + String.join(" ", variant.objections())));
  }

  /** The value of the longest bar: the best round, or a ceiling that lies near. */
  private static double fullBar(Comparison comparison, ChartData charts) {
    return comparison.fullBar(
        charts.variants().stream()
            .flatMap(each -> each.rounds().stream())
            .mapToDouble(ChartData.Point::throughput)
            .max()
            .orElse(1));
  }

  private static OptionalDouble percent(OptionalDouble value, double full) {
    return value.stream().map(each -> percent(each, full)).findFirst();
  }

  private static double percent(double value, double full) {
    return Math.round(1_000 * value / full) / 10.0;
  }

  private static Section ranking(Comparison comparison) {
    List<Block> blocks = new ArrayList<>();
    for (Ranking ranking : comparison.ranking()) {
      blocks.add(new Heading("by-" + ranking.metric(), ranking.title()));
      blocks.add(ranking(ranking));
    }
    blocks.add(
        comparison.ranking().isEmpty()
            ? Text.of("There are no two variants to compare.")
            : Text.soft(
                "Verdicts do not order variants of the same rank. A lead is over each variant of"
                    + " the next rank. In brackets: the 95 % interval of the median; with fewer"
                    + " than 6 rounds the smallest and the largest round."));
    comparison.ending().map(Text::of).ifPresent(blocks::add);
    comparison.noise().forEach(each -> blocks.add(Text.soft(each)));
    return new Section("answer", "Ranking", blocks, false);
  }

  private static Table ranking(Ranking ranking) {
    Stream<Row> ranks =
        ranking.ranks().stream()
            .map(
                rank ->
                    Row.of(
                        List.of(
                            Cell.number(rank.ordinal()),
                            Cell.text(
                                rank.members().stream().map(Ranking.Member::variant).toList()),
                            lines(rank.members().stream().map(Ranking.Member::shown)),
                            lines(rank.members().stream().map(Ranking.Member::ofCeiling)),
                            Cell.text(rank.remarks()))));
    Stream<Row> unranked =
        ranking.unranked().stream()
            .map(
                each ->
                    Row.of(
                        List.of(
                            Cell.number(Numbers.ABSENT),
                            Cell.text(List.of(each.variant())),
                            Cell.number(Numbers.ABSENT),
                            Cell.number(Numbers.ABSENT),
                            FigureTables.objection(each.why()))));
    return new Table(
        ranking.title(),
        List.of(
            new TableHead("rank", true),
            new TableHead("variant", true),
            new TableHead(ranking.head(), false),
            new TableHead("of the ceiling, %", false),
            new TableHead("verdict", true)),
        Stream.concat(ranks, unranked).toList());
  }

  private static Cell lines(Stream<String> lines) {
    return new Cell(lines.toList(), List.of(), -1, false, false);
  }

  private static Section limits(Comparison comparison, boolean hasOverheads) {
    Items items =
        new Items(
            comparison.variants().stream()
                .map(
                    each ->
                        new Item(
                            each.name(),
                            each.boundBy().orElse(""),
                            each.status() == Status.VALID
                                ? ""
                                : each.status()
                                    + ", not ranked. "
                                    + String.join(" ", each.objections()),
                            remark(each)))
                .toList());
    return hasOverheads
        ? Section.of(
            "limits",
            "What held each one back",
            Chart.of(
                "overhead",
                "Overhead of each variant by cause, drawn; the sentences below have the numbers",
                "The mean time of a request beyond its wait of %s ms: throughput is users / (wait + overhead)."
                    .formatted(Numbers.of(comparison.plan().meanWaitMs()))),
            items)
        : Section.of("limits", "What held each one back", items);
  }

  private static String remark(Variant variant) {
    Stream<String> lost =
        variant.status() == Status.VALID ? variant.objections().stream() : Stream.empty();
    return Stream.concat(variant.notSeen().stream(), lost).collect(Collectors.joining("; "));
  }

  private static Section pairs(Comparison comparison, List<PairIntervals> intervals) {
    List<Block> blocks = new ArrayList<>();
    for (PairIntervals each : intervals) {
      blocks.add(
          Chart.of(
              each.id(),
              each.title() + ": the intervals; the table below has the numbers",
              each.title()
                  + ": the interval of each pair, from all rounds; dashed if the pair is undecided;"
                  + " logarithmic. The band is the margin: a pair is decided if its interval lies"
                  + " wholly outside the band, or wholly inside."));
    }
    blocks.add(
        Table.of(
            "Every pair",
            comparison.rankedPairs().toList(),
            List.of(
                Column.text("a against b", pair -> pair.a() + " against " + pair.b()),
                Column.text("by", RunPage::metric),
                new Column<>("ratio a / b", pair -> decimals(pair.ratio(), 3)),
                new Column<>("interval", RunPage::interval),
                new Column<>("p (Holm)", RunPage::p),
                new Column<>("decided", RunPage::decided),
                Column.text("verdict", PairVerdict::verdict))));
    return new Section("pairs", "Every pair", blocks, false);
  }

  private static String metric(PairVerdict pair) {
    return pair.tested() == TestedMetric.THROUGHPUT ? "throughput" : "CPU per request";
  }

  private static String interval(PairVerdict pair) {
    return pair.low().isEmpty()
        ? Numbers.ABSENT
        : "%s to %s (%s %%)"
            .formatted(
                decimals(pair.low(), 3),
                decimals(pair.high(), 3),
                Numbers.of(100 * pair.confidence().orElseThrow()));
  }

  private static String p(PairVerdict pair) {
    return pair.p().orElse(1) < 0.0001 ? "< 0.0001" : decimals(pair.p(), 4);
  }

  private static String decided(PairVerdict pair) {
    return pair.decided() ? "yes" : pair.isUndecided() ? "open" : Numbers.ABSENT;
  }

  private static String decimals(OptionalDouble value, int decimals) {
    return value.isEmpty()
        ? Numbers.ABSENT
        : String.format(Locale.ROOT, "%." + decimals + "f", value.getAsDouble());
  }

  private static Section time() {
    return new Section(
        "time",
        "Time",
        List.of(
            new Chart(
                "time",
                "The chosen run second by second; comparison.csv and the run's samples.json have"
                    + " the numbers",
                "One run second by second, with its warm-up: where does a spike come from?",
                List.of(new Choice("run", "Run"), new Choice("other", "laid over it")),
                null)),
        true);
  }

  /** A run of a variant, or of its control. */
  private record Line(String variant, Run run) {}

  private static Section runs(Comparison comparison) {
    Stream<Line> variants =
        comparison.variants().stream()
            .flatMap(each -> each.runs().stream().map(run -> new Line(each.name(), run)));
    Stream<Line> controls =
        comparison.controlRuns().entrySet().stream()
            .flatMap(each -> each.getValue().stream().map(run -> new Line(each.getKey(), run)));
    return new Section(
        "runs",
        "Runs",
        List.of(
            Text.soft("Gates, remarks, Gatling's reports and raw records."),
            Table.of(
                "Runs",
                Stream.concat(variants, controls).toList(),
                List.of(
                    Column.text("variant", Line::variant),
                    new Column<>("round", line -> Numbers.of(line.run.round())),
                    new Column<>("position", line -> Numbers.of(line.run.position())),
                    Column.text("status", line -> line.run.status().name()),
                    Column.text("gates passed", line -> gates(line.run)),
                    new Column<>("details", true, line -> links(line.run)),
                    new Column<>("remarks", true, line -> remarks(line.run))))),
        true);
  }

  /** {@code 7 of 8, not host}. */
  private static String gates(Run run) {
    List<String> shut =
        run.gates().keySet().stream().filter(name -> !run.gates().get(name)).toList();
    int all = run.gates().size();
    String passed = "%d of %d".formatted(all - shut.size(), all);
    return shut.isEmpty() ? passed : passed + ", not " + String.join(", ", shut);
  }

  private static Cell links(Run run) {
    Stream<Link> gatling =
        run.gatlingReport().flatMap(RelativeLink::to).stream()
            .map(href -> new Link("Gatling's report", href));
    Stream<Link> record =
        RelativeLink.to(run.record()).stream().map(href -> new Link("record", href));
    return new Cell(List.of(), Stream.concat(gatling, record).toList(), -1, true, false);
  }

  private static Cell remarks(Run run) {
    return Cell.text(Stream.concat(run.reasons().stream(), run.notes().stream()).toList());
  }
}
