package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.overhead.OverheadBudget.Cause;
import io.github.restcomparison.analysis.page.Page.Head;
import io.github.restcomparison.analysis.page.Page.Status;
import io.github.restcomparison.analysis.runs.RunMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The charts have the numbers of {@code comparison.json}, read from the charts themselves. */
class PageChartsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int ROUNDS = 10;

  @TempDir private static Path comparison;
  private static JsonNode expected;
  private static Chromium chromium;
  private static Page page;

  @BeforeAll
  static void openThePage() throws IOException {
    Records records = new Records(comparison);
    records.planned(ROUNDS, OptionalLong.empty());
    for (int round = 1; round <= ROUNDS; round++) {
      for (Service service : Service.values()) {
        records.writeWithSamples(
            Records.record(service, round, 1 + round * 0.001, 1 - round * 0.002));
      }
    }
    Report.write(comparison);
    expected = JSON.readTree(Files.readString(comparison.resolve("comparison.json")));
    chromium = Chromium.start();
    page = chromium.open(comparison.resolve("index.html"), 1_280);
  }

  @AfterAll
  static void close() {
    if (chromium != null) {
      assertThat(chromium.complaints()).hasSize(1);
      chromium.close();
    }
  }

  /** The data of a series, as a chart that is on the page has it. */
  private static JsonNode series(String chart, String name) {
    Object data =
        page.evaluate(
            """
            ([chart, name]) => JSON.stringify(
                echarts.getInstanceByDom(document.getElementById('chart-' + chart))
                    .getOption().series.find(series => series.name === name).data)
            """,
            List.of(chart, name));
    return JSON.readTree((String) data);
  }

  private static JsonNode lines(String chart, String name) {
    Object data =
        page.evaluate(
            """
            ([chart, name]) => JSON.stringify(
                echarts.getInstanceByDom(document.getElementById('chart-' + chart))
                    .getOption().series.find(series => series.name === name).markLine.data)
            """,
            List.of(chart, name));
    return JSON.readTree((String) data);
  }

  @Test
  void throughputIsThatOfTheJson() {
    JsonNode medians = series("throughput", "median");
    JsonNode rounds = series("throughput", "round");
    assertThat(medians).hasSize(3);
    assertThat(rounds).hasSize(3 * ROUNDS);
    for (int i = 0; i < 3; i++) {
      double median = expected.at("/variants/" + i + "/throughput/median").asDouble();
      assertThat(medians.at("/" + i + "/value/0").asDouble()).isEqualTo(median).isPositive();
      int row = i;
      double[] points =
          rounds
              .valueStream()
              .filter(point -> point.get(1).asInt() == row)
              .mapToDouble(point -> point.get(0).asDouble())
              .toArray();
      assertThat(points).hasSize(ROUNDS);
      assertThat(RunMetric.figure(points).value()).isEqualTo(median);
    }
    // whiskers: [low, row, high]
    JsonNode whisker = series("throughput", "interval");
    assertThat(whisker.at("/0/0")).isEqualTo(expected.at("/variants/0/throughput/low"));
    assertThat(whisker.at("/0/2")).isEqualTo(expected.at("/variants/0/throughput/high"));
  }

  /** 1000 users and 200 threads, 100 ms each. */
  @Test
  void boundsOfUsersAndThreadsAreLines() {
    JsonNode lines = lines("throughput", "median");
    assertThat(lines.valueStream().map(line -> line.get("name").asString() + line.get("xAxis")))
        .containsExactly("users10000", "threads2000");
  }

  /** Rates that all keep the limit of an SLO: it is above every point. */
  @Test
  void lineAboveAllPointsIsOnTheAxis(@TempDir Path folder) throws IOException {
    Page shown =
        shown(
            folder,
            new Chart.Axis("requests/s", "requests/s", true),
            List.of(Chart.Mark.line("limit", 200)),
            List.of(Chart.Point.of(100, 57), Chart.Point.of(400, 55)));
    Object greatest =
        shown.evaluate(
            """
            echarts.getInstanceByDom(document.getElementById('chart-latencies'))
                .getOption().yAxis[0].max
            """);
    assertThat(((Number) greatest).doubleValue()).isEqualTo(200);
  }

  /** Of fewer than 1,000 requests the last percentile is 99: its axis was labelled 2, 5, 10. */
  @Test
  void percentilesOfANarrowAxisAreNamed(@TempDir Path folder) throws IOException {
    Page shown =
        shown(
            folder,
            new Chart.Axis("percentile", "percentile", true),
            List.of(),
            List.of(
                Chart.Point.of(Chart.Axis.percentile(50), 57),
                Chart.Point.of(Chart.Axis.percentile(99), 61)));
    assertThat(shown.locator("#chart-latencies text").allTextContents())
        .contains("p50", "p90", "p99")
        .doesNotContain("2", "5", "10", "20");
  }

  /** Opens a page with one chart. */
  private static Page shown(
      Path folder, Chart.Axis x, List<Chart.Mark> marks, List<Chart.Point> points)
      throws IOException {
    Chart chart =
        new Chart(
            "latencies",
            "p99",
            "",
            x,
            new Chart.Axis("p99", "ms", true),
            List.of(),
            marks,
            List.of(
                new Chart.View("all", List.of(new Chart.Series("a", Chart.Kind.POINTS, points)))));
    Path file = folder.resolve("index.html");
    Files.writeString(
        file,
        HtmlPage.render(
            io.github.restcomparison.analysis.page.Page.of(
                new Head("a title", Status.VALID, "", List.of(), List.of()),
                List.of(chart),
                List.of(),
                List.of())));
    return chromium.open(file, 1_280);
  }

  /** 50 % lies at 2, 99 % at 100, 99.9 % at 1000. */
  @Test
  void latencyIsThatOfTheJson() {
    Map<String, Integer> places =
        Map.of("p50", 2, "p75", 4, "p90", 10, "p95", 20, "p99", 100, "p999", 1_000);
    for (JsonNode variant : expected.get("variants")) {
      JsonNode curve = series("latency", variant.get("name").asString());
      assertThat(curve).hasSize(9);
      places.forEach(
          (percentile, place) ->
              assertThat(
                      curve
                          .valueStream()
                          .filter(point -> point.get(0).asDouble() == place)
                          .map(point -> point.get(1).asDouble()))
                  .as(variant.get("name") + " " + percentile)
                  .containsExactly(
                      variant.get("latency").get(percentile).get("median").asDouble()));
    }
    assertThat(lines("latency", expected.at("/variants/0/name").asString()).at("/0/yAxis").asInt())
        .isEqualTo(100);
  }

  /** From 100 to 1,000 ms: powers of two would be 128, 256 and 512. */
  @Test
  void narrowLogarithmicAxisHasRoundTicksAndTheDelayItsUnit() {
    assertThat(page.locator("#chart-latency").innerText())
        .contains("the delay 100 ms", "200 ms", "500 ms", "1,000 ms")
        .doesNotContain("128", "256", "512");
  }

  @Test
  void costIsThatOfTheJson() {
    for (JsonNode variant : expected.get("variants")) {
      double[] cpu =
          series("cost", variant.get("name").asString())
              .valueStream()
              .mapToDouble(point -> point.get(1).asDouble())
              .toArray();
      assertThat(cpu).hasSize(ROUNDS);
      assertThat(RunMetric.figure(cpu).value())
          .isCloseTo(variant.at("/cpuMicrosPerRequest/median").asDouble(), within(1e-9));
    }
  }

  /** The bars are the budgets: each piece has its ms, and all of a bar are 100 %. */
  @Test
  void overheadIsThatOfTheJson() {
    for (Cause cause : List.of(Cause.WORKER, Cause.WOKEN_LATE, Cause.NOT_MEASURED)) {
      assertThat(
              series("overhead", cause.label())
                  .valueStream()
                  .map(piece -> piece.get("x").asDouble()))
          .isEqualTo(
              expected
                  .get("variants")
                  .valueStream()
                  .map(each -> each.at("/overhead/pieces/" + cause.name()).asDouble(0))
                  .toList());
    }
    double all =
        Stream.of(Cause.values())
            .filter(cause -> !expected.at("/variants/0/overhead/pieces/" + cause).isMissingNode())
            .mapToDouble(cause -> series("overhead", cause.label()).at("/0/value/0").asDouble())
            .sum();
    assertThat(all).isCloseTo(100, within(1e-6));
  }

  @Test
  void timeShowsTheRunThatIsChosen() {
    page.selectOption("#run", "2");
    String chosen = page.locator("#run option:checked").innerText();
    JsonNode run =
        expected
            .get("variants")
            .valueStream()
            .filter(variant -> chosen.startsWith(variant.get("name").asString() + ", round"))
            .findFirst()
            .orElseThrow();
    JsonNode responses = series("time", "responses");
    // four silent seconds and ten of the load
    assertThat(responses).hasSize(14);
    assertThat(responses.at("/13/1").asDouble())
        .isCloseTo(run.at("/throughput/median").asDouble(), within(100.0));
    assertThat(responses.at("/0/0").asDouble()).isEqualTo(-3);
    assertThat(series("time", "max").at("/5/1").asInt()).isEqualTo(1_000);
    assertThat(series("time", "GC of the service").at("/9/1").asInt()).isEqualTo(12);
  }

  /** [low, place, high] of each pair, in the order of the table. */
  @Test
  void intervalsAreThoseOfAllRounds() {
    for (String metric : List.of("throughput", "cpuMicrosPerRequest")) {
      List<List<Double>> pairs =
          expected
              .get("pairs")
              .valueStream()
              .filter(pair -> pair.get("metric").asString().equals(metric))
              .map(pair -> List.of(pair.get("low").asDouble(), pair.get("high").asDouble()))
              .toList();
      assertThat(pairs).hasSize(3);
      String chart = metric.equals("throughput") ? "pairs-throughput" : "pairs-cpu";
      assertThat(
              series(chart, "decided")
                  .valueStream()
                  .map(pair -> List.of(pair.get(0).asDouble(), pair.get(2).asDouble())))
          .isEqualTo(pairs);
    }
  }

  /** Each pair has its verdict next to its interval. */
  @Test
  void pairsHaveTheirVerdicts() {
    assertThat(page.locator("#chart-pairs-throughput").innerText())
        .contains("vertx-rest / jersey-sync: vertx-rest: at least 4.");
    assertThat(page.locator("#by-throughput + div tbody tr").allInnerTexts())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("1st\tvertx-rest\t9,60")
                    .endsWith("more requests than the next"),
            second -> assertThat(second).startsWith("2nd\tjersey-async"),
            third -> assertThat(third).startsWith("3rd\tjersey-sync"));
  }

  /** A file that is no XML, or takes its colours from a page, shows nothing without the page. */
  @Test
  void buttonSavesAChartThatNeedsNoPage() throws Exception {
    Download saved = Chromium.save(page, "throughput");
    assertThat(saved.suggestedFilename()).isEqualTo("throughput.svg");
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(saved.path().toFile());
    assertThat(Files.readString(saved.path()))
        .contains("vertx-rest", "threads 2,000", "fill=\"#ffffff\"", "#1b1f24")
        .doesNotContain("var(", "Save as SVG");
    // The pointer is on the button, which shows its name.
    assertThat(page.locator("#chart-throughput").innerText()).contains("Save as SVG");
  }

  @Test
  void chartsHaveNoButtonOnPaper() {
    assertThat(buttons()).isPositive();
    page.evaluate("dispatchEvent(new Event('beforeprint'))");
    assertThat(buttons()).isZero();
    page.evaluate("dispatchEvent(new Event('afterprint'))");
    assertThat(buttons()).isPositive();
  }

  private static int buttons() {
    return (int)
        page.evaluate(
            """
            [...document.querySelectorAll('[_echarts_instance_]')]
              .flatMap(each => echarts.getInstanceByDom(each).getZr().storage.getDisplayList())
              .filter(each => each.__title).length
            """);
  }

  @Test
  void everyChartIsDrawnAsVectors() {
    for (String chart :
        List.of("throughput", "latency", "cost", "pairs-throughput", "pairs-cpu", "time")) {
      assertThat(page.locator("#chart-" + chart + " svg path").count()).as(chart).isPositive();
    }
  }
}
