package io.github.restcomparison.comparison.report;

import com.samskivert.mustache.DefaultCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.github.restcomparison.comparison.report.Comparison.Run;
import io.github.restcomparison.comparison.report.Comparison.Variant;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * {@code index.html}: one file that needs no network and no script. The template escapes every
 * value.
 */
final class HtmlPage {

  private static final Template TEMPLATE = template();

  private HtmlPage() {}

  static String render(Comparison comparison) {
    return TEMPLATE.execute(
        new Page(
            comparison.status().name(),
            comparison.statement(),
            comparison.model(),
            Stream.of(Measure.THROUGHPUT, Measure.CPU)
                .flatMap(metric -> comparison.answers(metric).stream())
                .toList(),
            comparison.noise(),
            CeilingBar.of(comparison.variants()),
            FigureTable.all(comparison.variants()),
            SettingsTable.of(comparison),
            comparison.variants().stream().flatMap(HtmlPage::runs).toList(),
            Stream.concat(
                    comparison.unreadable().stream(),
                    comparison.leftOut().stream().map(each -> "left out: " + each))
                .toList()));
  }

  /** What the template may ask for. */
  private record Page(
      String status,
      String statement,
      String model,
      List<String> answers,
      List<String> noise,
      List<CeilingBar> bars,
      List<FigureTable> figures,
      SettingsTable settings,
      List<RunLine> runs,
      List<String> notices) {

    public boolean hasNotices() {
      return !notices.isEmpty();
    }
  }

  /** A run, what is to be said of it, and where its details are. */
  private record RunLine(
      String variant,
      int round,
      String status,
      List<String> remarks,
      Optional<String> gatling,
      Optional<String> record) {}

  private static Stream<RunLine> runs(Variant variant) {
    return variant.runs().stream().map(run -> line(variant.name(), run));
  }

  private static RunLine line(String variant, Run run) {
    return new RunLine(
        variant,
        run.round(),
        run.status().name(),
        Stream.concat(run.reasons().stream(), run.notes().stream()).toList(),
        run.gatlingReport().flatMap(RelativeLink::to),
        RelativeLink.to(run.record()));
  }

  /** A section of the template is left out where its value is absent. */
  private static final class OptionalSections extends DefaultCollector {
    @Override
    public Iterator<?> toIterator(Object value) {
      return value instanceof Optional<?> optional
          ? optional.stream().iterator()
          : super.toIterator(value);
    }
  }

  private static Template template() {
    try (Reader reader =
        new InputStreamReader(
            HtmlPage.class.getResourceAsStream("index.html.mustache"), StandardCharsets.UTF_8)) {
      return Mustache.compiler().withCollector(new OptionalSections()).compile(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
