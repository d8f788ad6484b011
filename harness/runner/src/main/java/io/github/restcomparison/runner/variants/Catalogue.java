package io.github.restcomparison.runner.variants;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Every variant that can be measured; {@code variants.json} beside this class lists them. */
public final class Catalogue {
  /** The cheapest variant: with no delay, the load generator is calibrated against it. */
  public static final String ANSWERS_AT_ONCE = "vertx-rest";

  private static final List<Variant> VARIANTS = read();

  private Catalogue() {}

  private static List<Variant> read() {
    try (InputStream file = Catalogue.class.getResourceAsStream("variants.json")) {
      return List.of(new JsonMapper().readValue(file, Variant[].class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All variants, in the order in which the documentation explains them. */
  public static List<Variant> variants() {
    return VARIANTS;
  }

  /**
   * Finds a variant by its name, such as {@code jersey-sync}. Settings may follow the name: {@code
   * jersey-sync@WORKERS=400@MAX_WAITING=100}; and flags of its JVM, {@code
   * jersey-virtual@jvm=-XX:+UseZGC}.
   *
   * @throws IllegalArgumentException if no variant has the name; the message lists all names
   */
  public static Variant variant(String name) {
    String[] parts = name.split("@", -1);
    Variant variant = listed(parts[0]);
    for (String setting : List.of(parts).subList(1, parts.length)) {
      String[] both = setting.split("=", 2);
      if (setting.matches("[A-Z][A-Z_]*=[A-Za-z0-9._-]+")) {
        variant = variant.with(both[0], both[1]);
      } else if (setting.matches("jvm=-[A-Za-z0-9:+=._,/%-]+")) {
        variant = variant.withJvmFlag(both[1]);
      } else {
        throw new IllegalArgumentException(
            "'%s' in '%s' is no setting: it may be like WORKERS=400, or jvm=-XX:+UseZGC"
                .formatted(setting, name));
      }
    }
    return variant;
  }

  private static Variant listed(String name) {
    return VARIANTS.stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no variant '%s': there are %s"
                        .formatted(
                            name,
                            VARIANTS.stream()
                                .map(Variant::name)
                                .collect(Collectors.joining(", ")))));
  }
}
