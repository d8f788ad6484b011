package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.Ranking;
import io.github.restcomparison.analysis.model.Ranking.Rank;
import io.github.restcomparison.analysis.model.Statement;
import io.github.restcomparison.analysis.model.VariantRuns;
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
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
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
import java.util.function.Function;
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
    this.charts = new RunCharts(comparison);
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
    return comparison.runs().isOfStartUp()
        ? new Page(page.head(), page.sections(study))
        : new Page(page.head(), Optional.of(page.overview(command)), page.sections(study));
  }

  private Page.Head head() {
    List<String> about = new ArrayList<>();
    comparison.runs().runs().stream()
        .map(run -> run.record().identity().startedAt())
        .min(String::compareTo)
        .map(at -> at.length() > 16 ? at.substring(0, 16).replace('T', ' ') + " UTC" : at)
        .ifPresent(about::add);
    comparison.runs().machine().ifPresent(about::add);
    about.add(comparison.runs().sentence());
    return new Page.Head(
        "REST comparison", status(comparison), comparison.statement(), about, findings());
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(comparison.behaviour());
    Words.limits(comparison).ifPresent(limits -> findings.addFirst(limits));
    findings.addAll(0, Words.findings(comparison));
    return findings;
  }

  /** Returns the status of an experiment's page: a preview if it is valid, and too little. */
  public static Page.Status status(Comparison comparison) {
    return switch (comparison.status()) {
      case VALID -> comparison.isPreview() ? Page.Status.PREVIEW : Page.Status.VALID;
      case INVALID -> Page.Status.INVALID;
      case FAILED -> Page.Status.FAILED;
      case ABORTED -> Page.Status.ABORTED;
    };
  }

  private List<Section> sections(Optional<Section> study) {
    Section answer = new Section("answer", "Ranking", ranking(comparison), false);
    List<Section> notes = Section.list("notes", "What to know", comparison.notes());
    List<Section> sections = new ArrayList<>();
    if (comparison.runs().isOfStartUp()) {
      tables.startUp().ifPresent(sections::add);
      sections.add(answer);
      sections.addAll(pairs());
      sections.addAll(notes);
    } else {
      sections.add(answer);
      sections.addAll(notes);
      sections.add(limits());
      study.ifPresent(sections::add);
      sections.addAll(tables.sections());
      tables.startUp().ifPresent(sections::add);
      sections.addAll(pairs());
      Timelines.of(comparison.runs().runs())
          .ifPresent(time -> sections.add(new Section("time", "Time", List.of(time), true)));
    }
    sections.add(SettingsTable.of(comparison));
    sections.add(runs());
    sections.addAll(
        Section.list("damaged", "Not in the charts", comparison.runs().damagedSamples()));
    sections.addAll(Page.notices(comparison.runs().notices()));
    return sections;
  }

  private Overview overview(Optional<String> command) {
    List<String> remarks = new ArrayList<>();
    comparison.undecided().ifPresent(remarks::add);
    // For a variant without figures, what was not seen does not matter.
    Map<String, String> notSeen = new LinkedHashMap<>();
    for (VariantRuns each : comparison.variants()) {
      if (each.isRanked()) {
        each.notSeen()
            .ifPresent(
                text -> notSeen.merge(text, each.name(), (one, other) -> one + ", " + other));
      } else {
        each.objections().forEach(remark -> remarks.add(each.name() + ", " + remark));
      }
    }
    remarks.addAll(comparison.differences());
    notSeen.forEach((text, names) -> remarks.add(names + ", " + text));
    remarks.addAll(comparison.runs().notices());
    double full = fullBar();
    Map<String, Integer> colours =
        HtmlPage.colours(comparison.variants().stream().map(VariantRuns::name));
    return new Overview(
        command,
        comparison.variants().stream()
            .map(each -> bar(each, colours.get(each.name()), full))
            .toList(),
        charts.latency(),
        comparison.baseline(),
        against(),
        remarks);
  }

  /** The throughput of the longest bar: the greatest of all rounds, or a ceiling that is near. */
  private double fullBar() {
    double greatest =
        comparison.variants().stream()
            .flatMapToDouble(each -> Arrays.stream(RunMetric.THROUGHPUT.of(each.ranked())))
            .max()
            .orElse(1);
    return comparison.variants().stream()
        .mapToDouble(VariantRuns::ceiling)
        .filter(ceiling -> ceiling <= NEAR * greatest)
        .reduce(greatest, Math::max);
  }

  private Overview.Bar bar(VariantRuns variant, int colour, double full) {
    Stream<RunMetric> others =
        comparison.shownIn(Output.GLANCE).stream().filter(each -> each != RunMetric.THROUGHPUT);
    return new Overview.Bar(
        variant.name(),
        colour,
        variant.isRanked() ? percent(variant.median(RunMetric.THROUGHPUT), full) : 0,
        Arrays.stream(RunMetric.THROUGHPUT.of(variant.ranked()))
            .mapToObj(round -> percent(round, full))
            .toList(),
        variant.ceiling() <= full ? percent(variant.ceiling(), full) : Double.NaN,
        Stream.concat(Stream.of(RunMetric.THROUGHPUT), others)
            .map(
                metric ->
                    (metric == RunMetric.THROUGHPUT ? variant.bound(metric) : "")
                        + metric.glance(variant.median(metric)))
            .toList(),
        variant.isRanked()
            ? Optional.empty()
            : Optional.of(
                "%s, not ranked (%d of %s valid): %s"
                    .formatted(
                        variant.status(),
                        variant.valid().size(),
                        Numbers.count(variant.runs().size(), "run"),
                        variant.reason())));
  }

  private static double percent(double value, double full) {
    return Math.round(1_000 * value / full) / 10.0;
  }

  /** What each variant is to each other one, by throughput and by CPU. */
  private Map<String, Map<String, List<String>>> against() {
    Map<String, Map<String, List<String>>> against = new TreeMap<>();
    for (VariantRuns baseline : comparison.variants()) {
      for (VariantRuns each : comparison.variants()) {
        against
            .computeIfAbsent(baseline.name(), any -> new TreeMap<>())
            .put(each.name(), against(each.name(), baseline.name()));
      }
    }
    return against;
  }

  private List<String> against(String variant, String baseline) {
    return comparison.runs().tested().stream()
        .flatMap(tested -> comparison.pair(tested, baseline, variant).stream())
        .filter(Pair::isMeasured)
        .map(pair -> Words.against(pair, variant))
        .toList();
  }

  /** A table for each metric, why the experiment ended, and the noise. */
  public static List<Block> ranking(Comparison comparison) {
    List<Block> blocks = new ArrayList<>();
    for (Ranking each : comparison.ranking()) {
      blocks.add(new Heading("by-" + each.tested().metric().name(), each.title()));
      blocks.add(table(each));
    }
    blocks.add(
        comparison.ranking().isEmpty()
            ? Text.of("No two variants have figures to compare.")
            : Text.soft(
                "Verdicts do not order variants of the same rank. A lead is over each variant of"
                    + " the next rank. In brackets: the 95 % interval of the median; with fewer"
                    + " than 6 rounds the smallest and the largest round."));
    Statement.ending(comparison).map(Text::of).ifPresent(blocks::add);
    comparison.controls().stream().map(Words::control).map(Text::soft).forEach(blocks::add);
    return blocks;
  }

  /** A row for each rank, with all of its members, and for each variant without a figure. */
  private static Table table(Ranking ranking) {
    List<Column<Rank>> columns = new ArrayList<>();
    columns.add(new Column<>("rank", Rank::ordinal));
    columns.add(new Column<>("variant", true, rank -> Cell.text(lines(rank, VariantRuns::name))));
    columns.add(
        new Column<>(
            ranking.tested() == TestedMetric.CPU_PER_REQUEST
                ? ranking.tested().metric().label().unit()
                : ranking.tested().metric().head(),
            false,
            rank -> Cell.number(lines(rank, ranking::shown))));
    if (ranking.tested() == TestedMetric.THROUGHPUT) {
      columns.add(
          new Column<>(
              "of the ceiling, %",
              false,
              rank -> Cell.number(lines(rank, each -> Numbers.of(each.percentOfCeiling())))));
    }
    columns.add(
        new Column<>(
            "verdict",
            true,
            rank ->
                ranking.isRanked(rank)
                    ? Cell.text(rank.remarks())
                    : Cell.objection(String.join("; ", rank.remarks()))));
    return Table.of(ranking.title(), ranking.ranks(), columns);
  }

  private static List<String> lines(Rank rank, Function<VariantRuns, String> text) {
    return rank.members().stream().map(text).toList();
  }

  private Section limits() {
    List<Block> blocks = new ArrayList<>(charts.overhead().stream().toList());
    blocks.add(new Items(comparison.variants().stream().map(RunPage::limit).toList()));
    return new Section("limits", "What held each one back", blocks, false);
  }

  private static Item limit(VariantRuns each) {
    boolean isValid = each.status() == Status.VALID;
    Stream<String> remarks =
        Stream.concat(
            each.notSeen().stream(), isValid ? each.objections().stream() : Stream.empty());
    return new Item(
        each.name(),
        each.boundBy().orElse(""),
        isValid ? "" : each.status() + ", not ranked. " + String.join("; ", each.objections()),
        remarks.collect(Collectors.joining("; ")));
  }

  /** None if no pair has figures. */
  private List<Section> pairs() {
    List<Pair> pairs = comparison.rankedPairs().toList();
    List<Block> blocks = new ArrayList<>(charts.intervals());
    blocks.add(
        Text.soft(
            "The ratio is that of the better variant to the worse. Intervals: %s (Holm): any two equal variants are told apart in at most 5 %% of experiments. Equivalence has its own interval, with its confidence."
                .formatted(Words.TOGETHER)));
    blocks.add(
        Table.of(
            "Every pair",
            pairs,
            List.of(
                Column.text(
                    "a against b",
                    pair -> pair.betterSoFar() + " against " + pair.other(pair.betterSoFar())),
                Column.text("by", pair -> pair.tested().label()),
                new Column<>(
                    "ratio a / b", pair -> Numbers.decimals(pair.ratioOf(pair.betterSoFar()), 3)),
                new Column<>("interval", pair -> Words.interval(pair, pair.betterSoFar())),
                new Column<>("p (Holm)", RunPage::p),
                new Column<>("decided", pair -> decided(pair.state())),
                Column.text("verdict", Pair::verdict))));
    return pairs.isEmpty() ? List.of() : List.of(new Section("pairs", "Every pair", blocks, false));
  }

  private static String decided(State state) {
    return switch (state) {
      case DECIDED -> "yes";
      case OPEN -> "open";
      case CLOSED -> Numbers.ABSENT;
    };
  }

  private static String p(Pair pair) {
    if (pair.isPreview()) {
      return Numbers.ABSENT;
    }
    return pair.test().p() < 0.0001 ? "< 0.0001" : Numbers.decimals(pair.test().p(), 4);
  }

  private Section runs() {
    return new Section(
        "runs",
        "Runs",
        List.of(
            Text.soft("Gates, remarks, Gatling's reports and raw records."),
            Table.of(
                "Runs",
                Stream.of(comparison.variants(), comparison.controlVariants())
                    .flatMap(List::stream)
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
        gates.stream().filter(each -> !each.passed()).map(each -> each.gate().toString()).toList();
    String passed = "%d of %d".formatted(gates.size() - failed.size(), gates.size());
    return failed.isEmpty() ? passed : passed + ", not " + String.join(", ", failed);
  }

  private static Cell links(RecordedRun run) {
    Optional<String> report = run.record().extras().gatlingReport();
    return Cell.links(
        Stream.concat(
                report.flatMap(path -> Link.to("Gatling's report", path)).stream(),
                Link.to("record", run.folder() + "/run.json").stream())
            .toList());
  }

  private static Cell remarks(RunRecord run) {
    return Cell.text(
        Stream.concat(run.reasons().stream(), run.verdict().notes().stream()).toList());
  }
}
