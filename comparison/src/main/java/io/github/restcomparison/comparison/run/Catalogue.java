package io.github.restcomparison.comparison.run;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Every variant that can be measured: the one place that lists them. */
public final class Catalogue {
  /** The one that costs least, with no delay: what the load generator is calibrated against. */
  public static final String ANSWERS_AT_ONCE = "vertx-rest";

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant(
              "jersey-sync",
              "jersey-sync",
              Map.of(),
              true,
              "a worker thread blocks for each request that waits"),
          new Variant(
              "jersey-virtual",
              "jersey-sync",
              Map.of("WORKERS", "virtual"),
              false,
              "a virtual thread blocks for each request that waits"),
          new Variant(
              "jersey-async",
              "jersey-async",
              Map.of(),
              false,
              "no thread waits; a few scheduler threads answer"),
          new Variant(
              "vertx-rest",
              "vertx-rest",
              Map.of(),
              false,
              "no thread waits; a few event loops do everything"));

  private Catalogue() {}

  /** All of them, in the order in which they are explained. */
  public static List<Variant> variants() {
    return VARIANTS;
  }

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException where there is none; the message names those there are
   */
  public static Variant variant(String name) {
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
