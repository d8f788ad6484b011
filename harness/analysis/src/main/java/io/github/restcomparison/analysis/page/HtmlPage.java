package io.github.restcomparison.analysis.page;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.samskivert.mustache.DefaultCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page as one HTML file that needs no network. The template escapes every value; the page's
 * policy lets no scripts run but the chart library and ours.
 */
public final class HtmlPage {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final PageScript ECHARTS = PageScript.echarts();
  private static final PageScript CHARTS = PageScript.charts();
  private static final Template TEMPLATE = template();

  /** The number of colours in chart-base.js and in the style sheet. */
  private static final int COLOURS = 8;

  private HtmlPage() {}

  /**
   * What the scripts draw from.
   *
   * @param colours the place of each name in the palette
   * @param run the charts that only a run has; null on other pages
   */
  private record Drawn(
      List<Page.Curves> charts, Map<String, Integer> colours, @JsonUnwrapped Object run) {}

  /** What the template asks for. */
  private record View(
      String policy,
      Page page,
      Optional<Overview> overview,
      String data,
      String echarts,
      String script) {
    public String aboutLine() {
      return String.join(" · ", page.head().about());
    }

    /** The command's words, none of which is broken if the next line has room for it. */
    public Optional<Command> command() {
      return overview.flatMap(Overview::command).map(each -> new Command(List.of(each.split(" "))));
    }
  }

  private record Command(List<String> words) {}

  /** A page without charts of its own. */
  public static String render(Page page) {
    Stream<String> names =
        page.curves().stream()
            .flatMap(curves -> curves.views().stream())
            .flatMap(view -> view.series().stream())
            .filter(series -> !series.bound())
            .map(Page.Series::name);
    return render(page, Optional.empty(), colours(names), null);
  }

  /**
   * The page of a run, whose sections are folded below its first screen.
   *
   * @param charts that the scripts have drawers for
   */
  public static String render(Page page, Overview overview, Object charts) {
    return render(page, Optional.of(overview), Map.of(), charts);
  }

  private static String render(
      Page page, Optional<Overview> overview, Map<String, Integer> colours, Object charts) {
    return TEMPLATE.execute(
        new View(
            ECHARTS.hash() + " " + CHARTS.hash(),
            page,
            overview,
            json(new Drawn(page.curves(), colours, charts)),
            ECHARTS.text(),
            CHARTS.text()));
  }

  /** The place of each name in the palette: alphabetical, so that no rank changes it. */
  public static Map<String, Integer> colours(Stream<String> names) {
    Map<String, Integer> places = new TreeMap<>();
    names.distinct().sorted().forEach(name -> places.put(name, places.size() % COLOURS));
    return places;
  }

  /** In a script's text {@code <} could end the script; as an escape it is the same to JSON. */
  private static String json(Object data) {
    return JSON.writeValueAsString(data).replace("<", "\\u003c");
  }

  private static Template template() {
    return Mustache.compiler()
        .withCollector(new OptionalSections())
        .withLoader(HtmlPage::reader)
        .compile(reader("page"));
  }

  private static Reader reader(String template) {
    return new InputStreamReader(
        HtmlPage.class.getResourceAsStream(template + ".mustache"), StandardCharsets.UTF_8);
  }

  /** A section without a value is left out. */
  private static final class OptionalSections extends DefaultCollector {
    @Override
    public Iterator<?> toIterator(Object value) {
      return value instanceof Optional<?> optional
          ? optional.stream().iterator()
          : super.toIterator(value);
    }
  }
}
