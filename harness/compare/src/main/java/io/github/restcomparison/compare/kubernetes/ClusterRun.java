package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.compare.gatling.RunExecutor;
import io.github.restcomparison.compare.terminal.Interruption;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.runner.UnmeasuredRun;
import io.github.restcomparison.runner.merge.Injectors;
import io.github.restcomparison.runner.merge.ServiceSide;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measures a run in a cluster: a fresh pod of the service, pods of injectors that load it together,
 * their records fetched and merged. Whatever happens, a record is left here and no pod there.
 *
 * @param namespace where all of it runs
 * @param session names the experiment
 */
public record ClusterRun(ClusterNamespace namespace, String session) implements RunExecutor {

  @Override
  public Ended run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException {
    Files.createDirectories(folder);
    JsonFiles.write(folder.resolve(RunRequest.FILE), request);
    Instant startedAt = Instant.now();
    try {
      return ended(measured(request, folder));
    } catch (RunBroken e) {
      return ended(broken(request, startedAt, e.status(), e.getMessage(), folder));
    } catch (IOException e) {
      // kubectl failed, or what it fetched: that says nothing of the service.
      return ended(broken(request, startedAt, Status.INVALID, e.getMessage(), folder));
    }
  }

  private static Ended ended(RunRecord record) {
    return new Ended(record.status() == Status.FAILED ? SERVICE_FAILED : DONE, "");
  }

  /** What fails while this process is being ended, fails because of it. */
  private static RunRecord broken(
      RunRequest request, Instant startedAt, Status status, String reason, Path folder)
      throws IOException, InterruptedException {
    if (Interruption.isUnderWay()) {
      throw new InterruptedException("this process is being ended");
    }
    return UnmeasuredRun.write(request, startedAt, status, reason, new RunFolder(folder));
  }

  private RunRecord measured(RunRequest request, Path folder)
      throws IOException, InterruptedException, RunBroken {
    Kubectl kubectl = namespace.kubectl();
    Manifests manifests = new Manifests(namespace.cluster(), session);
    Optional<ServiceContainer> container = container(request);
    String name = name(folder);
    int number = Math.min(namespace.cluster().injectors(), request.load().users());
    try (RunPods pods = new RunPods(kubectl, name, number, container.isPresent())) {
      Optional<Pod> service =
          container.isPresent()
              ? Optional.of(pods.startService(manifests.service(name, container.get())))
              : Optional.empty();
      List<Pod> injectors = pods.startInjectors(manifests.injectors(name, number));
      InjectorParts parts = new InjectorParts(kubectl, injectors, folder);
      Target target =
          service.map(pod -> at(request, pod, container.get())).orElse(request.target());
      Instant measureAt = explained(pods, () -> parts.handOut(request, target));
      pods.awaitInjectors();
      ServiceSamples samples =
          service.isPresent()
              ? explained(pods, () -> samples(service.get(), folder))
              : ServiceSamples.NONE;
      List<Path> comparisons = explained(pods, parts::fetch);
      refuseUnmeasured(comparisons);
      RunRecord first = Injectors.first(comparisons);
      ServiceSide side =
          new ServiceSide(
              samples.usage(),
              samples.throttling(measureAt.toEpochMilli()),
              service.isPresent()
                  ? new ClusterEnvironment(kubectl, container.get().pod())
                      .of(service.get(), samples.cpu(), first)
                  : first.setup().environment(),
              container.map(ServiceContainer::environment).orElse(Map.of()),
              List.of(places(service, injectors)),
              user(request));
      return Injectors.join(comparisons, Optional.of(side), new RunFolder(folder));
    }
  }

  @FunctionalInterface
  private interface Step<T> {
    T result() throws IOException, InterruptedException;
  }

  /** Where a pod does not answer, the cluster may say why. */
  private static <T> T explained(RunPods pods, Step<T> step)
      throws IOException, InterruptedException, RunBroken {
    try {
      return step.result();
    } catch (IOException e) {
      pods.explain();
      throw e;
    }
  }

  /** What the pod of the service has said. */
  private ServiceSamples samples(Pod service, Path folder)
      throws IOException, InterruptedException {
    Kubectl kubectl = namespace.kubectl();
    Files.writeString(
        folder.resolve("service.log"), kubectl.output("logs", service.name(), "-c", "service"));
    return ServiceSamples.read(kubectl.output("logs", service.name(), "-c", "sampler"));
  }

  /** Absent where the service runs already. */
  private Optional<ServiceContainer> container(RunRequest request) {
    return switch (request.target()) {
      case Target.Started ours ->
          Optional.of(ServiceContainer.of(ours, request, namespace.cluster()));
      case Target.OfUser theirs when theirs.user().service().from() instanceof Origin.Image image ->
          Optional.of(ServiceContainer.of(theirs.user().service(), image, namespace.cluster()));
      case Target.OfUser theirs -> Optional.empty();
      case Target.Running running -> Optional.empty();
    };
  }

  /** What the injectors load, now that it has an address. */
  private static Target at(RunRequest request, Pod pod, ServiceContainer container) {
    String root = container.root(pod.address());
    return switch (request.target()) {
      case Target.Started ours ->
          new Target.Running(ours.name(), URI.create(root + Endpoint.RESOURCE), Optional.of(ours));
      case Target.OfUser theirs -> theirs.at(root);
      case Target.Running running -> running;
    };
  }

  private static Optional<UserService> user(RunRequest request) {
    return request.target() instanceof Target.OfUser theirs
        ? Optional.of(theirs.user())
        : Optional.empty();
  }

  /** Which pods were where; one that is beside the service is measured together with it. */
  private static String places(Optional<Pod> service, List<Pod> injectors) {
    String nodes = injectors.stream().map(Pod::node).distinct().collect(Collectors.joining(", "));
    Optional<String> node = service.map(Pod::node);
    boolean shared =
        node.isPresent() && injectors.stream().anyMatch(pod -> pod.node().equals(node.get()));
    return node.map("pods: the service on %s, "::formatted).orElse("pods: ")
        + (injectors.size() == 1 ? "the injector on " : "the injectors on ")
        + nodes
        + (shared ? "; they share the service's node: it is measured together with them" : "");
  }

  /** An injector that the service gave no right answer has measured nothing; its reason is ours. */
  private static void refuseUnmeasured(List<Path> comparisons) throws IOException, RunBroken {
    for (int i = 0; i < comparisons.size(); i++) {
      String injector = "injector %d of %d".formatted(i + 1, comparisons.size());
      if (!Files.exists(comparisons.get(i).resolve("runs"))) {
        throw new RunBroken(
            Status.INVALID, injector + " ended without a record: " + lastWords(comparisons.get(i)));
      }
      RunRecord record = Injectors.first(List.of(comparisons.get(i)));
      if (record.load().isEmpty()) {
        throw new RunBroken(
            record.status(),
            injector
                + ": "
                + record.reasons().stream().findFirst().orElse("it has measured nothing"));
      }
    }
  }

  private static String lastWords(Path comparison) throws IOException {
    return Files.readString(comparison.resolveSibling(InjectorParts.LOG))
        .lines()
        .filter(line -> !line.isBlank())
        .reduce((first, second) -> second)
        .map(String::strip)
        .orElse("it has said nothing");
  }

  /** A name that the cluster allows, and that no other run has. */
  private static String name(Path folder) {
    String readable =
        folder.getFileName().toString().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String shortened = readable.substring(0, Math.min(40, readable.length()));
    return "run-%s-%s".formatted(shortened, UUID.randomUUID().toString().substring(0, 8));
  }
}
