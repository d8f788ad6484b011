package io.github.restcomparison.compare.site;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.backend.Postgres;
import io.github.restcomparison.runner.service.Docker;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * This host, where it is what measures.
 *
 * @param project the folder with the modules in it
 */
public record ThisHost(Path project, HostOptions host) {

  /**
   * Takes it for an experiment, and has all at hand that the services need.
   *
   * @param clients whether clients are compared, not services
   * @throws UsageException where it cannot measure the plan
   */
  public void take(ExperimentPlan plan, boolean clients) throws IOException, InterruptedException {
    boolean contained = plan.setup().runtime().equals(Setup.DOCKER);
    if (clients && contained) {
      throw new UsageException("--runtime docker: not with clients");
    }
    refuseBackEnd(plan, contained);
    host.take(plan.load().users(), clients ? 1 : 2);
    requireImages(plan);
    if (contained) {
      Docker.build(project, plan.design().variants().stream().map(Catalogue::variant).toList());
    }
  }

  /** A back end is one of this host's, and a database takes PostgreSQL. */
  private void refuseBackEnd(ExperimentPlan plan, boolean contained) {
    String wait = plan.load().waits();
    if (contained && plan.load().asksBackEnd()) {
      throw new UsageException("--runtime docker: not with --wait " + wait);
    }
    if (!plan.load().asksBackEnd()) {
      return;
    }
    List<String> cannot =
        plan.design().variants().stream()
            .filter(name -> !Catalogue.variant(name).canWaitFor(wait))
            .toList();
    if (!cannot.isEmpty()) {
      throw new UsageException(
          "--wait %s: %s cannot; %s can"
              .formatted(
                  wait,
                  String.join(", ", cannot),
                  Catalogue.variants().stream()
                      .filter(variant -> variant.canWaitFor(wait))
                      .map(Variant::name)
                      .collect(Collectors.joining(", "))));
    }
    Optional<String> missing =
        wait.equals(Delay.SQL) ? Postgres.missing(project) : Optional.empty();
    missing.ifPresent(
        why -> {
          throw new UsageException("--wait sql: " + why);
        });
  }

  /** An image that is not here is pulled before anything is measured. */
  private static void requireImages(ExperimentPlan plan) throws InterruptedException {
    for (ServiceSpec service : plan.users().map(UserServices::services).orElse(Map.of()).values()) {
      if (service.from() instanceof Origin.Image image) {
        try {
          Docker.require(image.image());
        } catch (IOException e) {
          throw new UsageException("image %s: %s".formatted(image.image(), e.getMessage()));
        }
      }
    }
  }
}
