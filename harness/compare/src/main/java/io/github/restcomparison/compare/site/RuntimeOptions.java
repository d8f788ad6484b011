package io.github.restcomparison.compare.site;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.kubernetes.ClusterNamespace;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** What services run in: processes of this host, containers of it, or pods of a cluster. */
public final class RuntimeOptions {
  private static final Set<String> RUNTIMES = Set.of(Setup.BARE, Setup.DOCKER, Setup.KUBERNETES);

  private static final String OWN_IMAGES = "rest-comparison/";
  private static final int INJECTORS = 2;
  private static final PodSpec SERVICE = new PodSpec("1", "1Gi", Map.of());
  private static final PodSpec INJECTOR = new PodSpec("1", "2Gi", Map.of());

  @Option(
      names = "--runtime",
      paramLabel = "PLACE",
      description =
          "bare: each service is a process of this host (default); docker: each runs in a"
              + " container, built from docker/compose.yml first where that has changed;"
              + " kubernetes: each run has a pod of the service and pods of injectors in a cluster."
              + " They are never in one table.")
  private String runtime;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The cluster, as kubectl knows it (default: kubectl's current context).")
  private String context;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description =
          "Where the pods are (default: one that is made for the experiment and removed after it;"
              + " so is one of this name that is not there yet).")
  private String namespace;

  @Option(
      names = "--injectors",
      paramLabel = "N",
      description = "Load generators in the cluster, which share the users (default: 2).")
  private Integer injectors;

  @Option(
      names = "--images",
      paramLabel = "PREFIX",
      description =
          "What the names of this project's images begin with, such as registry.example/team/"
              + " (default: rest-comparison/).")
  private String images;

  @Option(
      names = "--image-tag",
      paramLabel = "TAG",
      description =
          "The tag of these images (default: none). What a node has of a name and tag it does not"
              + " pull again: a new build takes a new tag.")
  private String tag;

  @Option(
      names = "--service-cpus",
      paramLabel = "CPUS",
      description = "CPUs of a service's pod, such as 2 or 500m (default: 1).")
  private String serviceCpus;

  @Option(
      names = "--service-memory",
      paramLabel = "SIZE",
      description = "Memory of a service's pod; half of it is the heap (default: 1Gi).")
  private String serviceMemory;

  @Option(
      names = "--service-node-selector",
      paramLabel = "LABEL=VALUE",
      description = "A label of the nodes that services may run on; may be repeated.")
  private Map<String, String> serviceNodes;

  @Option(
      names = "--injector-cpus",
      paramLabel = "CPUS",
      description = "CPUs of an injector's pod (default: 1).")
  private String injectorCpus;

  @Option(
      names = "--injector-memory",
      paramLabel = "SIZE",
      description = "Memory of an injector's pod; half of it is the heap (default: 2Gi).")
  private String injectorMemory;

  @Option(
      names = "--injector-node-selector",
      paramLabel = "LABEL=VALUE",
      description = "A label of the nodes that injectors may run on; may be repeated.")
  private Map<String, String> injectorNodes;

  /**
   * Where an experiment is measured.
   *
   * @param before has what is not asked for
   * @param session names the experiment
   * @throws UsageException where an option cannot be used
   */
  public Setup setup(
      Optional<ExperimentPlan> before,
      Optional<UserServices> theirs,
      Placement placement,
      String session) {
    Optional<Setup> old = before.map(ExperimentPlan::setup);
    String asked = runtime != null ? runtime : old.map(Setup::runtime).orElse(Setup.BARE);
    if (!RUNTIMES.contains(asked)) {
      throw new UsageException(
          "--runtime is '%s': it may be bare, docker or kubernetes".formatted(asked));
    }
    if (asked.equals(Setup.KUBERNETES)) {
      ClusterSpec cluster = cluster(old.flatMap(Setup::cluster), session);
      return new Setup(
          "Kubernetes, context " + cluster.context(), "none", asked, Optional.of(cluster));
    }
    refuseOfCluster();
    if (theirs.isPresent() && asked.equals(Setup.DOCKER)) {
      throw new UsageException(
          "--runtime is 'docker': a service of yours says by itself what it runs in"
              + " (docker:IMAGE)");
    }
    return new Setup(Host.name(), placement.toString(), asked);
  }

  private void refuseOfCluster() {
    Object[] ofCluster = {
      context,
      namespace,
      injectors,
      images,
      serviceCpus,
      serviceMemory,
      serviceNodes,
      injectorCpus,
      injectorMemory,
      injectorNodes
    };
    for (Object each : ofCluster) {
      if (each != null) {
        throw new UsageException(
            "--context, --namespace, --injectors, --image*, --service-* and --injector-* may be"
                + " given with --runtime kubernetes");
      }
    }
  }

  private ClusterSpec cluster(Optional<ClusterSpec> old, String session) {
    Optional<PodSpec> oldService = old.map(ClusterSpec::service);
    Optional<PodSpec> oldInjector = old.map(ClusterSpec::injector);
    String inContext =
        over(context, old.map(ClusterSpec::context)).orElseGet(RuntimeOptions::current);
    String own = "rest-comparison-" + session.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    String in = over(namespace, old.map(ClusterSpec::namespace)).orElse(own);
    return new ClusterSpec(
        inContext,
        in,
        old.map(ClusterSpec::isMade).orElseGet(() -> namespace == null || !exists(inContext, in)),
        over(injectors, old.map(ClusterSpec::injectors)).orElse(INJECTORS),
        withSlash(over(images, old.map(ClusterSpec::images)).orElse(OWN_IMAGES)),
        over(tag, old.flatMap(ClusterSpec::tag)),
        pod(serviceCpus, serviceMemory, serviceNodes, oldService.orElse(SERVICE)),
        pod(injectorCpus, injectorMemory, injectorNodes, oldInjector.orElse(INJECTOR)));
  }

  private static PodSpec pod(
      String cpus, String memory, Map<String, String> nodes, PodSpec otherwise) {
    return new PodSpec(
        cpus == null ? otherwise.cpus() : cpus,
        memory == null ? otherwise.memory() : memory,
        nodes == null ? otherwise.nodeSelector() : nodes);
  }

  private static <T> Optional<T> over(T asked, Optional<T> old) {
    return Optional.ofNullable(asked).or(() -> old);
  }

  private static String withSlash(String prefix) {
    return prefix.endsWith("/") ? prefix : prefix + "/";
  }

  private static String current() {
    return ask(ClusterNamespace::currentContext);
  }

  private static boolean exists(String inContext, String name) {
    return ask(() -> ClusterNamespace.exists(inContext, name));
  }

  @FunctionalInterface
  private interface Question<T> {
    T answer() throws IOException, InterruptedException;
  }

  private static <T> T ask(Question<T> question) {
    try {
      return question.answer();
    } catch (IOException e) {
      throw new UsageException("--runtime is 'kubernetes': " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("--runtime is 'kubernetes': interrupted");
    }
  }
}
