package io.github.restcomparison.compare.cli;

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

/** What a plan needs on this host: back ends and images. */
final class HostRequirements {
  private HostRequirements() {}

  /**
   * Checks that the host has the back end of a plan.
   *
   * @throws UsageException if not
   */
  static void check(ExperimentPlan plan, Path project) {
    String wait = plan.load().waits();
    if (isContained(plan) && (plan.load().asksBackEnd() || Measuring.areClients(plan))) {
      throw new UsageException(
          "--runtime docker: not with "
              + (plan.load().asksBackEnd() ? "--wait " + wait : "clients"));
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
    if (missing.isPresent()) {
      throw new UsageException("--wait sql: " + missing.get());
    }
  }

  /** Pulls and builds missing images before anything is measured. */
  static void prepare(ExperimentPlan plan, Path project) throws IOException, InterruptedException {
    for (ServiceSpec service : plan.users().map(UserServices::services).orElse(Map.of()).values()) {
      if (service.from() instanceof Origin.Image image) {
        try {
          Docker.require(image.image());
        } catch (IOException e) {
          throw new UsageException("image %s: %s".formatted(image.image(), e.getMessage()));
        }
      }
    }
    if (isContained(plan)) {
      Docker.build(project, plan.design().variants().stream().map(Catalogue::variant).toList());
    }
  }

  private static boolean isContained(ExperimentPlan plan) {
    return plan.setup().runtime().equals(Setup.DOCKER);
  }
}
