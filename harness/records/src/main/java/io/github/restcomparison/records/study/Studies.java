package io.github.restcomparison.records.study;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** All published comparisons that are run again here. */
public final class Studies {
  private static final List<Study> ALL =
      Stream.of(
              "gateway-2010", "rest-2014", "async-servlet-2016", "connector-bio-nio", "client-2023")
          .map(Studies::read)
          .toList();

  private Studies() {}

  /** All of them, oldest question first. */
  public static List<Study> all() {
    return ALL;
  }

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException where there is none; the message names those there are
   */
  public static Study study(String name) {
    return ALL.stream()
        .filter(study -> study.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no study '%s': there are %s"
                        .formatted(
                            name,
                            ALL.stream().map(Study::name).collect(Collectors.joining(", ")))));
  }

  private static Study read(String name) {
    try (InputStream file = Studies.class.getResourceAsStream("studies/" + name + ".json")) {
      return new JsonMapper().readValue(file, Study.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
