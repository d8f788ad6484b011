package io.github.restcomparison.records;

import java.util.Map;
import java.util.Optional;

/**
 * Where the JVM of a service spent its CPU, in a run of its own that enters no figure. Names are in
 * the order of their samples, the most first.
 *
 * @param missing why there is no recording; absent if there is one
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
  /** The folder of the profiled runs, in that of the experiment. */
  public static final String FOLDER = "profile";

  /** The name of its file in the folder of its run. */
  public static final String FILE = "profile.json";

  /** The recording beside it, for JDK Mission Control. */
  public static final String RECORDING = "profile.jfr";

  /** A service without a recording, for a reason of a few words. */
  public static CpuProfile missing(String why) {
    return new CpuProfile(Optional.of(why), 0, Map.of(), Map.of(), Map.of());
  }
}
