package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.OfStudy;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * What a study asks for, as the plans of its experiments, one for each load.
 *
 * @param study as it is to be run
 * @param quick whether it is scaled down
 * @param project the folder with the variants' modules in it
 */
public record StudyPlans(Study study, boolean quick, Path project) {
  private static final int MOST_ROUNDS = 10;
  private static final int ROUNDS_ALONE = 3;

  private static final int QUICK_WARM_UP_MS = 5_000;

  /** The study of that name, scaled down where less is enough. */
  public static StudyPlans of(Study whole, boolean quick, Path project) {
    return new StudyPlans(quick ? whole.quick() : whole, quick, project);
  }

  /** How the loads are not those that were published, and why; nothing where they are. */
  public List<String> scaling() {
    return Stream.concat(
            quick
                ? Stream.of(
                    "quick: one round, with a tenth of the users, of the workers and of the wait:"
                        + " as many requests per second as the whole could have, after a tenth of"
                        + " the time")
                : Stream.empty(),
            study.changes().stream())
        .toList();
  }

  /** What this host lacks for a variant, a sentence; empty where it can run. */
  Optional<String> missing(String name) {
    return HttpClientVariant.of(name)
        .map(client -> client.missing(project))
        .orElseGet(() -> Catalogue.variant(name).missing(project));
  }

  private Optional<String> control(List<String> variants) {
    return quick || variants.size() < 2
        ? Optional.empty()
        : DesignOptions.usualControl(variants, Optional.empty());
  }

  /** At most: it ends as soon as all pairs are decided. One alone has no pair that could be. */
  private int rounds(List<String> variants) {
    if (quick) {
      return 1;
    }
    return variants.size() < 2 ? ROUNDS_ALONE : MOST_ROUNDS;
  }

  /** The plan of one experiment, as far as nobody asks for anything else. */
  public ExperimentPlan plan(Study.Load load, String session, Placement placement) {
    List<String> variants =
        load.variants().stream().filter(name -> missing(name).isEmpty()).toList();
    return new ExperimentPlan(
        session,
        new Design(
            variants,
            control(variants),
            rounds(variants),
            ThreadLocalRandom.current().nextLong(1_000_000),
            !quick,
            OptionalLong.empty()),
        LoadSpec.closed(
            load.users(),
            load.requestsPerUser(),
            study.delayMs(),
            load.waits(),
            LoadSpec.workers(study.workers()),
            quick ? QUICK_WARM_UP_MS : LoadSpec.USUAL.warmUpLimitMs()),
        new Setup(Host.name(), placement.toString(), Setup.BARE),
        Optional.of(new OfStudy(study.name(), load.name(), quick)));
  }
}
