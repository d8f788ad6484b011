package io.github.restcomparison.analysis.text;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Run;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.model.Numbers;
import io.github.restcomparison.analysis.model.RunMetric;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code comparison.md}: the answer, fit for a pull request. */
public final class MarkdownPage {

  private static final List<String> COLUMNS =
      List.of(
          "variant",
          "throughput (requests/s)",
          "of the ceiling (%)",
          "bound by",
          "p50 (ms)",
          "p99 (ms)",
          "max (ms)",
          "CPU (µs/request)",
          "RSS peak (MiB)",
          "threads",
          "failed requests");

  private MarkdownPage() {}

  public static String render(Comparison comparison) {
    StringJoiner page = new StringJoiner("\n\n", "", "\n");
    page.add("**%s**: %s".formatted(comparison.status(), text(comparison.statement())));
    page.add(text(comparison.model()));
    List.of(RunMetric.THROUGHPUT, RunMetric.CPU)
        .forEach(
            metric -> addList(page, comparison.answers(metric).stream().map(each -> text(each))));
    addList(page, comparison.noise().stream().map(MarkdownPage::text));
    page.add("What held each variant back:");
    addList(
        page,
        comparison.variants().stream()
            .map(each -> "**%s**: %s".formatted(text(each.name()), text(held(each)))));
    page.add(table(comparison));
    page.add(
        "Throughput and cost are those of the window in which all users were at work; latencies are those of every request. Medians over the valid rounds, with the 95 % interval where there are 6 or more.");
    addList(page, remarks(comparison));
    addList(page, comparison.variants().stream().map(MarkdownPage::links));
    return page.toString();
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

  public static String table(Comparison comparison) {
    Stream<List<String>> rows = comparison.variants().stream().map(MarkdownPage::row);
    List<String> rule =
        COLUMNS.stream()
            .map(c -> c.startsWith("variant") || c.startsWith("bound") ? "---" : "---:")
            .toList();
    return Stream.concat(Stream.of(COLUMNS, rule), rows)
        .map(cells -> "| " + String.join(" | ", cells) + " |")
        .collect(Collectors.joining("\n"));
  }

  private static List<String> row(Variant variant) {
    return List.of(
        text(variant.name()),
        Numbers.interval(variant.throughput(), Numbers::of),
        Numbers.of(variant.percentOfCeiling()),
        variant
            .bound()
            .orElse(variant.status() == Status.VALID ? "–" : "**" + variant.status() + "**"),
        Numbers.interval(variant.latency(RunMetric.P50), Numbers::of),
        Numbers.interval(variant.latency(RunMetric.P99), Numbers::of),
        Numbers.median(variant.latency(RunMetric.MAX), Numbers::of),
        Numbers.interval(variant.cpuMicrosPerRequest(), Numbers::of),
        Numbers.median(variant.rssPeak(), Numbers::mebibytes),
        Numbers.median(variant.threadsPeak(), Numbers::of),
        Numbers.of(variant.ko()));
  }

  private static Stream<String> remarks(Comparison comparison) {
    Stream<String> objections =
        comparison.variants().stream()
            .flatMap(each -> each.objections().stream().map(why -> each.name() + ", " + why));
    return Stream.of(
            objections,
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
