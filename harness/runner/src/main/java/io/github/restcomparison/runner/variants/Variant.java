package io.github.restcomparison.runner.variants;

import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A service as it is measured: a module and the settings that make it this variant.
 *
 * @param name what it is called everywhere
 * @param module its folder, relative to the project
 * @param settings environment variables that it differs by from its module's defaults
 * @param waitsInWorker whether a request that waits holds one of its workers
 * @param threadModel what its threads do, in one line
 * @param needs what must be there beside a JDK: commands, or files relative to the project
 */
public record Variant(
    String name,
    String module,
    Map<String, String> settings,
    boolean waitsInWorker,
    String threadModel,
    List<String> needs) {

  Variant(
      String name,
      String module,
      Map<String, String> settings,
      boolean waitsInWorker,
      String threadModel) {
    this(name, module, settings, waitsInWorker, threadModel, List.of());
  }

  /**
   * What is missing for it here, a sentence; empty where it can run.
   *
   * @param project the folder with its module in it
   */
  public Optional<String> missing(Path project) {
    return needs.stream()
        .filter(need -> Program.find(project, need).isEmpty())
        .findFirst()
        .map(need -> "it needs %s, which is not here: see %s/README.md".formatted(need, module));
  }

  /** The same with one more setting, which its name says. */
  Variant with(String setting, String value) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put(setting, value);
    return new Variant(
        name + "@" + setting + "=" + value, module, all, waitsInWorker, threadModel, needs);
  }

  /** What it calls itself: the last part of its module's name. */
  public String service() {
    return module.substring(module.lastIndexOf('/') + 1);
  }

  /** The class that starts it: {@code Main} in the package that the module is named after. */
  public String mainClass() {
    return "io.github.restcomparison." + service().replace("-", "") + ".Main";
  }

  /**
   * How many requests can wait at once in it.
   *
   * @param workers what {@code WORKERS} is set to for all variants without one of their own
   * @return empty where nothing but the users bounds them
   */
  public OptionalInt bound(Workers workers) {
    Workers own = settings.containsKey("WORKERS") ? Workers.of(Settings.of(settings)) : workers;
    return waitsInWorker && own instanceof Workers.Platform(int threads)
        ? OptionalInt.of(threads)
        : OptionalInt.empty();
  }
}
