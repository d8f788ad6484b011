package io.github.restcomparison.analysis.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Run;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.Ranking;
import io.github.restcomparison.analysis.model.Ranking.Member;
import io.github.restcomparison.analysis.model.Ranking.Rank;
import io.github.restcomparison.analysis.model.RequestFigures;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code comparison.md}: the answer, fit for a pull request. */
public final class MarkdownPage {

  private MarkdownPage() {}

  public static String render(Comparison comparison) {
    StringJoiner page = new StringJoiner("\n\n", "", "\n");
    page.add(headline(comparison));
    page.add(text(comparison.model()));
    addList(page, comparison.findings());
    addRanking(page, comparison);
    comparison.ending().map(MarkdownPage::text).ifPresent(page::add);
    page.add("What held each variant back:");
    addList(
        page,
        comparison.variants().stream()
            .map(each -> "**%s**: %s".formatted(text(each.name()), text(held(each)))));
    page.add(table(comparison));
    page.add(
        "Throughput and cost are those of the window in which all users were at work; latencies are those of every request. Medians over the valid rounds, with the 95 % interval where there are 6 or more.");
    addPairs(page, comparison);
    addList(page, comparison.noise());
    addList(page, remarks(comparison));
    addList(page, comparison.variants().stream().map(MarkdownPage::links));
    return page.toString();
  }

  /** Adds the answer: a table for each metric, a row for each rank. */
  public static void addRanking(StringJoiner page, Comparison comparison) {
    for (Ranking ranking : comparison.ranking()) {
      page.add(ranking.title() + ":");
      page.add(
          MarkdownTable.of(
              List.of("rank", "variant", ranking.head(), "of the ceiling (%)", "verdict"),
              Set.of("rank", "variant", "verdict"),
              Stream.concat(
                  ranking.ranks().stream().map(MarkdownPage::row),
                  ranking.unranked().stream()
                      .map(
                          each ->
                              List.of("–", text(each.variant()), "–", "–", text(each.why()))))));
    }
  }

  private static List<String> row(Rank rank) {
    return List.of(
        rank.ordinal(),
        lines(rank.members().stream().map(Member::variant)),
        lines(rank.members().stream().map(Member::shown)),
        lines(rank.members().stream().map(Member::ofCeiling)),
        lines(rank.remarks().stream()));
  }

  /** One below the other in a cell. */
  private static String lines(Stream<String> cells) {
    return cells.map(MarkdownPage::text).collect(Collectors.joining("<br>"));
  }

  private static void addPairs(StringJoiner page, Comparison comparison) {
    List<PairRow> pairs = PairRow.all(comparison);
    if (pairs.isEmpty()) {
      return;
    }
    page.add(
        MarkdownTable.of(
            List.of("a", "b", "by", "ratio a / b", "interval", "verdict", "decided"),
            Set.of("a", "b", "by", "verdict"),
            pairs.stream()
                .map(
                    pair ->
                        List.of(
                            text(pair.a()),
                            text(pair.b()),
                            pair.metric(),
                            pair.ratio(),
                            pair.interval(),
                            text(pair.verdict()),
                            pair.decided()))));
  }

  /** Adds sentences of a record, an item each; nothing where there are none. */
  public static void addList(StringJoiner page, List<String> sentences) {
    addList(page, sentences.stream().map(MarkdownPage::text));
  }

  private static void addList(StringJoiner page, Stream<String> items) {
    String list = items.map(item -> "- " + item).collect(Collectors.joining("\n"));
    if (!list.isEmpty()) {
      page.add(list);
    }
  }

  private static String held(Variant variant) {
    return variant.boundBy().orElse(variant.status() + ", not ranked");
  }

  /** The figures of all variants. */
  public static String table(Comparison comparison) {
    List<RunMetric> metrics = comparison.shownIn(Output.MARKDOWN);
    List<String> heads = metrics.stream().map(metric -> metric.head(Output.MARKDOWN)).toList();
    return MarkdownTable.of(
        row("variant", heads, "of the ceiling (%)", "bound by", "failed requests"),
        Set.of("variant", "bound by"),
        comparison.variants().stream().map(each -> row(each, metrics)));
  }

  private static List<String> row(Variant variant, List<RunMetric> metrics) {
    return row(
        text(variant.name()),
        metrics.stream()
            .map(metric -> metric.cell(Output.MARKDOWN, variant.figure(metric)))
            .toList(),
        Numbers.of(variant.percentOfCeiling()),
        variant
            .bound()
            .orElse(variant.status() == Status.VALID ? "–" : "**" + variant.status() + "**"),
        Numbers.of(variant.ko()));
  }

  /** Ceiling and bottleneck stand beside the first figure, which is the throughput. */
  private static List<String> row(
      String name, List<String> figures, String ceiling, String bound, String failed) {
    List<String> cells = new ArrayList<>(List.of(name));
    cells.addAll(figures);
    cells.addAll(2, List.of(ceiling, bound));
    cells.add(failed);
    return cells;
  }

  private static String line(Variant variant, RequestFigures request) {
    return "%s, %s: p50 %s ms, p95 %s ms, p99 %s ms"
        .formatted(
            variant.name(),
            request.name(),
            Numbers.of(request.p50().median()),
            Numbers.of(request.p95().median()),
            Numbers.of(request.p99().median()));
  }

  private static Stream<String> remarks(Comparison comparison) {
    Stream<String> objections =
        comparison.variants().stream()
            .flatMap(each -> each.objections().stream().map(why -> each.name() + ", " + why));
    Stream<String> unseen =
        comparison.variants().stream()
            .flatMap(each -> each.notSeen().map(what -> each.name() + ", " + what).stream());
    Stream<String> requests =
        comparison.variants().stream()
            .flatMap(each -> each.requests().stream().map(request -> line(each, request)));
    return Stream.of(
            objections,
            unseen,
            requests,
            comparison.unreadable().stream(),
            comparison.leftOut().stream().map(each -> "left out: " + each))
        .flatMap(lines -> lines)
        .map(MarkdownPage::text);
  }

  private static String links(Variant variant) {
    return variant.runs().stream()
        .map(MarkdownPage::links)
        .collect(Collectors.joining("; ", text(variant.name()) + ": ", ""));
  }

  private static String links(Run run) {
    Optional<String> gatling =
        run.gatlingReport().flatMap(RelativeLink::to).map("[Gatling's report](<%s>), "::formatted);
    String record = RelativeLink.to(run.record()).map("[record](<%s>)"::formatted).orElse("record");
    return "round %d%s: %s%s".formatted(run.round(), status(run), gatling.orElse(""), record);
  }

  /** What a reader must know before the figures. */
  public static String headline(Comparison comparison) {
    return text(comparison.headline()).replaceFirst("^(\\w+):", "**$1**:");
  }

  private static String status(Run run) {
    return run.status() == Status.VALID ? "" : " " + run.status();
  }

  /** Text from a record, which is never markup: neither Markdown's nor HTML's. */
  public static String text(String value) {
    return value
        .replaceAll("\\s+", " ")
        .replaceAll("[\\\\`*_\\[\\]|#~$]", "\\\\$0")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }
}
