package io.github.restcomparison.system.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The tables of requests, each a file with a row on each line. */
final class Rows {
  private static final SequencedMap<String, String> TABLES = new LinkedHashMap<>();

  static {
    TABLES.put("request-line", "Request lines");
    TABLES.put("fields", "Fields");
    TABLES.put("framing", "Framing: where a request ends");
    TABLES.put("connections", "Connections");
  }

  private Rows() {}

  /** All rows, by the title of their table. */
  static SequencedMap<String, List<Row>> tables() {
    SequencedMap<String, List<Row>> tables = new LinkedHashMap<>();
    TABLES.forEach(
        (file, title) -> tables.put(title, lines(file + ".tsv").stream().map(Row::of).toList()));
    return tables;
  }

  /** All rows. */
  static List<Row> all() {
    return tables().values().stream().flatMap(List::stream).toList();
  }

  static List<String> lines(String file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Rows.class.getResourceAsStream(file), StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
