package io.github.restcomparison.system;

import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.variants.Variant;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The sets of variants that tests run with, each defined here and nowhere else; the constants are
 * for {@code @MethodSource}.
 */
final class Services {
  static final String CORE = "io.github.restcomparison.system.Services#core";
  static final String LIMITED = "io.github.restcomparison.system.Services#limited";
  static final String OTHER_LIMITED = "io.github.restcomparison.system.Services#otherLimited";
  static final String ASKING = "io.github.restcomparison.system.Services#asking";
  static final String ASKING_SERVICES = "io.github.restcomparison.system.Services#askingServices";
  static final String ASKING_WITHOUT_THREADS =
      "io.github.restcomparison.system.Services#askingWithoutThreads";
  static final String BACK_ENDS = "io.github.restcomparison.system.Services#backEnds";
  static final String SERVERS = "io.github.restcomparison.system.Services#servers";
  static final String CURRENT = "io.github.restcomparison.system.Services#current";
  static final String HISTORICAL = "io.github.restcomparison.system.Services#historical";

  /** Beside the core, those that apply all settings of {@code Limits}, by their threading model. */
  private static final List<String> OTHER_LIMITED_NAMES =
      List.of("jersey-virtual", "jersey-vertx", "jersey-vertx-virtual");

  /** Those that take {@code WAIT=http}, by how they ask a back end. */
  private static final List<String> ASKING_NAMES =
      List.of(
          "jersey-sync",
          "jersey-virtual",
          "jersey-async",
          "vertx-rest",
          "vertx-virtual",
          "jersey-vertx");

  private Services() {}

  /** The three services that the others are compared with: their modules are at the top level. */
  static Stream<Variant> core() {
    return onePerModule(variants()).filter(Services::isCore);
  }

  /** Whether its module is at the top level. */
  static boolean isCore(Variant variant) {
    return !variant.module().contains("/");
  }

  /** Variants with all limits of the contract. */
  static Stream<Variant> limited() {
    return Stream.concat(core(), otherLimited());
  }

  /** The same without the core. */
  static Stream<Variant> otherLimited() {
    return OTHER_LIMITED_NAMES.stream().map(Variant::named);
  }

  /** Variants that can wait for a back end over HTTP. */
  static Stream<Variant> asking() {
    return ASKING_NAMES.stream().map(Variant::named);
  }

  /** One variant of each way to ask a back end over HTTP. */
  static Stream<Variant> askingServices() {
    return Stream.of("jersey-sync", "jersey-async", "vertx-rest", "jersey-vertx")
        .map(Variant::named);
  }

  /** Services whose calls wait in a queue of the client, not in a thread. */
  static Stream<Variant> askingWithoutThreads() {
    return askingServices().filter(variant -> !variant.waitsInWorker());
  }

  /** The modules of these that ask over HTTP, one variant of each. */
  static Stream<Variant> backEnds() {
    return onePerModule(asking().map(variant -> variant.withWait(Wait.HTTP)));
  }

  /** One for each that takes connections and reads from them in a way of its own. */
  static Stream<Variant> servers() {
    return Stream.of("jersey-sync", "jersey-vertx", "vertx-rest").map(Variant::named);
  }

  /** One variant of each module that is no historical server. */
  static Stream<Variant> current() {
    return onePerModule(variants()).filter(variant -> !isHistorical(variant));
  }

  /** One variant of each historical server. */
  static Stream<Variant> historical() {
    return onePerModule(variants()).filter(Services::isHistorical);
  }

  /** All variants of the core's modules but the core, and one variant of each other module. */
  static Stream<Variant> allButTheCore() {
    List<Variant> core = core().toList();
    return Stream.concat(variants().filter(Services::isCore), onePerModule(variants()))
        .distinct()
        .filter(variant -> !core.contains(variant));
  }

  private static boolean isHistorical(Variant variant) {
    return variant.module().startsWith("servers/historical/");
  }

  private static Stream<Variant> onePerModule(Stream<Variant> variants) {
    Set<String> modules = new HashSet<>();
    return variants.filter(variant -> modules.add(variant.module()));
  }

  /** All variants with the service-kit that can run on this host. */
  private static Stream<Variant> variants() {
    return Variant.services().stream()
        .filter(variant -> !variant.isStock())
        .filter(variant -> variant.missingRequirement(Path.of("../..")).isEmpty());
  }
}
