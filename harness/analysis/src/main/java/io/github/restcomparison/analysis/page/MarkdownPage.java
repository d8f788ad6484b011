package io.github.restcomparison.analysis.page;

import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Code;
import io.github.restcomparison.analysis.page.Page.Fold;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Item;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableCell;
import io.github.restcomparison.analysis.page.Page.TableHead;
import io.github.restcomparison.analysis.page.Page.Text;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page as Markdown, for a pull request: without charts and details. */
public final class MarkdownPage {
  private MarkdownPage() {}

  /** Returns the Markdown of a page. */
  public static String render(Page page) {
    StringJoiner text = new StringJoiner("\n\n", "", "\n");
    text.add("# " + escaped(page.head().title()));
    text.add("**%s**: %s".formatted(page.head().status(), escaped(page.head().statement())));
    page.head().about().forEach(each -> text.add(escaped(each)));
    if (page.head().hasFindings()) {
      text.add(list(Items.of(page.head().findings())));
    }
    for (Section section : page.sections()) {
      if (!section.isDetail()) {
        text.add("## " + escaped(section.title()));
        add(text, section.blocks());
      }
    }
    return text.toString();
  }

  private static void add(StringJoiner text, List<Block> blocks) {
    for (Block block : blocks) {
      switch (block) {
        case Text each -> text.add(escaped(each.text()));
        case Heading each -> text.add("### " + escaped(each.title()));
        case Items each -> text.add(list(each));
        case Table each -> text.add(table(each));
        case Code each -> text.add("    " + each.text().replaceAll("\\s+", " "));
        case Fold each -> {
          text.add("<details>\n<summary>%s</summary>".formatted(escaped(each.summary())));
          add(text, each.blocks());
          text.add("</details>");
        }
        case Chart chart -> {}
        case TimeChart chart -> {}
      }
    }
  }

  private static String list(Items items) {
    return items.items().stream().map(MarkdownPage::line).collect(Collectors.joining("\n"));
  }

  private static String line(Item item) {
    return "- "
        + (item.name().isEmpty() ? "" : "**%s**: ".formatted(escaped(item.name())))
        + Stream.of(item.text(), item.objection(), item.remark())
            .filter(each -> !each.isEmpty())
            .map(MarkdownPage::escaped)
            .collect(Collectors.joining("; "));
  }

  private static String table(Table table) {
    Stream<List<String>> heads =
        Stream.of(
            table.heads().stream().map(TableHead::text).map(MarkdownPage::escaped).toList(),
            table.heads().stream().map(MarkdownPage::rule).toList());
    return Stream.concat(
            heads,
            table.rows().stream().map(row -> row.cells().stream().map(MarkdownPage::cell).toList()))
        .map(cells -> "| " + String.join(" | ", cells) + " |")
        .collect(Collectors.joining("\n"));
  }

  private static String rule(TableHead head) {
    return head.isText() ? "---" : "---:";
  }

  private static String cell(TableCell cell) {
    return Stream.concat(
            cell.lines().stream().map(MarkdownPage::escaped),
            cell.links().stream().map(each -> "[%s](<%s>)".formatted(each.text(), each.href())))
        .collect(Collectors.joining("<br>"));
  }

  /** Returns text of a record without any markup of Markdown or HTML. */
  public static String escaped(String value) {
    return value
        .replaceAll("\\s+", " ")
        .replaceAll("[\\\\`*_\\[\\]|#~$]", "\\\\$0")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;");
  }
}
