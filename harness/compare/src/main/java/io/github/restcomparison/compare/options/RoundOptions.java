package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.HostPressure;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How the runs of a round are measured; what is not given is null. */
final class RoundOptions {
  private static final Range HOST_CHECK_SECONDS = new Range("host-check in seconds", 0, 60);
  private static final Range RETRIES = new Range("retry-disturbed", 0, RunId.MOST_ATTEMPTS - 1);

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
      names = "--host-check",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long the pressure on the host is sampled before each round, 0s to 1m; a busy host is"
              + " waited for (default: 5s, before short runs 1s).")
  private Duration hostCheck;

  @Option(
      names = "--retry-disturbed",
      paramLabel = "N",
      description =
          "Where the host was disturbed, measure again only what was, at the end of its round, up to N"
              + " times, 0 to 20. By default the whole round is repeated, once; of many short runs"
              + " each is, up to twice.")
  private Integer retries;

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

  /**
   * What listens to the host before each round; nobody does where a cluster measures.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where it is to do so for too long
   */
  HostPressure hostPressure(ExperimentPlan plan, Duration otherwise) {
    if (plan.setup().cluster().isPresent()) {
      return HostPressure.ofThisHost(Duration.ZERO);
    }
    Duration listening = hostCheck == null ? otherwise : hostCheck;
    HOST_CHECK_SECONDS.check(Math.ceilDiv(listening.toMillis(), 1_000));
    return HostPressure.ofThisHost(listening);
  }

  /**
   * How often what was disturbed is measured again; empty where nobody says.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where it is too often
   */
  Optional<Integer> retries() {
    return Optional.ofNullable(retries).map(RETRIES::check);
  }
}
