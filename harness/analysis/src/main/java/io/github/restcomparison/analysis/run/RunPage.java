package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Findings;
import io.github.restcomparison.analysis.model.LimitSentence;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.PairSentences;
import io.github.restcomparison.analysis.model.Ranking;
import io.github.restcomparison.analysis.model.Ranking.Rank;
import io.github.restcomparison.analysis.model.Statement;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Column;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Item;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Link;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableCell;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of one experiment: the ranking, the bottlenecks, figures, pairs, runs. */
public final class RunPage {
  /** The maximum number of findings on the first screen; every pair is in a table. */
  private static final int MAX_FINDINGS = 5;

  /** The maximum number of services in the title. */
  private static final int MAX_NAMES = 4;

  private final Comparison comparison;
  private final RunCharts charts;
  private final FigureTables tables;

  private RunPage(Comparison comparison) {
    this.comparison = comparison;
    this.charts = new RunCharts(comparison);
    this.tables = new FigureTables(comparison, charts);
  }

  /**
   * Returns the page.
   *
   * @param command that began the experiment; empty if it was not recorded
   * @param study the published figures of this load; empty outside of a study
   */
  public static Page of(Comparison comparison, Optional<String> command, Optional<Section> study) {
    RunPage page = new RunPage(comparison);
    List<Section> sections = page.sections(command, study);
    return comparison.runs().isStartUp()
        ? new Page(page.head(), sections)
        : new Page(
            page.head(),
            Optional.of(new FirstScreen(comparison, page.charts.latency()).overview()),
            sections);
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
    return new Page.Head(title(), status(comparison), comparison.statement(), about, findings());
  }

  /** Returns {@code vertx-rest, jersey-sync: 1,000 users, 100 ms wait}. */
  private String title() {
    List<String> names = comparison.variants().stream().map(VariantRuns::name).toList();
    int shown = names.size() <= MAX_NAMES ? names.size() : MAX_NAMES - 1;
    return "%s%s: %s"
        .formatted(
            String.join(", ", names.subList(0, shown)),
            shown < names.size() ? " and %d more".formatted(names.size() - shown) : "",
            comparison.runs().title());
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(Findings.of(comparison));
    Optional<String> limits = LimitSentence.sentence(comparison);
    int room = MAX_FINDINGS - limits.stream().toList().size();
    int more = findings.size() - room + 1;
    if (more > 1) {
      findings.subList(room - 1, findings.size()).clear();
      findings.add("%d more in the table of every pair".formatted(more));
    }
    limits.ifPresent(findings::add);
    return findings;
  }

  /** Returns the status of an experiment's page: a preview if it is valid, with too little data. */
  public static Page.Status status(Comparison comparison) {
    return switch (comparison.status()) {
      case VALID -> comparison.isPreview() ? Page.Status.PREVIEW : Page.Status.VALID;
      case INVALID -> Page.Status.INVALID;
      case FAILED -> Page.Status.FAILED;
      case ABORTED -> Page.Status.ABORTED;
    };
  }

  private List<Section> sections(Optional<String> command, Optional<Section> study) {
    Section answer = new Section("answer", "Ranking", ranking(comparison), false);
    List<Section> notes = Section.list("notes", "Notes", comparison.notes());
    List<Section> sections = new ArrayList<>();
    if (comparison.runs().isStartUp()) {
      tables.startUp().ifPresent(sections::add);
      sections.add(answer);
      sections.addAll(pairs());
      sections.addAll(notes);
    } else {
      sections.add(answer);
      sections.addAll(notes);
      new MeasurementFit(comparison).advice().ifPresent(sections::add);
      sections.add(limits());
      study.ifPresent(sections::add);
      sections.addAll(tables.sections());
      tables.startUp().ifPresent(sections::add);
      sections.addAll(pairs());
      Timelines.of(comparison.runs().runs())
          .ifPresent(time -> sections.add(new Section("time", "Time", List.of(time), true)));
    }
    sections.add(SettingsTable.of(comparison, command));
    sections.add(runs());
    sections.addAll(
        Section.list("damaged", "Not in the charts", comparison.runs().damagedSamples()));
    sections.addAll(Page.notices(comparison.runs().notices()));
    return sections;
  }

  /** Returns a table for each metric, why the experiment ended, and the noise. */
  public static List<Block> ranking(Comparison comparison) {
    List<Block> blocks = new ArrayList<>();
    for (Ranking each : comparison.ranking()) {
      blocks.add(new Heading("by-" + each.tested().metric().name(), each.title()));
      blocks.add(each.ranks().size() > 1 ? table(each) : sharedRank(each.ranks().getFirst()));
    }
    blocks.add(
        comparison.ranking().isEmpty()
            ? Text.of("No two variants have figures to compare.")
            : Text.soft(
                comparison
                        .baseline()
                        .map("Only verdicts against %s are known."::formatted)
                        .orElse(
                            "Verdicts do not order variants of the same rank. A lead is over each"
                                + " variant of the next rank.")
                    + " In brackets: the 95 % interval of the median; with fewer than 6 rounds"
                    + " the smallest and the largest round."));
    Statement.endReason(comparison).map(Text::of).ifPresent(blocks::add);
    comparison.controls().stream().map(PairSentences::control).map(Text::soft).forEach(blocks::add);
    return blocks;
  }

  /** Returns the rank that all variants share, without a table of one row. */
  private static Text sharedRank(Rank rank) {
    return Text.of(
        lines(rank, VariantRuns::name).stream().collect(Collectors.joining(", "))
            + ": "
            + String.join("; ", rank.remarks()));
  }

  /**
   * Returns a row for each rank, with all of its members, and for each variant without a figure.
   */
  private static Table table(Ranking ranking) {
    List<Column<Rank>> columns = new ArrayList<>();
    if (ranking.ranks().stream().anyMatch(rank -> rank.place().isPresent())) {
      columns.add(new Column<>("rank", Rank::ordinal));
    }
    columns.add(
        new Column<>("variant", true, rank -> TableCell.text(lines(rank, VariantRuns::name))));
    columns.add(
        new Column<>(
            ranking.tested() == TestedMetric.CPU_PER_REQUEST
                ? ranking.tested().metric().label().unit()
                : ranking.tested().metric().head(),
            false,
            rank -> TableCell.number(lines(rank, ranking::shown))));
    if (ranking.tested() == TestedMetric.THROUGHPUT) {
      columns.add(
          new Column<>(
              "of the ceiling, %",
              false,
              rank -> TableCell.number(lines(rank, each -> Numbers.of(each.percentOfCeiling())))));
    }
    columns.add(
        new Column<>(
            "verdict",
            true,
            rank ->
                ranking.isRanked(rank)
                    ? TableCell.text(rank.remarks())
                    : TableCell.objection(String.join("; ", rank.remarks()))));
    return Table.of(ranking.title(), ranking.ranks(), columns);
  }

  private static List<String> lines(Rank rank, Function<VariantRuns, String> text) {
    return rank.members().stream().map(text).toList();
  }

  private Section limits() {
    List<Block> blocks = new ArrayList<>(charts.overhead().stream().toList());
    blocks.add(new Items(comparison.variants().stream().map(RunPage::limit).toList()));
    return new Section("limits", "What limits each variant", blocks, false);
  }

  private static Item limit(VariantRuns each) {
    boolean isValid = each.status() == Status.VALID;
    Stream<String> remarks =
        Stream.concat(
            each.limitationsSentence().stream(),
            isValid ? each.objections().stream() : Stream.empty());
    return new Item(
        each.name(),
        each.bottleneckSentence().orElse(""),
        isValid ? "" : each.status() + ", not ranked. " + String.join("; ", each.objections()),
        remarks.collect(Collectors.joining("; ")));
  }

  /**
   * Returns the tables of all pairs, also of pairs with one figure only; empty if no pair has
   * figures.
   */
  private List<Section> pairs() {
    List<Pair> pairs =
        comparison.pairs().stream()
            .filter(
                pair ->
                    pair.isMeasured()
                        || pair.ruling() == Ruling.NOT_COMPARABLE
                            && comparison.isMeasured(pair.tested().metric()))
            .toList();
    List<Block> blocks = new ArrayList<>(charts.intervals());
    blocks.add(
        Text.soft(
            "Ratios are of the better variant to the worse. Intervals: %s (Holm): any two equal variants are told apart in at most 5 %% of experiments. Equivalence has its own interval, with its confidence."
                .formatted(PairSentences.TOGETHER)));
    blocks.add(
        Table.of(
            "Every pair",
            pairs,
            List.of(
                Column.text(
                    "a against b",
                    pair ->
                        pair.betterSoFar() + " against " + pair.otherVariant(pair.betterSoFar())),
                Column.text("by", pair -> pair.tested().label()),
                new Column<>(
                    "ratio a / b", pair -> Numbers.decimals(pair.ratioOf(pair.betterSoFar()), 3)),
                new Column<>("interval", pair -> PairSentences.interval(pair, pair.betterSoFar())),
                new Column<>("decided", pair -> decided(pair.state())),
                Column.text("verdict", RunPage::verdict))));
    return pairs.stream().noneMatch(Pair::isMeasured)
        ? List.of()
        : List.of(new Section("pairs", "Every pair", blocks, false));
  }

  private static String verdict(Pair pair) {
    return pair.ruling() == Ruling.NOT_COMPARABLE
        ? "%s: %s".formatted(pair.verdict(), pair.validity().reason())
        : pair.verdict();
  }

  private static String decided(State state) {
    return switch (state) {
      case DECIDED -> "yes";
      case OPEN -> "open";
      case CLOSED -> Numbers.NOT_MEASURED;
    };
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
                    Column.text("status", run -> run.record().status().name()),
                    Column.text("gates passed", run -> gates(run.record().judgement().gates())),
                    new Column<>("details", true, RunPage::links),
                    new Column<>("remarks", true, run -> remarks(run.record()))))),
        true);
  }

  /** Returns {@code 7 of 8, not host}. */
  private static String gates(List<GateResult> gates) {
    List<String> failed =
        gates.stream().filter(each -> !each.passed()).map(each -> each.gate().toString()).toList();
    String passed = "%d of %d".formatted(gates.size() - failed.size(), gates.size());
    return failed.isEmpty() ? passed : passed + ", not " + String.join(", ", failed);
  }

  private static TableCell links(RecordedRun run) {
    Optional<String> report = run.record().extras().gatlingReport();
    return TableCell.links(
        Stream.concat(
                report.flatMap(path -> Link.of("Gatling's report", path)).stream(),
                Link.of("record", run.folder() + "/run.json").stream())
            .toList());
  }

  private static TableCell remarks(RunRecord run) {
    return TableCell.text(
        Stream.concat(run.reasons().stream(), run.judgement().notes().stream()).toList());
  }
}
