package io.github.restcomparison.kubernetes;

import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.Interruption;
import io.github.restcomparison.kubernetes.RunPods.ServiceFailure;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.Pinning;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Subject;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.Run;
import io.github.restcomparison.runner.figures.Injectors;
import io.github.restcomparison.runner.figures.Injectors.ClockOffset;
import io.github.restcomparison.runner.figures.Injectors.ServiceSide;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import io.github.restcomparison.runner.variants.Contract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The cluster that an experiment is measured in, in one namespace. Opening it removes objects that
 * a killed experiment of the same session left there. Closing it, or the end of this JVM, removes
 * all pods, and the namespace if it was made for the experiment. Only objects with the label of the
 * session are ever removed.
 *
 * <p>A run starts a fresh pod of the service, has pods of injectors load it together, fetches their
 * records and merges them. In any case it leaves a record here, and no pod there.
 */
final class Cluster implements Experiment.Executor {
  /** For a JVM to start and to check the service, while all others do. */
  private static final Duration NOTICE = Duration.ofSeconds(20);

  /** The duration of a warm-up, which the injectors end together: none can end it early. */
  private static final int LONGEST_WARM_UP_S = 30;

  private static final Path WORK = Path.of("/work");
  private static final String BY_NAME = "--field-selector=metadata.name=";

  private final Kubectl kubectl;
  private final Manifests manifests;
  private final Interruption atExit;

  private Cluster(Kubectl kubectl, ClusterSpec cluster, String session) {
    this.kubectl = kubectl;
    manifests = new Manifests(cluster, session);
    atExit = new Interruption(this::remove);
  }

  /**
   * Creates the namespace if the plan states none, and removes pods of the session.
   *
   * @param session names the experiment
   * @throws IOException with one line, if the cluster does not respond, forbids it, has no
   *     namespace of the stated name, or has one of the experiment's name that others made
   */
  static Cluster open(Kubectl kubectl, ClusterSpec cluster, String session)
      throws IOException, InterruptedException {
    String label = label(session);
    String name = cluster.namespaceOf(session);
    boolean isMade = cluster.namespace().isEmpty();
    boolean exists = exists(kubectl, name, "");
    if (!isMade && !exists) {
      throw new IOException("no such namespace: " + name);
    }
    if (isMade && exists && !exists(kubectl, name, label)) {
      throw new IOException(
          "namespace %s is not of this experiment (it has no label %s): it is not changed"
              .formatted(name, label));
    }
    Cluster opened = new Cluster(kubectl, cluster, session);
    try {
      if (!exists) {
        kubectl.outputOf(opened.manifests.namespace(), "create", "-f", "-");
      }
      opened.removePods();
    } catch (IOException | InterruptedException | RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  private static boolean exists(Kubectl kubectl, String name, String label)
      throws IOException, InterruptedException {
    return !kubectl
        .output("get", "namespaces", BY_NAME + name, "-l", label, "-o", "name")
        .isEmpty();
  }

  private static String label(String session) {
    return "rest-comparison/session=" + session;
  }

  private void removePods() throws IOException {
    kubectl.delete("jobs,pods", label(manifests.session()), "--wait", "--timeout=120s");
  }

  private void remove() {
    try {
      if (manifests.cluster().namespace().isEmpty()) {
        String name = BY_NAME + manifests.namespaceName();
        kubectl.delete("namespaces", label(manifests.session()), name, "--wait", "--timeout=170s");
      } else {
        removePods();
      }
    } catch (IOException e) {
      System.err.println(
          "compare: not removed from the cluster: namespace %s, label %s: %s"
              .formatted(manifests.namespaceName(), label(manifests.session()), e.getMessage()));
    }
  }

  /** Removes all; until then, the end of this JVM removes the rest. */
  @Override
  public void close() {
    if (!Interruption.isUnderWay()) {
      remove();
    }
    atExit.close();
  }

  @Override
  public String run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException {
    Instant startedAt = Instant.now();
    try {
      measure(request, folder);
    } catch (IOException e) {
      if (Interruption.isUnderWay()) {
        throw new InterruptedException("this process is being ended");
      }
      Status status = e instanceof ServiceFailure ? Status.FAILED : Status.INVALID;
      new RunFolder(folder).write(Run.unmeasured(request, startedAt, status, e.getMessage()));
    }
    return "";
  }

  private void measure(RunRequest request, Path folder) throws IOException, InterruptedException {
    Optional<ServiceSpec> spec = manifests.service(request);
    int number = Math.min(manifests.cluster().injectors(), request.load().concurrency());
    String name = name(folder);
    try (RunPods pods = new RunPods(kubectl, label(manifests.session()), name)) {
      Optional<Pod> service = Optional.empty();
      ServiceSpec reached = request.service();
      if (spec.isPresent()) {
        Duration limit = spec.get().lifetime().startLimit();
        service = Optional.of(pods.startService(manifests.service(name, spec.get()), limit));
        reached = reached.withPod(URI.create(Manifests.root(spec.get(), service.get())));
      }
      List<Pod> injectors = pods.startInjectors(manifests.injectors(name, number), number);
      try {
        Optional<ClockOffset> clock = pods.clock(service);
        Instant measureAt = distribute(request, reached, pods, injectors);
        pods.awaitInjectors();
        List<Path> parts =
            RunPods.runAll(
                injectors, pod -> pods.fetch(pod, folder.resolve("injector-" + pod.number())));
        Injectors shares = measured(parts);
        Environment environment = shares.records().getFirst().subject().environment();
        ServiceSamples samples = ServiceSamples.of("");
        if (service.isPresent()) {
          String pod = service.get().name();
          String log = kubectl.output("logs", pod, "-c", "service");
          Files.writeString(folder.resolve("service.log"), log);
          if (clock.isPresent()) {
            samples = ServiceSamples.of(kubectl.output("logs", pod, "-c", "sampler"));
          }
          PodSpec limits = Manifests.pod(spec.get(), manifests.cluster());
          String version =
              kubectl.output("version").replaceAll("(?s).*Server Version: (\\S+).*", "$1");
          environment = environment(service.get(), limits, version, environment);
        }
        ServiceSide side =
            new ServiceSide(
                samples.usage(),
                clock,
                samples.throttling(measureAt.toEpochMilli()),
                new Subject(
                    spec.map(ServiceSpec::env).orElse(Map.of()),
                    environment,
                    request.user().map(_ -> request.service()),
                    request.user(),
                    Optional.empty()),
                places(service, injectors));
        shares.join(Contract.of(request).load(), side, new RunFolder(folder));
      } catch (IOException e) {
        pods.checkAll(); // if a pod does not respond, the cluster may know why
        throw e;
      }
    }
  }

  /** Returns a name that the cluster allows, and that no other run has. */
  private static String name(Path folder) {
    return "run-%.8s-%.40s"
        .formatted(UUID.randomUUID(), folder.getFileName())
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("-$", "");
  }

  /** Sends the parts of the load; returns when it begins, by the first injector's clock. */
  private static Instant distribute(
      RunRequest whole, ServiceSpec reached, RunPods pods, List<Pod> injectors)
      throws IOException, InterruptedException {
    List<ClockOffset> clocks = RunPods.runAll(injectors, pods::clock);
    Instant measureAt =
        Instant.ofEpochMilli(System.currentTimeMillis() - (long) clocks.getFirst().offsetMs())
            .plus(NOTICE)
            .plusSeconds(2L * Math.ceilDiv(injectors.size(), RunPods.AT_ONCE))
            .plusSeconds(Math.min(LONGEST_WARM_UP_S, whole.load().warmUp().toSeconds()));
    RunPlace place = whole.place();
    RunPlace own =
        new RunPlace(
            WORK.resolve("gatling"), WORK.resolve("comparison"), place.session(), place.runId());
    RunPods.runAll(
        injectors,
        pod -> {
          ClockOffset clock = clocks.get(pod.number() - 1);
          InjectorShare share =
              new InjectorShare(
                  pod.number(),
                  injectors.size(),
                  measureAt,
                  clock.offsetMs(),
                  clock.uncertaintyMs());
          String part = JsonFiles.text(whole.injectorRequest(reached, share, own));
          return pods.write(pod, WORK.resolve(RunRequest.FILE), part);
        });
    return measureAt;
  }

  /** Throws the reason of an injector without a measurement, such as a failed check. */
  private static Injectors measured(List<Path> parts) throws IOException {
    for (Path part : parts) {
      if (!Files.exists(part.resolve("runs"))) {
        String log = Files.readString(part.resolveSibling(RunPods.LOG)).strip();
        String why = log.substring(log.lastIndexOf('\n') + 1).strip();
        throw new IOException(part.getParent().getFileName() + ": no record: " + why);
      }
    }
    Injectors shares = Injectors.read(parts);
    for (RunRecord record : shares.records()) {
      if (record.load().isEmpty()) {
        String who = record.subject().share().map(InjectorShare::name).orElse("an injector");
        String why = who + ": " + String.join("; ", record.reasons());
        throw record.status() == Status.FAILED ? new ServiceFailure(why) : new IOException(why);
      }
    }
    return shares;
  }

  private static Environment environment(
      Pod service, PodSpec spec, String version, Environment generator) {
    Environment.Container container =
        new Environment.Container(
            "Kubernetes " + version,
            service.imageId(),
            spec.memoryBytes(),
            Optional.of(service.node()));
    return new Environment(
        generator.host(),
        new Environment.Cpus(Pinning.NONE, spec.wholeCpus(), generator.placement().generatorCpus()),
        generator.gatling(),
        Optional.empty(),
        generator.generatorJvm(),
        List.of(),
        Optional.of(container));
  }

  /**
   * Returns the places of the pods. An injector on the service's node is measured together with it.
   */
  private static String places(Optional<Pod> service, List<Pod> injectors) {
    String nodes =
        injectors.stream().map(Pod::node).distinct().sorted().collect(Collectors.joining(", "));
    boolean isShared =
        service.filter(pod -> List.of(nodes.split(", ")).contains(pod.node())).isPresent();
    return "pods: injectors on "
        + nodes
        + service.map(pod -> ", the service on " + pod.node()).orElse("")
        + (isShared ? "; they share a node: they are measured together" : "");
  }
}
