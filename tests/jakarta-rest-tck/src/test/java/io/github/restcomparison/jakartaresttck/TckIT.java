package io.github.restcomparison.jakartaresttck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.jakartaresttck.TckReport.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Judges what the TCK has found on both servers, with {@code -Ptck}. {@code excluded.txt} has what
 * does not pass, and why; Failsafe leaves it out of {@code -Pfull}, in which all must pass.
 */
class TckIT {
  private static final Path PAGE = Path.of("../../docs/conformance-jakarta-rest.md");

  /** Fewer would mean that the TCK has not been found, or that the server has not started. */
  private static final int LEAST_TESTS = 2_000;

  /** Why, by the beginning of the names of tests. */
  private static final SortedMap<String, String> EXCLUDED = new TreeMap<>();

  private static TckReport vertx;
  private static TckReport grizzly;

  @BeforeAll
  static void read() throws Exception {
    vertx = TckReport.read(Path.of("target/vertx"));
    grizzly = TckReport.read(Path.of("target/grizzly"));
    String reason = "";
    for (String line : Files.readAllLines(Path.of("excluded.txt"))) {
      if (line.startsWith("# ")) {
        reason = line.substring(2);
      } else if (!line.isBlank()) {
        EXCLUDED.put(
            line.replaceFirst("^\\*\\*/", "").replaceFirst("/\\*$", ".").replace('/', '.'), reason);
      }
    }
  }

  private static List<String> failed() {
    return vertx.results().keySet().stream()
        .filter(test -> vertx.of(test) == Result.FAILED)
        .toList();
  }

  private static Optional<String> exclusion(String test) {
    return EXCLUDED.keySet().stream().filter(test::startsWith).findFirst();
  }

  @Test
  void whateverFailsIsExcludedForAReason() {
    assertThat(vertx.count(Result.PASSED)).isGreaterThan(LEAST_TESTS);
    assertThat(failed()).allMatch(test -> exclusion(test).isPresent());
  }

  @Test
  void whateverIsExcludedFails() {
    assertThat(EXCLUDED.keySet())
        .allMatch(name -> failed().stream().anyMatch(test -> test.startsWith(name)));
  }

  @Test
  void nothingThatGrizzlysPassesFailsOnOurs() {
    assertThat(grizzly.count(Result.PASSED)).isGreaterThan(LEAST_TESTS);
    assertThat(failed()).noneMatch(test -> grizzly.of(test) == Result.PASSED);
  }

  @Test
  void pageSaysIt() throws Exception {
    String page = page();
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE, UTF_8)).isEqualTo(page);
  }

  private static String page() {
    Map<String, Long> excluded =
        failed().stream()
            .collect(
                Collectors.groupingBy(
                    test -> exclusion(test).orElseThrow(), TreeMap::new, Collectors.counting()));
    String rows =
        excluded.entrySet().stream()
            .map(
                each ->
                    "| `%s` | %d | %s |"
                        .formatted(each.getKey(), each.getValue(), EXCLUDED.get(each.getKey())))
            .collect(Collectors.joining("\n"));
    return """
        # The TCK of Jakarta REST on jersey-container-vertx

        `jakarta.ws.rs:jakarta-restful-ws-tck` %s, the newest on Maven Central, as it is: its archives are served on jersey-container-vertx and, beside it, on
        Jersey's own container for Grizzly, by an [adapter](../tests/jakarta-rest-tck) that knows no servlets.

        | | tests | passed | failed | switched off by the TCK itself |
        |---|---:|---:|---:|---:|
        %s
        %s

        No test that passes on Grizzly fails on Vert.x. What fails on Vert.x, and why:

        | tests of | number | because |
        |---|---:|---|
        %s

        `mvn verify -Pfull` runs it on Vert.x, without these, and without `ee.rs.client.asyncinvoker`, whose tests of a client wait for minutes; all must pass.
        On both, and all of it, with this page written anew (`TckIT`):

            mvn verify -Ptck -pl tests/jakarta-rest-tck -am -Dgolden.update=true
        """
        .formatted(
            System.getProperty("tck.version"),
            row("jersey-container-vertx", vertx),
            row("jersey-container-grizzly2-http", grizzly),
            rows);
  }

  private static String row(String name, TckReport report) {
    return "| %s | %,d | %,d | %,d | %,d |"
        .formatted(
            name,
            report.results().size(),
            report.count(Result.PASSED),
            report.count(Result.FAILED),
            report.count(Result.DISABLED));
  }
}
