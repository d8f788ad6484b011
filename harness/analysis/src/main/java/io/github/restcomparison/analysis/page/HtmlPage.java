package io.github.restcomparison.analysis.page;

import com.samskivert.mustache.DefaultCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A page as one HTML file that needs no network. The template escapes every value; the page's
 * policy names the chart library and our script by their hashes, so that no other script of a
 * record can run.
 */
public final class HtmlPage {
  /** Sorts maps, whose order may differ in another JVM: the same page has the same bytes. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private static final String ECHARTS = webJar("org.webjars", "echarts", "echarts.min.js");
  private static final String SCRIPT =
      Stream.of("charts.js", "time.js", "copy.js")
          .map(HtmlPage::text)
          .collect(Collectors.joining());
  private static final String POLICY = hash(ECHARTS) + " " + hash(SCRIPT);
  private static final Template TEMPLATE =
      Mustache.compiler()
          .withCollector(new Sections())
          .emptyStringIsFalse(true)
          .withLoader(HtmlPage::reader)
          .compile(reader("page"));

  /** The number of colours in charts.js and in the style sheet. */
  private static final int COLOURS = 12;

  private HtmlPage() {}

  /**
   * The data for the script.
   *
   * @param colours the place of each name in the palette
   * @param runs of the chart of time
   */
  private record Data(
      List<Chart> charts, Map<String, Integer> colours, List<TimeChart.Timeline> runs) {}

  /** The values of the template. */
  private record View(String policy, Page page, String data, String echarts, String script) {
    public String aboutLine() {
      return String.join(" · ", page.head().about());
    }
  }

  /** Returns the HTML of a page. */
  public static String render(Page page) {
    Optional<Overview> overview = page.overview();
    Data data =
        new Data(
            Stream.concat(overview.flatMap(Overview::chart).stream(), page.blocks(Chart.class))
                .toList(),
            colours(
                overview
                    .map(each -> each.rows().stream().map(Overview.Bar::name))
                    .orElseGet(() -> names(page))),
            page.blocks(TimeChart.class).flatMap(chart -> chart.runs().stream()).toList());
    return TEMPLATE.execute(
        new View(
            POLICY,
            page,
            // < could end the script; its escape is the same in JSON.
            JSON.writeValueAsString(data).replace("<", "\\u003c"),
            ECHARTS,
            SCRIPT));
  }

  private static Stream<String> names(Page page) {
    return page.blocks(Chart.class)
        .flatMap(chart -> chart.views().stream())
        .flatMap(view -> view.series().stream())
        .filter(Chart.Series::isMeasured)
        .map(Chart.Series::name);
  }

  /** Returns the place of each name in the palette: alphabetical, so that no rank changes it. */
  public static Map<String, Integer> colours(Stream<String> names) {
    Map<String, Integer> places = new TreeMap<>();
    names.distinct().sorted().forEach(name -> places.put(name, places.size() % COLOURS));
    return places;
  }

  /** Returns a script of a WebJar on the class path, whose path contains its version. */
  static String webJar(String group, String artifact, String file) {
    Properties maven = new Properties();
    String pom = "/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact);
    try (InputStream in = HtmlPage.class.getResourceAsStream(pom)) {
      maven.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text(
        "/META-INF/resources/webjars/%s/%s/%s"
            .formatted(artifact, maven.getProperty("version"), file));
  }

  private static String text(String resource) {
    try (InputStream in = HtmlPage.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reader reader(String template) {
    return new InputStreamReader(
        HtmlPage.class.getResourceAsStream(template + ".mustache"), StandardCharsets.UTF_8);
  }

  /** Returns the hash of a script for a content security policy. */
  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has SHA-256
    }
  }

  /** Renders {@code {{#Table}}} for a block that is a table; an empty value is no section. */
  private static final class Sections extends DefaultCollector {
    @Override
    public Iterator<?> toIterator(Object value) {
      return value instanceof Optional<?> optional
          ? optional.stream().iterator()
          : super.toIterator(value);
    }

    @Override
    public Mustache.VariableFetcher createFetcher(Object context, String name) {
      return context instanceof Page.Block && Character.isUpperCase(name.charAt(0))
          ? (block, kind) -> block.getClass().getSimpleName().equals(kind) ? block : false
          : super.createFetcher(context, name);
    }
  }
}
