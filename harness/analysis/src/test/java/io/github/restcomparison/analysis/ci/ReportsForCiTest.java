package io.github.restcomparison.analysis.ci;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.diff.Diff;
import io.github.restcomparison.analysis.diff.Diff.Line;
import io.github.restcomparison.analysis.diff.Diff.Outcome;
import io.github.restcomparison.analysis.diff.DiffPage;
import io.github.restcomparison.analysis.page.MarkdownPage;
import java.io.StringReader;
import java.util.List;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
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
          false,
          List.of(
              line(
                  "old & <new>",
                  Outcome.REGRESSION,
                  OptionalDouble.of(0.8),
                  "slower \u0007 | by 20 %"),
              line("other", Outcome.EQUIVALENT, OptionalDouble.of(1.004), "equivalent"),
              line("third", Outcome.NOT_COMPARABLE, OptionalDouble.empty(), "not measured")));

  private static Line line(String variant, Outcome outcome, OptionalDouble ratio, String sentence) {
    OptionalDouble none = OptionalDouble.empty();
    return new Line(
        variant,
        "throughput",
        "requests/s",
        "100",
        "90",
        outcome,
        ratio,
        none,
        none,
        none,
        sentence);
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
    assertThat(failed.getAttribute("message")).isEqualTo("slower   | by 20 %");
    assertThat(((Element) failed.getParentNode()).getAttribute("name"))
        .isEqualTo("old & <new>, throughput");
  }

  @Test
  void commentBeginsWithTheVerdict() {
    assertThat(MarkdownPage.render(DiffPage.of(DIFF)))
        .startsWith(
            "# now against main\n\n**Regression**: 1 of 3 comparisons worse by more than the margin")
        .contains("- changed: JDK: 25.0.2 there, 25.0.3 here\n")
        .contains("| 100 | 90 | -20.0 % | REGRESSION |")
        .contains("| 100 | 90 | +0.4 % | equivalent |")
        .contains("| – | not comparable |");
  }
}
