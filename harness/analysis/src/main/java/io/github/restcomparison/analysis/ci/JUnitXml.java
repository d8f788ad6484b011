package io.github.restcomparison.analysis.ci;

import io.github.restcomparison.analysis.diff.Diff;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Results as a report of JUnit, which every CI shows: a test fails if the exit code is 1. */
public final class JUnitXml {
  private JUnitXml() {}

  /** The outcome of a test. */
  private enum Outcome {
    PASSED("system-out"),
    FAILED("failure"),
    SKIPPED("skipped");

    private final String element;

    Outcome(String element) {
      this.element = element;
    }
  }

  /** A test. */
  private record Test(String name, Outcome outcome, String message) {}

  /**
   * Returns a test for each variant of an experiment, which passes if it is ranked; a skipped one
   * for a control that is lost; and a failed one for each verdict that fails the command.
   */
  public static String of(Comparison comparison, List<Pair> losses) {
    Stream<Test> failed =
        losses.stream()
            .map(
                pair ->
                    new Test(
                        name(pair.otherVariant(pair.better()), pair),
                        Outcome.FAILED,
                        pair.sentence()));
    Stream<Test> lost =
        comparison.controls().stream()
            .filter(control -> control.state() != State.DECIDED)
            .map(control -> new Test(control.b(), Outcome.SKIPPED, control.validity().reason()));
    return write(
        "compare run",
        Stream.of(comparison.variants().stream().map(each -> of(comparison, each)), lost, failed)
            .flatMap(tests -> tests)
            .distinct()
            .toList());
  }

  private static String name(String variant, Pair pair) {
    return variant + ", " + pair.tested().label();
  }

  private static Test of(Comparison comparison, VariantRuns variant) {
    return variant.status() == Status.VALID
        ? new Test(
            variant.name(),
            Outcome.PASSED,
            variant.bottleneckSentence().orElse(comparison.statement()))
        : new Test(variant.name(), Outcome.FAILED, String.join("; ", variant.objections()));
  }

  /** Returns a test for each variant and metric of a diff, skipped if there is no verdict. */
  public static String of(Diff diff) {
    return write("compare diff", diff.lines().stream().map(JUnitXml::of).toList());
  }

  private static Test of(Diff.Line line) {
    Outcome outcome =
        switch (line.outcome()) {
          case REGRESSION, FAILED -> Outcome.FAILED;
          case PREVIEW, NOT_COMPARABLE -> Outcome.SKIPPED;
          default -> Outcome.PASSED;
        };
    return new Test(name(line.variant(), line.pair()), outcome, line.pair().sentence());
  }

  private static String write(String suite, List<Test> tests) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", suite);
      xml.writeAttribute("tests", Integer.toString(tests.size()));
      xml.writeAttribute("failures", count(tests, Outcome.FAILED));
      xml.writeAttribute("skipped", count(tests, Outcome.SKIPPED));
      for (Test each : tests) {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", suite);
        xml.writeAttribute("name", printable(each.name));
        xml.writeStartElement(each.outcome.element);
        if (each.outcome == Outcome.PASSED) {
          xml.writeCharacters(printable(each.message));
        } else {
          xml.writeAttribute("message", printable(each.message));
        }
        xml.writeEndElement();
        xml.writeEndElement();
      }
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e); // a StringWriter never fails
    }
    return text + "\n";
  }

  private static String count(List<Test> tests, Outcome outcome) {
    return Long.toString(tests.stream().filter(each -> each.outcome == outcome).count());
  }

  /** XML 1.0 has no control characters, not even escaped. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
