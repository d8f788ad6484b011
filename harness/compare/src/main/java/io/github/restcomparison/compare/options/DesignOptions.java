package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Option;

/** How often what is compared is measured, in which order; what is not given is null. */
public final class DesignOptions {
  private static final Range ROUNDS = new Range("rounds", 1, 1_000);
  private static final Range TIME_SECONDS = new Range("for in seconds", 1, 86_400);

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How often each is measured at most, 1 to 1000 (default: 10). A verdict takes 3 or more.")
  private Integer rounds;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long it may take at most, 1s to 24h: no round begins after the first that cannot be"
              + " expected to end within it (default: as long as the rounds take). With --resume a"
              + " longer time may be given.")
  private Duration time;

  @Option(
      names = "--early-stop",
      negatable = true,
      description =
          "End as soon as every pair is decided, after 3 rounds at the earliest; with"
              + " --no-early-stop all rounds are measured (default: --early-stop).")
  private Boolean earlyStop;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the order within the rounds (default: drawn, and recorded).")
  private Long seed;

  @Option(
      names = "--aa",
      negatable = true,
      description =
          "Enter one variant twice, under two names: how far apart the experiment puts two things"
              + " that are the same is its noise floor (default: --aa).")
  private Boolean aa;

  @Option(
      names = "--control",
      paramLabel = "NAME",
      completionCandidates = VariantNames.class,
      description =
          "The variant that is entered twice (default: the first whose throughput no pool holds,"
              + " for one at its bound shows no noise).")
  private String control;

  /**
   * The design that is asked for.
   *
   * @param before has what is not asked for
   * @param compared what is compared, all of which there is
   * @param users those of it that are the user's
   * @throws UsageException where it cannot be one
   */
  Design design(Optional<Design> before, List<String> compared, Optional<UserServices> users) {
    if (new HashSet<>(compared).size() < compared.size()) {
      throw new UsageException("what is compared names one twice: --aa enters a control by itself");
    }
    return new Design(
        compared,
        control(before, compared, users),
        ROUNDS.check(or(rounds, before.map(Design::rounds), 10)),
        or(seed, before.map(Design::seed), ThreadLocalRandom.current().nextLong(1_000_000)),
        or(earlyStop, before.map(Design::earlyStop), true),
        timeLimitMs(before));
  }

  private static <T> T or(T given, Optional<T> before, T otherwise) {
    return given != null ? given : before.orElse(otherwise);
  }

  private OptionalLong timeLimitMs(Optional<Design> before) {
    return time == null
        ? before.map(Design::timeLimitMs).orElse(OptionalLong.empty())
        : OptionalLong.of(1_000L * DurationConverter.wholeSeconds(time, TIME_SECONDS));
  }

  private Optional<String> control(
      Optional<Design> before, List<String> compared, Optional<UserServices> users) {
    if (control != null) {
      if (!compared.contains(control) || Boolean.FALSE.equals(aa)) {
        throw new UsageException(
            "--control is '%s': it may be one of what is compared".formatted(control));
      }
      return Optional.of(control);
    }
    if (aa == null && before.isPresent()) {
      return before.get().control();
    }
    return Boolean.FALSE.equals(aa) ? Optional.empty() : usualControl(compared, users);
  }

  /**
   * The variant that is entered twice where nobody says which: the first that no pool of workers
   * holds back, for one at its ceiling shows no noise.
   */
  static Optional<String> usualControl(List<String> compared, Optional<UserServices> users) {
    return compared.stream()
        .filter(name -> isHeldBackByNoPool(name, users))
        .findFirst()
        .or(() -> compared.stream().findFirst());
  }

  private static boolean isHeldBackByNoPool(String name, Optional<UserServices> users) {
    return users
        .map(each -> each.services().get(name))
        .map(service -> service.workers().isEmpty())
        .orElseGet(
            () ->
                HttpClientVariant.of(name).isPresent() || !Catalogue.variant(name).waitsInWorker());
  }

  /** What the user should know of the plan before it takes an hour. */
  public Optional<String> warning(Design design) {
    int rounds = design.rounds();
    return design.variants().size() > 1 && rounds < PairwiseTests.FIRST_LOOK
        ? Optional.of(
            "a verdict takes %d rounds: fewer (--rounds %d) give figures only"
                .formatted(PairwiseTests.FIRST_LOOK, rounds))
        : Optional.empty();
  }
}
