package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.text.MarkdownPage;
import io.github.restcomparison.analysis.text.MarkdownTable;
import io.github.restcomparison.records.study.Study;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/** {@code study.md}: all loads of a study, published beside measured. */
public final class StudyPage {
  private StudyPage() {}

  /** One experiment of it. */
  public record Part(String load, Comparison comparison, Optional<StudyTable> published) {}

  public static String render(Study study, List<Part> parts) {
    StringJoiner page = new StringJoiner("\n\n", "", "\n");
    page.add("# %s: %s".formatted(study.name(), study.title()));
    page.add("**Published.** " + study.published());
    parts.stream()
        .findFirst()
        .map(part -> part.comparison().plan())
        .ifPresent(
            plan ->
                page.add(
                    "**Measured** by `./compare run --study %s%s` on %s."
                        .formatted(study.name(), quick(parts) ? " --quick" : "", host(plan))));
    parts.forEach(part -> add(page, part));
    return page.toString();
  }

  private static boolean quick(List<Part> parts) {
    return parts.stream().flatMap(part -> part.published().stream()).anyMatch(StudyTable::scaled);
  }

  private static String host(Comparison.Plan plan) {
    return "%s logical processors of %s, %s, %s"
        .formatted(
            plan.cpus().map(String::valueOf).orElse("various"),
            MarkdownPage.text(plan.cpu().orElse("several CPUs")),
            MarkdownPage.text(plan.os().orElse("several systems")),
            MarkdownPage.text(plan.jdk().orElse("several JDKs")));
  }

  private static void add(StringJoiner page, Part part) {
    Comparison comparison = part.comparison();
    page.add("## " + part.load());
    page.add(
        "**%s**: %s. %s"
            .formatted(
                comparison.status(),
                MarkdownPage.text(comparison.statement()),
                MarkdownPage.text(comparison.model())));
    part.published().ifPresent(table -> add(page, table));
    MarkdownPage.addRanking(page, comparison);
    page.add(MarkdownPage.table(comparison));
    page.add("[The page](%s/index.html)".formatted(part.load()));
  }

  private static void add(StringJoiner page, StudyTable table) {
    if (table.scaled()) {
      page.add("*Scaled down: not comparable with what was published.*");
    }
    page.add(
        MarkdownTable.of(
            List.of("variant", "as published", "figure", "published", "measured"),
            Set.of("variant", "as published", "figure"),
            table.rows().stream()
                .map(
                    row ->
                        List.of(
                            MarkdownPage.text(row.variant()),
                            MarkdownPage.text(row.system()),
                            row.figure(),
                            row.published(),
                            row.measured()))));
    MarkdownPage.addList(page, table.explained());
  }
}
