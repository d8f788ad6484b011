package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.LocalPorts;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.BackEnd;
import io.github.restcomparison.runner.service.ClientTls;
import io.github.restcomparison.runner.service.Docker;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks this host: before an experiment, that it can measure the plan; before a round, whether it
 * is quiet. It samples the share of time in which a task waited for a CPU (Linux' pressure stall
 * information). Not before each run: right after a run the run itself would cause the pressure.
 *
 * @param pressure the kernel's file
 */
public record HostCheck(Path pressure, Sleeper sleeper) {
  /** One sample takes this share of the round, and all samples four times that. */
  private static final int SHARE = 20;

  private static final int MAX_SAMPLES = 4;
  private static final Duration LONGEST_SAMPLE = Duration.ofSeconds(5);
  private static final double QUIET = 0.05;
  private static final Pattern SOME = Pattern.compile("(?m)^some .*total=(\\d+)$");

  /** Lets time pass. */
  interface Sleeper {
    void sleep(Duration duration) throws InterruptedException;
  }

  /** The host that this process runs on. */
  HostCheck() {
    this(Path.of("/proc/pressure/cpu"), Thread::sleep);
  }

  /**
   * Checks that this host can measure a plan, and changes nothing. A plan of a cluster needs
   * nothing here.
   *
   * @param users of the largest load
   * @param project the folder with the modules in it
   * @return the CPUs that processes are pinned to
   * @throws SettingException if it cannot
   */
  public static Placement check(ExperimentPlan plan, int users, Path project)
      throws IOException, InterruptedException {
    Setup setup = plan.setup();
    if (setup.cluster().isPresent()) {
      return Placement.ANYWHERE;
    }
    Placement placement = setup.pinning().isPinned() ? Placement.ofThisHost() : Placement.ANYWHERE;
    boolean isOther =
        !placement.asPinning().equals(setup.pinning()) || !setup.host().equals(Host.name());
    String where = setup.host() + ", pinning " + setup.pinning();
    refuseIf(isOther, "the plan is for another host: " + where);
    boolean areClients = Variant.areClients(plan.design().variants());
    boolean isContained = setup.runtime() == ServiceRuntime.DOCKER;
    refuseIf(
        isContained && (areClients || plan.load().waitKind().isForBackEnd()),
        "--runtime docker: not with "
            + (areClients ? "clients" : "--wait " + plan.load().waitKind()));
    if (plan.load().waitKind().isForBackEnd()) {
      requireBackEnd(plan);
    }
    refuse(Host.temporaryFolderProblem());
    // Connections of the warm-up may still be closing when the connections of the load open.
    refuse(Host.fileShortage(users, plan.subject() == Subject.MEMORY || areClients ? 1 : 2));
    refuse(LocalPorts.shortage(users, plan.load().newConnectionsPerSecond()));
    if (isContained) {
      requireEngine("--runtime docker");
    } else {
      requireVariants(plan, users, project);
    }
    if (plan.users().isPresent()) {
      requireServices(plan.users().get(), placement);
    }
    return placement;
  }

  /**
   * Locks this host for a plan that it can measure, and pulls or builds the images of the plan. A
   * plan of a cluster needs nothing here.
   *
   * @param allowConcurrent whether another measurement may run on this host
   * @throws SettingException if another measurement has locked the host, or an image cannot be
   *     pulled
   * @throws IOException if an image cannot be built
   */
  public static void lock(ExperimentPlan plan, boolean allowConcurrent, Path project)
      throws IOException, InterruptedException {
    if (plan.setup().cluster().isPresent()) {
      return;
    }
    if (!allowConcurrent) {
      refuse(Host.lock("--allow-concurrent"));
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
    if (plan.setup().runtime() == ServiceRuntime.DOCKER) {
      Docker.build(project, plan.design().variants().stream().map(Variant::named).toList());
    }
  }

  /** Checks that a running service listens, and that there is a Docker engine for images. */
  private static void requireServices(UserServices users, Placement placement)
      throws InterruptedException {
    for (Map.Entry<String, ServiceSpec> each : users.services().entrySet()) {
      String name = "service " + each.getKey();
      ServiceSpec service = each.getValue();
      if (service.from() instanceof Origin.Image image) {
        requireEngine("image " + image.image());
      } else if (service.from() instanceof Origin.Address at && at.restart().isEmpty()) {
        try {
          Launch.of(service, Secrets.NONE, placement, null)
              .requireListening(new ClientTls(users.workload().tls()));
        } catch (IOException e) {
          throw new SettingException("%s: %s".formatted(name, e.getMessage()));
        }
      }
    }
  }

  private static void requireVariants(ExperimentPlan plan, int users, Path project) {
    for (String name : plan.design().variants()) {
      if (plan.service(name).from() instanceof Origin.CatalogueVariant(String variant)) {
        Variant needed =
            Variant.client(variant)
                .orElseGet(() -> Variant.named(variant).withWait(plan.load().waitKind()));
        refuse(needed.missingRequirement(project).map((name + ": ")::concat));
        refuse(
            needed
                .implementation()
                .stock()
                .flatMap(each -> each.connectionShortage(needed, users)));
      }
    }
  }

  private static void requireEngine(String what) throws InterruptedException {
    try {
      Docker.engine();
    } catch (IOException e) {
      throw new SettingException("%s: %s".formatted(what, e.getMessage()));
    }
  }

  private static void requireBackEnd(ExperimentPlan plan) throws IOException, InterruptedException {
    Wait wait = plan.load().waitKind();
    List<String> able =
        Variant.services().stream()
            .filter(variant -> variant.supports(wait))
            .map(Variant::name)
            .toList();
    for (String name : plan.design().variants()) {
      if (!(plan.service(name).from() instanceof Origin.CatalogueVariant(String variant)
          && able.contains(variant.split("@")[0]))) {
        throw new SettingException(
            "--wait %s: %s does not support it; valid: %s"
                .formatted(wait, name, String.join(", ", able)));
      }
    }
    if (wait == Wait.SQL) {
      refuse(BackEnd.missingDatabase().map("--wait sql: "::concat));
    }
  }

  /** Throws the reason against a plan, if there is one. */
  private static void refuse(Optional<String> reason) {
    if (reason.isPresent()) {
      throw new SettingException(reason.get());
    }
  }

  /**
   * Samples the host, again for some time while it is busy.
   *
   * @param round the estimate of the round; a sample takes a twentieth of it, 5 s at most
   * @param print receives a line for each time that the host is busy
   * @return the share of time of the last sample, 0 to 1; NaN if the platform does not count it
   */
  double awaitQuiet(Duration round, Consumer<String> print) throws InterruptedException {
    Duration part = round.dividedBy(SHARE);
    Duration sample = part.compareTo(LONGEST_SAMPLE) < 0 ? part : LONGEST_SAMPLE;
    double share = sample(sample);
    for (int taken = 1; taken < MAX_SAMPLES && share > QUIET; taken++) {
      print.accept(
          "the host is busy: tasks waited for a CPU in %.0f %% of the time; waiting"
              .formatted(100 * share));
      share = sample(sample);
    }
    return share;
  }

  private double sample(Duration duration) throws InterruptedException {
    double before = totalMicros();
    if (Double.isNaN(before) || duration.isZero()) {
      return Double.NaN;
    }
    sleeper.sleep(duration);
    return Math.clamp((totalMicros() - before) / (duration.toNanos() / 1e3), 0.0, 1.0);
  }

  /** Returns the kernel's counter; NaN if this is not Linux, or the kernel does not count. */
  private double totalMicros() {
    try {
      Matcher some = SOME.matcher(Files.readString(pressure));
      return some.find() ? Double.parseDouble(some.group(1)) : Double.NaN;
    } catch (IOException e) {
      return Double.NaN;
    }
  }
}
