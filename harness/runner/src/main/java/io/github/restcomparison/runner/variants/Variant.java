package io.github.restcomparison.runner.variants;

import io.github.restcomparison.records.plan.LoadSettings;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.host.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A service under test: a module, and the settings that make it this variant.
 *
 * @param name identifies it in options, records and pages
 * @param module its folder, relative to the project
 * @param settings environment variables that override the module's defaults
 * @param waitsInWorker whether each waiting request holds a worker
 * @param threadModel what its threads do, in one line
 * @param needs what it needs beside a JDK: commands, or files relative to the project
 * @param jvmFlags of its JVM, beside those that all variants have, or in place of them
 * @param backEnds what serves it if requests wait for a back end, by the kind of wait
 */
public record Variant(
    String name,
    String module,
    Map<String, String> settings,
    boolean waitsInWorker,
    String threadModel,
    List<String> needs,
    List<String> jvmFlags,
    Map<String, ForBackEnd> backEnds) {

  /**
   * The same model in another module, which has the client that a back end needs.
   *
   * @param settings environment variables that make the module this variant
   */
  public record ForBackEnd(String module, Map<String, String> settings) {}

  /**
   * Returns one sentence that names the first missing program; empty if none is missing.
   *
   * @param project the folder that contains the module
   */
  public Optional<String> missing(Path project) {
    return needs.stream()
        .filter(need -> Program.find(project, need).isEmpty())
        .findFirst()
        .map(need -> "it needs %s, which is not here: see %s/README.md".formatted(need, module));
  }

  /** Whether its requests can wait for that: a clock, or a back end that a module of it calls. */
  public boolean canWaitFor(String wait) {
    return !Delay.BACK_ENDS.contains(wait) || backEnds.containsKey(wait);
  }

  /**
   * Returns the variant with the module that serves a kind of wait.
   *
   * @throws IllegalArgumentException if none does
   */
  public Variant waitingFor(String wait) {
    if (!canWaitFor(wait)) {
      throw new IllegalArgumentException("%s cannot wait for %s".formatted(name, wait));
    }
    ForBackEnd other = backEnds.get(wait);
    return other == null ? this : with(name, other.module, other.settings, jvmFlags);
  }

  /** A copy with more settings. */
  Variant with(String name, String module, Map<String, String> more, List<String> jvmFlags) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(more);
    return new Variant(name, module, all, waitsInWorker, threadModel, needs, jvmFlags, backEnds);
  }

  /** The name that the service gives itself: the last part of the module's path. */
  public String service() {
    return module.substring(module.lastIndexOf('/') + 1);
  }

  /** The class that starts the service: {@code Main} in the package named after the module. */
  public String mainClass() {
    return "io.github.restcomparison." + service().replace("-", "") + ".Main";
  }

  /**
   * Returns how many requests can wait in the service at once; empty if waiting requests hold no
   * platform thread of a pool.
   *
   * @param workers of the run, empty for virtual threads; the variant's own setting precedes
   */
  public OptionalInt bound(OptionalInt workers) {
    String own = settings.get("WORKERS");
    if (!waitsInWorker || own == null) {
      return waitsInWorker ? workers : OptionalInt.empty();
    }
    return LoadSettings.one("WORKERS " + own, own, "workers").workers();
  }
}
