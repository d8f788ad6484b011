package io.github.restcomparison.compare.cli;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.backend.Postgres;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.Docker;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a plan needs on this host: its CPUs, files, back ends and images, and nobody else. */
final class HostRequirements {
  private HostRequirements() {}

  /**
   * Checks that this host can measure a plan, takes the host, and pulls and builds images. A plan
   * of a cluster needs nothing here.
   *
   * @param users of the largest load
   * @param allowConcurrent whether another measurement may run on this host
   * @return which CPUs processes are pinned to
   * @throws SettingException if it cannot, or is taken
   */
  static Placement require(ExperimentPlan plan, int users, boolean allowConcurrent, Path project)
      throws IOException, InterruptedException {
    Setup setup = plan.setup();
    if (setup.cluster().isPresent()) {
      return Placement.ANYWHERE;
    }
    boolean isPinned = !setup.pinning().equals(Placement.ANYWHERE.toString());
    Placement placement = isPinned ? Placement.ofThisHost() : Placement.ANYWHERE;
    if (!placement.toString().equals(setup.pinning()) || !setup.host().equals(Host.name())) {
      throw new SettingException(
          "the plan is of another host: %s, pinning %s".formatted(setup.host(), setup.pinning()));
    }
    boolean areClients = areClients(plan);
    boolean isContained = setup.runtime().equals(Setup.DOCKER);
    if (isContained && (areClients || plan.load().asksBackEnd())) {
      throw new SettingException(
          "--runtime docker: not with "
              + (areClients ? "clients" : "--wait " + plan.load().waits()));
    }
    if (plan.load().asksBackEnd()) {
      requireBackEnd(plan);
    }
    // Connections of the warm-up may still be closing when those of the load open.
    refuse(Host.tooFewFiles(users, plan.memory() || areClients ? 1 : 2));
    if (!allowConcurrent) {
      refuse(Host.take("--allow-concurrent"));
    }
    for (ServiceSpec service : plan.users().map(UserServices::services).orElse(Map.of()).values()) {
      if (service.from() instanceof Origin.Image image) {
        try {
          Docker.require(image.image());
        } catch (IOException e) {
          throw new SettingException("image %s: %s".formatted(image.image(), e.getMessage()));
        }
      }
    }
    if (isContained) {
      Docker.build(project, plan.design().variants().stream().map(Catalogue::variant).toList());
    }
    return placement;
  }

  /** Returns whether HTTP clients are compared, not services. */
  static boolean areClients(ExperimentPlan plan) {
    return Catalogue.client(plan.design().variants().getFirst()).isPresent();
  }

  private static void requireBackEnd(ExperimentPlan plan) throws IOException, InterruptedException {
    String wait = plan.load().waits();
    List<String> able =
        Catalogue.variants().stream()
            .filter(variant -> variant.canWaitFor(wait))
            .map(Variant::name)
            .toList();
    for (String name : plan.design().variants()) {
      if (!(plan.origin(name) instanceof Origin.OfCatalogue(String variant)
          && able.contains(variant.split("@")[0]))) {
        throw new SettingException(
            "--wait %s: %s cannot; valid: %s".formatted(wait, name, String.join(", ", able)));
      }
    }
    if (wait.equals(Delay.SQL)) {
      refuse(Postgres.missing().map("--wait sql: "::concat));
    }
  }

  /** Throws the reason against a plan, if there is one. */
  private static void refuse(Optional<String> reason) {
    if (reason.isPresent()) {
      throw new SettingException(reason.get());
    }
  }
}
