package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.curves.Curves;
import io.github.restcomparison.analysis.curves.Curves.Table;
import io.github.restcomparison.analysis.text.MarkdownPage;
import io.github.restcomparison.analysis.text.MarkdownTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Stream;

/** {@link Curves} as one HTML file that needs no network, and as Markdown. */
public final class CurvesPage {
  private static final PageTemplate TEMPLATE = PageTemplate.of("curves.html.mustache");
  private static final PageScript ECHARTS = PageScript.echarts();
  private static final PageScript CURVES = PageScript.curves();

  private CurvesPage() {}

  /**
   * What the script draws from.
   *
   * @param colours the place of each name in the palette
   */
  private record Drawn(List<Curves.Chart> charts, Map<String, Integer> colours) {}

  /** What the template may ask for. */
  private record Page(String policy, String data, String echarts, String script, Curves curves) {
    public boolean hasNotices() {
      return !curves.notices().isEmpty();
    }
  }

  /** The page. */
  public static String html(Curves curves) {
    return TEMPLATE.fill(
        new Page(
            ECHARTS.hash() + " " + CURVES.hash(),
            PageTemplate.json(
                new Drawn(curves.charts(), ChartData.colours(curves.names().stream()))),
            ECHARTS.text(),
            CURVES.text(),
            curves));
  }

  /** The same without its charts, for a pull request. */
  public static String markdown(Curves curves) {
    StringJoiner page = new StringJoiner("\n\n", "", "\n");
    page.add("# " + MarkdownPage.text(curves.title()));
    page.add("**%s**: %s".formatted(curves.status(), MarkdownPage.text(curves.statement())));
    page.add(MarkdownPage.text(curves.model()));
    MarkdownPage.addList(page, curves.findings());
    for (Table table : curves.tables()) {
      page.add("## " + MarkdownPage.text(table.title()));
      page.add(MarkdownPage.text(table.explained()));
      page.add(markdown(table));
    }
    MarkdownPage.addList(page, curves.notices());
    return page.toString();
  }

  private static String markdown(Table table) {
    return MarkdownTable.of(
        table.heads(),
        Set.of(table.heads().getFirst()),
        table.rows().stream()
            .map(
                row ->
                    Stream.concat(Stream.of(row.name()), row.cells().stream())
                        .map(MarkdownPage::text)
                        .toList()));
  }
}
