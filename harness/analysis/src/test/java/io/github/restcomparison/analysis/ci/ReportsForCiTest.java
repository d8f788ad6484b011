package io.github.restcomparison.analysis.ci;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.diff.Diff;
import io.github.restcomparison.analysis.diff.Diff.Line;
import io.github.restcomparison.analysis.diff.Diff.Outcome;
import io.github.restcomparison.analysis.diff.DiffPage;
import io.github.restcomparison.analysis.model.Family;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.page.MarkdownPage;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class ReportsForCiTest {
  private static final Diff DIFF =
      new Diff(
          "main",
          "now",
          List.of(),
          List.of("JDK: 25.0.2 there, 25.0.3 here"),
          List.of(),
          false,
          List.of(
              line("old & <new>", Outcome.REGRESSION, measured("slower \u0007 |", 80)),
              line("other", Outcome.EQUIVALENT, measured("other", 100.4)),
              line(
                  "third",
                  Outcome.NOT_COMPARABLE,
                  Pair.excluded(
                      "now",
                      "main",
                      TestedMetric.THROUGHPUT,
                      State.CLOSED,
                      Status.INVALID,
                      "why"))),
          List.of("third: why"));

  private static Pair measured(String name, double now) {
    double[] rounds = {now, now, now};
    LogRatio ratio =
        LogRatio.independent(rounds, new double[] {100, 100, 100}, NoiseFloor.NOT_MEASURED);
    return Pair.of(name, "main", TestedMetric.THROUGHPUT, ratio, Set.of());
  }

  private static Line line(String variant, Outcome outcome, Pair pair) {
    Pair verdict = Family.judgedOnce(NoiseFloor.MIN_MARGIN).judge(List.of(pair)).getFirst();
    return new Line(variant, "100", "90", outcome, verdict);
  }

  @Test
  void regressionIsAFailedTest() throws Exception {
    Document xml =
        DocumentBuilderFactory.newDefaultInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(JUnitXml.of(DIFF))));
    Element suite = xml.getDocumentElement();
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    Element failed = (Element) xml.getElementsByTagName("failure").item(0);
    assertThat(failed.getAttribute("message"))
        .startsWith("main answers at least 25 % more requests than slower   |");
    assertThat(((Element) failed.getParentNode()).getAttribute("name"))
        .isEqualTo("old & <new>, throughput");
  }

  /** Five rounds of one service and two of the other: no run is to blame. */
  @Test
  void lostRoundsAreTheReasonOfAFailedTest(@TempDir Path folder) throws IOException {
    Records records = new Records(folder);
    records.planned(10, OptionalLong.empty());
    for (int round = 1; round <= 5; round++) {
      records.valid(Service.VERTX_REST, round, 1, 1);
    }
    records.valid(Service.JERSEY_SYNC, 1, 1, 1);
    records.valid(Service.JERSEY_SYNC, 2, 1, 1);
    assertThat(JUnitXml.of(Report.write(folder).comparison(), List.of()))
        .contains("<failure message=\"2 of 4 rounds valid\">");
    assertThat(folder.resolve("comparison.md"))
        .content()
        .contains("**jersey-sync**: INVALID, not ranked. 2 of 4 rounds valid");
  }

  @Test
  void commentBeginsWithTheVerdict() {
    assertThat(MarkdownPage.render(DiffPage.of(DIFF)))
        .startsWith(
            "# now against main\n\n**Regression**: 1 of 3 comparisons worse by more than the margin")
        .contains("- changed: JDK: 25.0.2 there, 25.0.3 here\n", "- not judged: third: why\n")
        .contains("| 0.800 to 0.800 | REGRESSION; before: at least 25 % more requests |")
        .contains("| 100 | 90 | 1.004 | 90 %: 1.004 to 1.004 | equivalent within 5 % |")
        .contains("| – | not comparable: why |");
  }
}
