package io.github.restcomparison.system;

import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The sets of variants that tests run with, each defined here and nowhere else. */
final class Services {
  private static final Path PROJECT = Path.of("../..");

  /** Those that apply all settings of {@code Limits} and drain alike, by their threading model. */
  private static final List<String> LIMITED =
      List.of(
          "jersey-sync",
          "jersey-virtual",
          "jersey-async",
          "jersey-vertx",
          "jersey-vertx-virtual",
          "vertx-rest");

  /** Those that take {@code WAIT=http}, by how they ask a back end. */
  private static final List<String> ASKING =
      List.of(
          "jersey-sync",
          "jersey-virtual",
          "jersey-async",
          "vertx-rest",
          "vertx-virtual",
          "jersey-vertx");

  private Services() {}

  /** All variants of the catalogue that can run on this host. */
  static Stream<Variant> variants() {
    return Catalogue.variants().stream().filter(variant -> variant.missing(PROJECT).isEmpty());
  }

  /** One variant of each module, for what does not depend on a module's mode. */
  static Stream<Variant> services() {
    return onePerModule(variants());
  }

  /** The three services that the others are compared with: their modules are at the top level. */
  static Stream<Variant> core() {
    return services().filter(Services::isCore);
  }

  /** Whether its module is at the top level. */
  static boolean isCore(Variant variant) {
    return !variant.module().contains("/");
  }

  /** Variants with all limits of the contract. */
  static Stream<Variant> limited() {
    return LIMITED.stream().map(Catalogue::variant);
  }

  /** Variants that can wait for a back end over HTTP. */
  static Stream<Variant> asking() {
    return ASKING.stream().map(Catalogue::variant);
  }

  /** One variant of each module that can wait for a back end over HTTP. */
  static Stream<Variant> askingServices() {
    return onePerModule(asking());
  }

  private static Stream<Variant> onePerModule(Stream<Variant> variants) {
    Set<String> modules = new HashSet<>();
    return variants.filter(variant -> modules.add(variant.module()));
  }
}
