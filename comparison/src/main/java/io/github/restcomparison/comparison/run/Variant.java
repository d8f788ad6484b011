package io.github.restcomparison.comparison.run;

import io.github.restcomparison.contract.Workers;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A service as it is measured: a module and the settings that make it this variant.
 *
 * @param name what it is called everywhere
 * @param module its folder, relative to the project
 * @param settings environment variables that it differs by from its module's defaults
 * @param waitsInWorker whether a request that waits holds one of its workers
 * @param threadModel what its threads do, in one line
 */
public record Variant(
    String name,
    String module,
    Map<String, String> settings,
    boolean waitsInWorker,
    String threadModel) {

  /** The class that starts it: {@code Main} in the package that the module is named after. */
  public String mainClass() {
    String folder = module.substring(module.lastIndexOf('/') + 1);
    return "io.github.restcomparison." + folder.replace("-", "") + ".Main";
  }

  /**
   * How many requests can wait at once in it.
   *
   * @param workers what {@code WORKERS} is set to
   * @return empty where nothing but the users bounds them
   */
  public OptionalInt bound(Workers workers) {
    return waitsInWorker && workers instanceof Workers.Platform(int threads)
        ? OptionalInt.of(threads)
        : OptionalInt.empty();
  }
}
