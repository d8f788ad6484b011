package io.github.restcomparison.analysis.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The verdicts against those of {@code recompute.py}, which shares no code with this project and
 * uses NumPy and SciPy. Its output is kept as {@code expected.json}.
 */
class RecomputedTest {
  private static final Path ROOT = Path.of("../..");
  private static final Path FOLDER = Path.of("src/test/resources/recompute");
  private static final Path SCRIPT = FOLDER.resolve("recompute.py");
  private static final JsonNode CASES = read("cases.json");
  private static final JsonNode EXPECTED = read("expected.json");
  private static final double EXACT = 1e-6;

  private static final Map<String, TestedMetric> METRICS =
      Map.of(
          "throughput", TestedMetric.THROUGHPUT,
          "p99", TestedMetric.P99,
          "cpu", TestedMetric.CPU_PER_REQUEST);

  @TempDir private Path folder;

  private static JsonNode read(String file) {
    return JsonMapper.shared().readTree(FOLDER.resolve(file));
  }

  /** The table of method.md, and the figures that the text has of it. */
  @Test
  void workedExampleOfTheMethod() throws IOException {
    String method = Files.readString(ROOT.resolve("docs/method.md"));
    String text = method.substring(method.indexOf("**An example.**")).replaceAll("\\s+", " ");
    Map<Integer, Double> vertx = new TreeMap<>();
    Map<Integer, Double> jersey = new TreeMap<>();
    Map<Integer, Double> again = new TreeMap<>();
    Matcher row =
        Pattern.compile("\\| (\\d) \\| ([\\d,]+)/s \\| ([\\d,]+)/s \\| [\\d.]+ \\| ([\\d,]+)/s")
            .matcher(text);
    while (row.find()) {
      int round = Integer.parseInt(row.group(1));
      vertx.put(round, number(row.group(2)));
      jersey.put(round, number(row.group(3)));
      again.put(round, number(row.group(4)));
    }
    assertThat(vertx).hasSize(3);
    JsonNode expected = EXPECTED.get("example");
    NoiseFloor floor = NoiseFloor.of(LogRatio.paired(jersey, again, NoiseFloor.NOT_MEASURED));
    Estimate interval = LogRatio.paired(vertx, jersey, floor).interval(1 - .1 / 3);
    assertThat(floor.deviation()).isCloseTo(at(expected, "controlDeviation"), within(EXACT));
    assertThat(interval.value()).isCloseTo(at(expected, "ratio"), within(EXACT));
    assertThat(interval.low()).isCloseTo(at(expected, "low"), within(EXACT));
    assertThat(interval.high()).isCloseTo(at(expected, "high"), within(EXACT));
    for (String name : new String[] {"ratios", "control"}) {
      expected
          .get(name)
          .valueStream()
          .forEach(ratio -> assertThat(text).contains("| %.4f |".formatted(ratio.asDouble())));
    }
    assertThat(text)
        .contains(
            "ratios is %.4f;".formatted(at(expected, "ratio")),
            "logarithms is %.4f,".formatted(at(expected, "deviation")),
            "the control's %.4f:".formatted(at(expected, "controlDeviation")),
            "needs t = %.2f.".formatted(at(expected, "t")),
            "interval is %.3f to %.3f,".formatted(at(expected, "low"), at(expected, "high")));
  }

  private static double number(String text) {
    return Double.parseDouble(text.replace(",", ""));
  }

  private static double at(JsonNode node, String field) {
    return node.get(field).asDouble();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "jersey-vertx", "models", "runtimes", "sql"})
  void verdictsOfTheKeptRecords(String name) throws IOException {
    Comparison comparison =
        Comparison.of(RecordedRuns.read(ROOT.resolve("docs/results").resolve(name)));
    assertVerdicts(comparison, EXPECTED.at("/kept/" + name));
  }

  @Test
  void eachRulingHasACase() {
    Set<Ruling> rulings = EnumSet.noneOf(Ruling.class);
    EXPECTED
        .get("cases")
        .valueStream()
        .flatMap(JsonNode::valueStream)
        .forEach(pair -> rulings.add(Ruling.valueOf(pair.get("ruling").asString())));
    assertThat(rulings).containsExactly(Ruling.values());
  }

  static Stream<String> cases() {
    return CASES.propertyNames().stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void verdictsOfEachRuling(String name) throws IOException {
    JsonNode variants = CASES.get(name).get("variants");
    for (String variant : variants.propertyNames()) {
      write(variant, variants.get(variant), record -> record);
    }
    JsonNode control = CASES.get(name).get("control");
    if (control != null) {
      write(control.get("of").asString(), control, Records::controlOf);
    }
    assertVerdicts(Comparison.of(RecordedRuns.read(folder)), EXPECTED.at("/cases/" + name));
  }

  private void write(String variant, JsonNode figures, UnaryOperator<RunRecord> as)
      throws IOException {
    Records records = new Records(folder);
    for (int i = 0; i < figures.get("throughput").size(); i++) {
      int round = i;
      RunRecord record =
          Records.edited(
              Records.named(
                  Records.record(Service.JERSEY_ASYNC, i + 1, 1, 1), variant, "x/index.html"),
              json -> {
                ObjectNode load = (ObjectNode) json.get("load");
                load.set("throughput", figures.get("throughput").get(round));
                ((ObjectNode) load.get("latency")).set("p99", figures.get("p99").get(round));
                if (figures.has("requests")) {
                  load.set("ok", figures.get("requests").get(round));
                }
                ObjectNode server = (ObjectNode) json.get("server");
                if (figures.has("cpu")) {
                  server.set("cpuMicrosPerRequest", figures.get("cpu").get(round));
                } else {
                  server.remove("cpuMicrosPerRequest");
                }
              });
      if (figures.has("limited")) {
        record = Records.heldBack(record);
      }
      if (figures.has("failed")) {
        record = Records.withStatus(record, Status.FAILED, "37 requests failed");
      }
      records.write(as.apply(record));
    }
  }

  private static void assertVerdicts(Comparison comparison, JsonNode expected) {
    assertThat(comparison.pairs()).hasSize(expected.size());
    for (JsonNode each : expected) {
      String a = each.get("a").asString();
      Pair pair =
          comparison
              .pair(METRICS.get(each.get("metric").asString()), a, each.get("b").asString())
              .orElseThrow();
      assertThat(pair.ruling()).as(each::toString).hasToString(each.get("ruling").asString());
      assertThat(pair.better())
          .as(each::toString)
          .isEqualTo(each.has("better") ? each.get("better").asString() : "");
      assertThat(pair.isMeasured()).isEqualTo(each.has("ratio"));
      if (each.has("ratio")) {
        assertThat(pair.rounds()).isEqualTo(each.get("rounds").asInt());
        assertClose(pair.ratioOf(a), each, "ratio");
        assertClose(pair.test().margin(), each, "margin");
      }
      if (each.has("low")) {
        assertClose(pair.intervalOf(a).low(), each, "low");
        assertClose(pair.intervalOf(a).high(), each, "high");
        assertClose(pair.interval().confidence(), each, "confidence");
        assertClose(pair.test().p(), each, "p");
      }
    }
  }

  private static void assertClose(double value, JsonNode expected, String field) {
    assertThat(value)
        .as("%s of %s", field, expected)
        .isCloseTo(at(expected, field), within(EXACT * Math.max(1, at(expected, field))));
  }

  /** Without SciPy, what it wrote is all that there is. */
  @Test
  void scriptReproducesTheKeptFile() throws IOException, InterruptedException {
    assumeTrue(run("-c", "import numpy, scipy.stats").isEmpty(), "python3 with NumPy and SciPy");
    JsonNode written = JsonMapper.shared().readTree(run(SCRIPT.toString(), ROOT.toString()));
    assertSame(written, EXPECTED);
  }

  /** The last digits of SciPy differ between its versions. */
  private static void assertSame(JsonNode written, JsonNode kept) {
    if (kept.isNumber()) {
      assertThat(written.asDouble())
          .isCloseTo(kept.asDouble(), within(EXACT * Math.max(1, Math.abs(kept.asDouble()))));
    } else if (kept.isContainer()) {
      assertThat(written).hasSameSizeAs(kept);
      Iterator<JsonNode> others = kept.iterator();
      written.forEach(each -> assertSame(each, others.next()));
    } else {
      assertThat(written).isEqualTo(kept);
    }
  }

  /** Returns what Python prints; its error in case of one. */
  private static String run(String... arguments) throws IOException, InterruptedException {
    try {
      Process python =
          new ProcessBuilder(Stream.concat(Stream.of("python3"), Stream.of(arguments)).toList())
              .redirectErrorStream(true)
              .start();
      String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return python.waitFor() == 0 ? output : "exit code: " + output;
    } catch (IOException e) {
      return "no python3: " + e.getMessage();
    }
  }
}
