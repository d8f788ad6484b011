package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Control;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.model.Ranking;
import io.github.restcomparison.analysis.model.Variant;
import io.github.restcomparison.analysis.model.Words;
import io.github.restcomparison.analysis.page.HtmlPage;
import io.github.restcomparison.analysis.page.Overview;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Cell;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Item;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Link;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of one experiment: the ranking, what held each variant back, figures, pairs, runs. */
public final class RunPage {
  private final Comparison comparison;
  private final RunCharts charts;
  private final FigureTables tables;

  private RunPage(Comparison comparison) {
    this.comparison = comparison;
    Map<String, List<RecordedRun>> ranked = new LinkedHashMap<>();
    comparison.variants().stream()
        .filter(Variant::isRanked)
        .forEach(each -> ranked.put(each.name(), each.ranked()));
    this.charts = new RunCharts(comparison, comparison.runs().runs().getFirst(), ranked);
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
    about.add(comparison.model());
    return new Page.Head(
        "REST comparison",
        comparison.standing(),
        comparison.statementAndPreviews(),
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
    notices.addAll(comparison.unreadable());
    comparison.leftOut().forEach(each -> notices.add("left out: " + each));
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
    double full =
        comparison.fullBar(
            charts.ranked().values().stream()
                .flatMapToDouble(each -> Arrays.stream(RunMetrics.THROUGHPUT.of(each)))
                .max()
                .orElse(1));
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

  private Overview.Row bar(Variant variant, int colour, double full) {
    Stream<RunMetric> others =
        comparison.shownIn(Output.GLANCE).stream().filter(each -> each != RunMetrics.THROUGHPUT);
    return new Overview.Row(
        variant.name(),
        colour,
        variant.isRanked() ? percent(variant.medianThroughput(), full) : 0,
        Arrays.stream(
                RunMetrics.THROUGHPUT.of(charts.ranked().getOrDefault(variant.name(), List.of())))
            .mapToObj(round -> percent(round, full))
            .toList(),
        variant.ceiling() <= full ? percent(variant.ceiling(), full) : Double.NaN,
        Stream.concat(Stream.of(RunMetrics.THROUGHPUT), others).map(variant::atAGlance).toList(),
        variant.isRanked()
            ? Optional.empty()
            : Optional.of(
                variant.status() + ", not ranked: " + String.join(" ", variant.objections())));
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

  /** Variants that share a rank; or one that has none. */
  private record Place(
      String rank,
      List<String> variants,
      List<String> figures,
      List<String> ofCeiling,
      Cell verdict) {}

  private static Table ranking(Ranking ranking) {
    List<Place> places = new ArrayList<>();
    for (Ranking.Rank each : ranking.ranks()) {
      places.add(
          new Place(
              each.ordinal(),
              each.members().stream().map(Ranking.Member::variant).toList(),
              each.members().stream().map(Ranking.Member::shown).toList(),
              each.members().stream().map(member -> Numbers.of(member.percentOfCeiling())).toList(),
              Cell.text(each.remarks())));
    }
    List<String> absent = List.of(Numbers.ABSENT);
    for (Ranking.Unranked each : ranking.unranked()) {
      Cell why = Cell.objection(each.why());
      places.add(new Place(Numbers.ABSENT, List.of(each.variant()), absent, absent, why));
    }
    return Table.of(
        ranking.title(),
        places,
        List.of(
            new Column<>("rank", Place::rank),
            new Column<>("variant", true, place -> Cell.text(place.variants)),
            new Column<>(ranking.head(), false, place -> Cell.number(place.figures)),
            new Column<>("of the ceiling, %", false, place -> Cell.number(place.ofCeiling)),
            new Column<>("verdict", true, Place::verdict)));
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
    return pair.adjustedP() < 0.0001 ? "< 0.0001" : Numbers.decimals(pair.adjustedP(), 4);
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
