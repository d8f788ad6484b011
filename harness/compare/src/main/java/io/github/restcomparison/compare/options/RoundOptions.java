package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.LoadSpec;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** How the runs of a round are measured; what is not given is null. */
final class RoundOptions {
  @Option(
      names = "--variants",
      split = ",",
      paramLabel = "NAME",
      completionCandidates = VariantNames.class,
      description =
          "Variants of this project, separated by commas (default: jersey-sync,jersey-async,vertx-rest;"
              + " in a sweep or for memory jersey-virtual, too). One may have settings of its own:"
              + " jersey-sync@WORKERS=400. ./compare list names all.")
  private List<String> variants;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "What the silent load before each measured one may take at most, while the service is not"
              + " seen to be steady, 0s to 60m (default: 40s).")
  private Duration warmUp;

  @Option(
      names = "--resume",
      description =
          "Go on in --out where it was interrupted. Settings that are not those of its plan are"
              + " refused.")
  private boolean resume;

  /** Whether to go on with what is in the folder. */
  boolean resume() {
    return resume;
  }

  /** Whether variants are named. */
  boolean areVariantsGiven() {
    return variants != null;
  }

  /** What is compared, whether there is such a variant or not. */
  List<String> variants(List<String> otherwise) {
    return variants == null ? otherwise : variants;
  }

  /**
   * The limit of the warm-up in ms.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where it cannot be one
   */
  int warmUpLimitMs(int otherwise) {
    return warmUp == null
        ? otherwise
        : 1_000 * DurationConverter.wholeSeconds(warmUp, LoadSpec.WARM_UP_SECONDS);
  }
}
