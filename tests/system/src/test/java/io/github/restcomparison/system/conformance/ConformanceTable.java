package io.github.restcomparison.system.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Who deviates from HTTP and why, as a page; and all rows as another. */
final class ConformanceTable {
  private static final String SUMMARY =
      """
      # Where the services differ from HTTP

      Every service was sent %d malformed, oversized and hostile requests, byte for byte, and held to RFC 9110 and 9112. jersey-sync,
      jersey-async and vertx-rest are held to more than the RFCs ask for, where two servers that read a request differently would
      let a request be smuggled. Who deviates, in how many rows, and why:

      | service | rows not kept | because |
      |---|---:|---|
      """;

  private static final String BELOW =
      """

      Services that are not named keep every row. [conformance-rows.md](conformance-rows.md) has each row, what the RFC allows, and what each
      of the services above does instead.

      `mvn verify -Pfull` sends all of it to every service (`ConformanceIT`), and fails where one does otherwise than is written here, better or
      worse. Both pages are generated from the [tables](../tests/system/src/test/resources/io/github/restcomparison/system/conformance):
      `mvn test -pl tests/system -am -Dtest=RowsTest -Dsurefire.failIfNoSpecifiedTests=false -Dgolden.update=true`.
      """;

  private static final String HEAD =
      """
      # Malformed requests, row by row

      [conformance.md](conformance.md) says who deviates, and why.

      Each row is one input, sent to every service over a connection of its own, byte for byte, and followed by a probe: a request that is right. `400 closed`
      means one answer, 400, and no answer to the probe; `200 open` that the probe was answered as well; `or` separates what is right alike. An outcome without
      an end may leave the connection open or close it. No row may end in silence.

      *Allowed* is what the RFC lets a server do. *Core* is what is asked of jersey-sync, jersey-async and vertx-rest where that is less: what two servers
      read differently is what request smuggling lives on. Who does otherwise is in the last column, and below with what it does and why.
      """;

  private ConformanceTable() {}

  /** Who deviates, in how many rows, for which reasons; the most frequent one first. */
  static String summary() {
    StringBuilder page = new StringBuilder(SUMMARY.formatted(Rows.all().size()));
    byStack()
        .forEach(
            (stack, deviations) ->
                page.append(
                    "| %s | %d | %s |\n".formatted(stack, deviations.size(), reasons(deviations))));
    return page.append(BELOW).toString();
  }

  private static String reasons(List<Deviation> deviations) {
    Map<String, Long> times =
        deviations.stream()
            .collect(
                Collectors.groupingBy(Deviation::why, LinkedHashMap::new, Collectors.counting()));
    return times.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(each -> "%s (%d)".formatted(each.getKey(), each.getValue()))
        .collect(Collectors.joining("; "));
  }

  static String markdown() {
    StringBuilder page = new StringBuilder(HEAD);
    SequencedMap<String, List<Row>> tables = Rows.tables();
    page.append("\n%d rows.\n".formatted(Rows.all().size()));
    tables.forEach(
        (title, rows) -> {
          page.append("\n## ").append(title).append("\n\n");
          page.append("| input | RFC | | allowed | core | not kept by |\n");
          page.append("|---|---|---|---|---|---|\n");
          rows.forEach(row -> page.append(line(row)));
        });
    page.append("\n## Deviations\n");
    byStack()
        .forEach(
            (stack, deviations) -> {
              page.append("\n### ").append(stack).append("\n\n");
              page.append("| input | does | because |\n|---|---|---|\n");
              deviations.forEach(
                  deviation ->
                      page.append(
                          "| %s | %s | %s |\n"
                              .formatted(deviation.row(), deviation.does(), deviation.why())));
            });
    return page.toString();
  }

  private static String line(Row row) {
    String strict = row.strict().equals(row.allowed()) ? "" : row.strict().toString();
    String stacks =
        Deviation.all().stream()
            .filter(deviation -> deviation.row().equals(row.id()))
            .map(Deviation::stack)
            .collect(Collectors.joining(", "));
    return "| %s | [%s](%s) | %s | %s | %s | %s |\n"
        .formatted(
            row.id(),
            row.section(),
            link(row.section()),
            row.requirement(),
            row.allowed(),
            strict,
            stacks);
  }

  private static String link(String section) {
    String[] parts = section.split(" ");
    return "https://www.rfc-editor.org/rfc/rfc" + parts[0] + "#section-" + parts[1];
  }

  private static Map<String, List<Deviation>> byStack() {
    return Deviation.all().stream()
        .collect(Collectors.groupingBy(Deviation::stack, TreeMap::new, Collectors.toList()));
  }
}
