package io.github.restcomparison.jakartaresttck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.jakartaresttck.TckReport.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Judges what the TCK has found on all containers, with {@code -Ptck}. {@code excluded.txt} has
 * what does not pass, and why; Failsafe leaves it out of {@code -Pnightly}, in which all must pass.
 */
class TckIT {
  private static final Path PAGE = Path.of("../../jersey-container-vertx/docs/conformance.md");

  /** Fewer would mean that the TCK has not been found, or that the server has not started. */
  private static final int LEAST_TESTS = 2_000;

  /** Why, by the beginning of the names of tests. */
  private static final SortedMap<String, String> EXCLUDED = new TreeMap<>();

  /** Each container's artifact, by its folder in target. */
  private static final Map<String, String> OTHERS =
      new TreeMap<>(
          Map.of(
              "grizzly", "jersey-container-grizzly2-http",
              "jdk", "jersey-container-jdk-http",
              "jetty", "jersey-container-jetty-http",
              "netty", "jersey-container-netty-http"));

  private static TckReport vertx;
  private static final Map<String, TckReport> REPORTS = new LinkedHashMap<>();

  @BeforeAll
  static void read() throws Exception {
    vertx = TckReport.read(Path.of("target/vertx"));
    REPORTS.put("vertx", vertx);
    for (String other : OTHERS.keySet()) {
      REPORTS.put(other, TckReport.read(Path.of("target/" + other)));
    }
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

  private static Optional<String> exclusion(String test) {
    return EXCLUDED.keySet().stream().filter(test::startsWith).findFirst();
  }

  @Test
  void whateverFailsIsExcludedForAReason() {
    assertThat(vertx.count(Result.PASSED)).isGreaterThan(LEAST_TESTS);
    assertThat(vertx.failed()).allMatch(test -> exclusion(test).isPresent());
  }

  @Test
  void whateverIsExcludedFails() {
    assertThat(EXCLUDED.keySet())
        .allMatch(name -> vertx.failed().stream().anyMatch(test -> test.startsWith(name)));
  }

  @Test
  void nothingThatPassesOnAnotherContainerFailsOnVertx() {
    for (String other : OTHERS.keySet()) {
      TckReport report = REPORTS.get(other);
      assertThat(report.count(Result.PASSED)).as(other).isGreaterThan(LEAST_TESTS);
      assertThat(vertx.failed()).as(other).noneMatch(test -> report.of(test) == Result.PASSED);
    }
  }

  @Test
  void pageSaysIt() throws Exception {
    String page = Files.readString(PAGE, UTF_8);
    int start = page.indexOf("## The TCK");
    int end = page.indexOf("\n## ", start);
    String expected = section() + page.substring(end);
    if (Boolean.getBoolean("golden.update")) {
      page = page.substring(0, start) + expected;
      Files.writeString(PAGE, page);
    }
    assertThat(page.substring(start)).isEqualTo(expected);
  }

  private static String section() {
    Map<String, Long> excluded =
        vertx.failed().stream()
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
        ## The TCK of Jakarta REST

        `jakarta.ws.rs:jakarta-restful-ws-tck` %s, the newest on Maven Central, unchanged. An
        [adapter](../../tests/jakarta-rest-tck) without servlets serves its archives by `SeBootstrap`, on
        jersey-container-vertx and on Jersey's own containers of the same version.

        | container | tests | passed | failed | of these, passed on Vert.x | SeBootstrap |
        |---|---:|---:|---:|---:|---:|
        %s

        The TCK itself disables %d of the tests. No test that passes on another container fails on Vert.x.
        Jersey's containers for Netty and Jetty ignore the root path of `SeBootstrap`; a filter supplies it
        for the other tests. What fails on Vert.x, and why:

        | tests of | number | because |
        |---|---:|---|
        %s

        `mvn verify -Pnightly` runs it on Vert.x without these and `ee.rs.client.asyncinvoker`, whose
        tests of a client wait for minutes. This runs it on all containers, and rewrites this section:

            mvn verify -Ptck -pl tests/jakarta-rest-tck -am -Dgolden.update=true
        """
        .formatted(
            System.getProperty("tck.version"),
            REPORTS.keySet().stream().map(TckIT::row).collect(Collectors.joining("\n")),
            vertx.count(Result.DISABLED),
            rows);
  }

  private static String row(String container) {
    TckReport report = REPORTS.get(container);
    List<String> failed = report.failed();
    List<String> bootstrap =
        report.results().keySet().stream().filter(test -> test.startsWith("sebootstrap.")).toList();
    return "| %s | %,d | %,d | %,d | %,d | %d of %d |"
        .formatted(
            OTHERS.getOrDefault(container, "jersey-container-vertx"),
            report.results().size(),
            report.count(Result.PASSED),
            failed.size(),
            failed.stream().filter(test -> vertx.of(test) == Result.PASSED).count(),
            bootstrap.stream().filter(test -> report.of(test) == Result.PASSED).count(),
            bootstrap.size());
  }
}
