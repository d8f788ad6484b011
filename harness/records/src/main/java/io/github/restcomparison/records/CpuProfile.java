package io.github.restcomparison.records;

import java.util.Map;
import java.util.Optional;

/**
 * The code in which a service's JVM spent CPU time, in a separate run that adds to no figure. Names
 * are sorted by their samples in descending order.
 *
 * @param missing the reason why there is no recording; empty if there is one
 * @param samples of threads that ran Java code under load
 * @param libraries samples by library: a module of the JDK, or the first three parts of a package
 * @param packages samples by package
 * @param methods samples by the method that ran, without its callers
 */
public record CpuProfile(
    Optional<String> missing,
    long samples,
    Map<String, Long> libraries,
    Map<String, Long> packages,
    Map<String, Long> methods) {
  /** The folder of the profiled runs, in the folder of the experiment. */
  public static final String FOLDER = "profile";

  /** The name of its file in the folder of its run. */
  public static final String FILE = "profile.json";

  /** The recording next to it, for JDK Mission Control. */
  public static final String RECORDING = "profile.jfr";

  /**
   * Returns the profile of a service without a recording.
   *
   * @param why the reason, in a few words
   */
  public static CpuProfile missing(String why) {
    return new CpuProfile(Optional.of(why), 0, Map.of(), Map.of(), Map.of());
  }
}
