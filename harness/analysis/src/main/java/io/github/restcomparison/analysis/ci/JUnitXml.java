package io.github.restcomparison.analysis.ci;

import io.github.restcomparison.analysis.diff.Diff;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Results as a report of JUnit, which every CI shows: a test fails where the exit code is 1. */
public final class JUnitXml {
  private JUnitXml() {}

  private enum Kind {
    PASSED,
    FAILED,
    SKIPPED
  }

  private record Case(String name, Kind kind, String message) {}

  /** Of an experiment: a test for each variant, which passes where it is ranked. */
  public static String of(Comparison comparison) {
    return write(
        "compare run", comparison.variants().stream().map(each -> of(comparison, each)).toList());
  }

  private static Case of(Comparison comparison, Variant variant) {
    String message =
        variant.status() == Status.VALID
            ? variant.boundBy().orElse(comparison.statement())
            : String.join("; ", variant.objections());
    return new Case(
        variant.name(), variant.status() == Status.VALID ? Kind.PASSED : Kind.FAILED, message);
  }

  /** Of a diff: a test for each variant and metric, skipped where nothing can be said. */
  public static String of(Diff diff) {
    return write("compare diff", diff.lines().stream().map(JUnitXml::of).toList());
  }

  private static Case of(Diff.Line line) {
    Kind kind =
        switch (line.outcome()) {
          case REGRESSION, FAILED -> Kind.FAILED;
          case PREVIEW, NOT_COMPARABLE -> Kind.SKIPPED;
          default -> Kind.PASSED;
        };
    return new Case(
        line.variant() + ", " + line.pair().tested().label(), kind, line.pair().sentence());
  }

  private static String write(String suite, List<Case> cases) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", suite);
      xml.writeAttribute("tests", Integer.toString(cases.size()));
      xml.writeAttribute("failures", count(cases, Kind.FAILED));
      xml.writeAttribute("skipped", count(cases, Kind.SKIPPED));
      for (Case each : cases) {
        write(xml, suite, each);
      }
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e); // a string takes whatever is written
    }
    return text + "\n";
  }

  private static void write(XMLStreamWriter xml, String suite, Case each)
      throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", suite);
    xml.writeAttribute("name", printable(each.name()));
    switch (each.kind()) {
      case FAILED -> message(xml, "failure", each.message());
      case SKIPPED -> message(xml, "skipped", each.message());
      case PASSED -> {
        xml.writeStartElement("system-out");
        xml.writeCharacters(printable(each.message()));
        xml.writeEndElement();
      }
    }
    xml.writeEndElement();
  }

  private static void message(XMLStreamWriter xml, String element, String message)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("message", printable(message));
    xml.writeEndElement();
  }

  private static String count(List<Case> cases, Kind kind) {
    return Long.toString(cases.stream().filter(each -> each.kind() == kind).count());
  }

  /** XML 1.0 has no control characters, not even escaped. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
