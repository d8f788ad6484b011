package io.github.restcomparison.runner.variants;

import io.github.restcomparison.records.plan.LoadSettings;
import io.github.restcomparison.records.settings.Delay;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;

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
  public record ForBackEnd(String module, Map<String, String> settings) {
    /** {@code variants.json} may omit the settings. */
    public ForBackEnd {
      settings = settings == null ? Map.of() : settings;
    }
  }

  /** {@code variants.json} may omit settings, needs and flags. */
  public Variant {
    jvmFlags = jvmFlags == null ? List.of() : jvmFlags;
    settings = settings == null ? Map.of() : settings;
    needs = needs == null ? List.of() : needs;
    backEnds = backEnds == null ? Map.of() : backEnds;
  }

  /**
   * Checks whether this host can run the variant.
   *
   * @param project the folder that contains the module
   * @return one sentence that names the first missing program; empty if none is missing
   */
  public Optional<String> missing(Path project) {
    return needs.stream()
        .filter(need -> Program.find(project, need).isEmpty())
        .findFirst()
        .map(need -> "it needs %s, which is not here: see %s/README.md".formatted(need, module));
  }

  /** Whether its requests can wait for that: a clock, or a back end that a module of it asks. */
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
    if (other == null) {
      return this;
    }
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(other.settings);
    return new Variant(
        name, other.module, all, waitsInWorker, threadModel, needs, jvmFlags, backEnds);
  }

  /** A copy with one more setting, which is appended to the name. */
  Variant with(String setting, String value) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put(setting, value);
    return new Variant(
        name + "@" + setting + "=" + value,
        module,
        all,
        waitsInWorker,
        threadModel,
        needs,
        jvmFlags,
        backEnds);
  }

  /** A copy with one more flag of its JVM, which is appended to the name. */
  Variant withJvmFlag(String flag) {
    List<String> all = Stream.concat(jvmFlags.stream(), Stream.of(flag)).toList();
    return new Variant(
        name + "@jvm=" + flag, module, settings, waitsInWorker, threadModel, needs, all, backEnds);
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
   * How many requests can wait in the service at once.
   *
   * @param workers of the run, empty for virtual threads; the variant's own setting takes
   *     precedence
   * @return the number of workers; empty if waiting requests hold no platform thread of a pool
   */
  public OptionalInt bound(OptionalInt workers) {
    if (!waitsInWorker) {
      return OptionalInt.empty();
    }
    return settings.containsKey("WORKERS") ? ownWorkers() : workers;
  }

  private OptionalInt ownWorkers() {
    String own = settings.get("WORKERS");
    return LoadSettings.one("WORKERS " + own, own, "workers").workers();
  }
}
