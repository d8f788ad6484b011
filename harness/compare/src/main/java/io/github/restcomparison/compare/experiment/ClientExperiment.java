package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.ClientRun;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Rounds x clients: as an {@link Experiment}, but what is compared is who asks. Every run has a
 * fresh service, always the same one.
 */
public final class ClientExperiment {
  private static final String SERVICE = "spring-boot";

  /** Nobody knows beforehand what a client will take. */
  private static final Duration GUESS = Duration.ofSeconds(20);

  private final ExperimentFolder folder;
  private final MeasurementContext context;
  private final Path project;
  private TimeAccount account;
  private TimeLeft timeLeft;

  /**
   * Prepares an experiment; nothing happens yet.
   *
   * @param project the folder that contains the modules
   */
  public ClientExperiment(ExperimentFolder folder, MeasurementContext context, Path project) {
    this.folder = folder;
    this.context = context;
    this.project = project;
  }

  /**
   * Measures all that is still to be measured, until it is {@linkplain StoppingRule over}.
   *
   * @param asked the plan; where the folder holds it already, the experiment goes on
   */
  public void run(ExperimentPlan asked) throws IOException, InterruptedException {
    ExperimentPlan plan = folder.planned(asked);
    account = TimeAccount.of(folder.path());
    timeLeft = new TimeLeft(GUESS.multipliedBy(plan.design().runs()), Optional.empty());
    RoundEnd end = new RoundEnd(folder, plan, context);
    boolean isOver = false;
    for (int round = 1; !isOver; round++) {
      for (PlannedRun run : Schedule.round(plan, round, 1)) {
        if (folder.finished(run.folder()).isEmpty()) {
          measure(plan, run);
        }
      }
      isOver = end.isOver(round, account.used(), account.used().dividedBy(round));
    }
  }

  private void measure(ExperimentPlan plan, PlannedRun run)
      throws IOException, InterruptedException {
    folder.setAside(run.folder());
    account.begins();
    int rounds = plan.design().rounds();
    timeLeft.begins(GUESS);
    context
        .progress()
        .began(
            "round %d of %d, %s".formatted(run.runId().round(), rounds, run.target().name()),
            timeLeft);
    HttpClientVariant client = HttpClientVariant.of(run.target().entry()).orElseThrow();
    RunRecord record =
        new ClientRun(
                project,
                client,
                Catalogue.variant(SERVICE),
                plan.load().users(),
                context.placement())
            .measure(plan.session(), run.runId(), run.target(), folder.run(run.folder()).path());
    folder.run(run.folder()).write(record);
    account.ran(record, folder.run(run.folder()));
    timeLeft.ended();
    context.progress().ended(record);
  }
}
