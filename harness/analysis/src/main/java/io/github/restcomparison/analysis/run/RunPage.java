package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Control;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.model.Ranking;
import io.github.restcomparison.analysis.model.Variant;
import io.github.restcomparison.analysis.model.Words;
import io.github.restcomparison.analysis.page.HtmlPage;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Cell;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Item;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Link;
import io.github.restcomparison.analysis.page.Page.Overview;
import io.github.restcomparison.analysis.page.Page.Row;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableHead;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.page.TimeChart;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of one experiment: the ranking, what held each variant back, figures, pairs, runs. */
public final class RunPage {
  /** A ceiling that is farther above all bars would make them all short. */
  private static final double NEAR = 1.5;

  private final Comparison comparison;
  private final RunCharts charts;
  private final FigureTables tables;

  private RunPage(Comparison comparison) {
    this.comparison = comparison;
    this.charts =
        new RunCharts(
            comparison, comparison.variants().stream().filter(Variant::isRanked).toList());
    this.tables = new FigureTables(comparison, charts);
  }

  /**
   * The page.
   *
   * @param command that began the experiment; empty if it was not written down
   * @param study what was published of this load; empty outside of a study
   */
  public static Page of(Comparison comparison, Optional<String> command, Optional<Section> study) {
    RunPage page = new RunPage(comparison);
    return new Page(page.head(), Optional.of(page.overview(command)), page.sections(study));
  }

  private Page.Head head() {
    List<String> about = new ArrayList<>();
    comparison.runs().runs().stream()
        .map(run -> run.record().identity().startedAt())
        .min(String::compareTo)
        .map(at -> at.length() > 16 ? at.substring(0, 16).replace('T', ' ') + " UTC" : at)
        .ifPresent(about::add);
    comparison.plan().machine().ifPresent(about::add);
    about.add(comparison.plan().sentence());
    return new Page.Head(
        "REST comparison",
        comparison.standing(),
        Stream.concat(Stream.of(comparison.statement()), comparison.previews().stream())
            .collect(Collectors.joining("; ")),
        about,
        comparison.findings());
  }

  private List<Section> sections(Optional<Section> study) {
    List<Section> sections = new ArrayList<>();
    sections.add(ranking());
    sections.add(limits());
    study.ifPresent(sections::add);
    sections.addAll(tables.sections());
    if (comparison.rankedPairs().findAny().isPresent()) {
      sections.add(pairs());
    }
    Optional<TimeChart> time = Timelines.of(comparison.runs().runs());
    time.ifPresent(chart -> sections.add(new Section("time", "Time", List.of(chart), true)));
    sections.add(SettingsTable.of(comparison));
    sections.add(runs());
    List<String> notices = notices();
    if (!notices.isEmpty()) {
      sections.add(Page.notices(notices));
    }
    return sections;
  }

  private List<String> notices() {
    List<String> notices = new ArrayList<>(tables.responseSizes().stream().toList());
    notices.addAll(comparison.runs().unreadable());
    comparison.runs().leftOut().forEach(each -> notices.add("left out: " + each));
    return notices;
  }

  private Overview overview(Optional<String> command) {
    List<String> remarks = new ArrayList<>();
    for (Variant each : comparison.variants()) {
      each.notSeen().ifPresent(what -> remarks.add(each.name() + ", " + what));
    }
    for (Variant each : comparison.variants()) {
      if (!each.isRanked()) {
        each.objections().forEach(why -> remarks.add(each.name() + ", " + why));
      }
    }
    remarks.addAll(notices());
    double full = fullBar();
    Map<String, Integer> colours =
        HtmlPage.colours(comparison.variants().stream().map(Variant::name));
    return new Overview(
        command,
        comparison.variants().stream()
            .map(each -> bar(each, colours.get(each.name()), full))
            .toList(),
        charts.latency(),
        against(),
        remarks);
  }

  /** The throughput of the longest bar: the greatest of all rounds, or a ceiling that is near. */
  private double fullBar() {
    double greatest =
        comparison.variants().stream()
            .flatMapToDouble(each -> Arrays.stream(RunMetrics.THROUGHPUT.of(each.ranked())))
            .max()
            .orElse(1);
    return comparison.variants().stream()
        .mapToDouble(Variant::ceiling)
        .filter(ceiling -> ceiling <= NEAR * greatest)
        .reduce(greatest, Math::max);
  }

  private Overview.Bar bar(Variant variant, int colour, double full) {
    Stream<RunMetric> others =
        comparison.shownIn(Output.GLANCE).stream().filter(each -> each != RunMetrics.THROUGHPUT);
    return new Overview.Bar(
        variant.name(),
        colour,
        variant.isRanked() ? percent(variant.medianThroughput(), full) : 0,
        Arrays.stream(RunMetrics.THROUGHPUT.of(variant.ranked()))
            .mapToObj(round -> percent(round, full))
            .toList(),
        variant.ceiling() <= full ? percent(variant.ceiling(), full) : Double.NaN,
        Stream.concat(Stream.of(RunMetrics.THROUGHPUT), others)
            .map(metric -> glance(variant.median(metric), metric.label()))
            .toList(),
        variant.isRanked()
            ? Optional.empty()
            : Optional.of(
                variant.status() + ", not ranked: " + String.join(" ", variant.objections())));
  }

  /** {@code p99 176 ms}. */
  private static String glance(double value, RunMetric.Label label) {
    return Double.isNaN(value)
        ? Numbers.ABSENT
        : label.glance().formatted(label.format().apply(value));
  }

  private static double percent(double value, double full) {
    return Math.round(1_000 * value / full) / 10.0;
  }

  /** What each variant is to each other one, by throughput and by CPU. */
  private Map<String, Map<String, List<String>>> against() {
    List<String> names = comparison.variants().stream().map(Variant::name).toList();
    Map<String, Map<String, List<String>>> against = new TreeMap<>();
    for (String baseline : names) {
      Map<String, List<String>> words = new TreeMap<>();
      for (String name : names) {
        List<String> found = new ArrayList<>();
        for (TestedMetric tested : TestedMetric.values()) {
          comparison
              .pair(tested, name, baseline)
              .filter(PairVerdict::isMeasured)
              .ifPresent(pair -> found.add(Words.against(pair, name)));
        }
        words.put(name, found);
      }
      against.put(baseline, words);
    }
    return against;
  }

  private Section ranking() {
    List<Block> blocks = new ArrayList<>();
    for (Ranking ranking : comparison.ranking()) {
      blocks.add(new Heading("by-" + ranking.tested().field(), ranking.title()));
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

  /** A row for each rank, with all of its members, and for each variant without a rank. */
  private static Table ranking(Ranking ranking) {
    List<Row> rows = new ArrayList<>();
    for (Ranking.Rank rank : ranking.ranks()) {
      List<Variant> members = rank.members();
      rows.add(
          Row.of(
              List.of(
                  Cell.number(List.of(rank.ordinal())),
                  Cell.text(members.stream().map(Variant::name).toList()),
                  Cell.number(members.stream().map(ranking::shown).toList()),
                  Cell.number(
                      members.stream().map(ranking::percentOfCeiling).map(Numbers::of).toList()),
                  Cell.text(rank.remarks()))));
    }
    Cell absent = Cell.number(List.of(Numbers.ABSENT));
    for (Variant each : ranking.unranked()) {
      String why = "not ranked, " + ranking.reason(each);
      rows.add(
          Row.of(
              List.of(
                  absent, Cell.text(List.of(each.name())), absent, absent, Cell.objection(why))));
    }
    return new Table(
        ranking.title(),
        List.of(
            new TableHead("rank", true),
            new TableHead("variant", true),
            new TableHead(ranking.head(), false),
            new TableHead("of the ceiling, %", false),
            new TableHead("verdict", true)),
        rows);
  }

  private Section limits() {
    List<Block> blocks = new ArrayList<>(charts.overhead().stream().toList());
    blocks.add(new Items(comparison.variants().stream().map(RunPage::limit).toList()));
    return new Section("limits", "What held each one back", blocks, false);
  }

  private static Item limit(Variant each) {
    boolean isValid = each.status() == Status.VALID;
    Stream<String> remarks =
        Stream.concat(
            each.notSeen().stream(), isValid ? each.objections().stream() : Stream.empty());
    return new Item(
        each.name(),
        each.boundBy().orElse(""),
        isValid ? "" : each.status() + ", not ranked. " + String.join(" ", each.objections()),
        remarks.collect(Collectors.joining("; ")));
  }

  private Section pairs() {
    List<Block> blocks = new ArrayList<>(charts.intervals());
    blocks.add(
        Table.of(
            "Every pair",
            comparison.rankedPairs().toList(),
            List.of(
                Column.text("a against b", pair -> pair.a() + " against " + pair.b()),
                Column.text(
                    "by",
                    pair ->
                        pair.tested() == TestedMetric.THROUGHPUT
                            ? "throughput"
                            : "CPU per request"),
                new Column<>("ratio a / b", pair -> Numbers.decimals(pair.ratio(), 3)),
                new Column<>("interval", RunPage::interval),
                new Column<>("p (Holm)", RunPage::p),
                new Column<>(
                    "decided",
                    pair -> pair.decided() ? "yes" : pair.isUndecided() ? "open" : Numbers.ABSENT),
                Column.text("verdict", PairVerdict::verdict))));
    return new Section("pairs", "Every pair", blocks, false);
  }

  private static String interval(PairVerdict pair) {
    Interval interval = pair.interval();
    return interval.exists()
        ? "%s to %s (%s %%)"
            .formatted(
                Numbers.decimals(interval.low(), 3),
                Numbers.decimals(interval.high(), 3),
                Numbers.of(100 * interval.confidence()))
        : Numbers.ABSENT;
  }

  private static String p(PairVerdict pair) {
    if (pair.isPreview()) {
      return Numbers.ABSENT;
    }
    return pair.p() < 0.0001 ? "< 0.0001" : Numbers.decimals(pair.p(), 4);
  }

  private Section runs() {
    Stream<Variant> controls = comparison.controls().stream().map(Control::entry).distinct();
    return new Section(
        "runs",
        "Runs",
        List.of(
            Text.soft("Gates, remarks, Gatling's reports and raw records."),
            Table.of(
                "Runs",
                Stream.concat(comparison.variants().stream(), controls)
                    .flatMap(each -> each.runs().stream())
                    .toList(),
                List.of(
                    Column.text("variant", RecordedRun::variant),
                    new Column<>("round", run -> Numbers.of(run.record().round())),
                    new Column<>("position", run -> Numbers.of(run.record().identity().position())),
                    Column.text("status", run -> run.record().status().name()),
                    Column.text("gates passed", run -> gates(run.record().verdict().gates())),
                    new Column<>("details", true, RunPage::links),
                    new Column<>("remarks", true, run -> remarks(run.record()))))),
        true);
  }

  /** {@code 7 of 8, not host}. */
  private static String gates(List<GateResult> gates) {
    List<String> failed =
        gates.stream().filter(gate -> !gate.passed()).map(GateResult::name).toList();
    String passed = "%d of %d".formatted(gates.size() - failed.size(), gates.size());
    return failed.isEmpty() ? passed : passed + ", not " + String.join(", ", failed);
  }

  private static Cell links(RecordedRun run) {
    List<Link> links = new ArrayList<>();
    run.record()
        .figures()
        .gatlingReport()
        .flatMap(path -> Link.to("Gatling's report", path))
        .ifPresent(links::add);
    Link.to("record", run.folder() + "/run.json").ifPresent(links::add);
    return Cell.links(links);
  }

  private static Cell remarks(RunRecord run) {
    return Cell.text(
        Stream.concat(run.reasons().stream(), run.verdict().notes().stream()).toList());
  }
}
