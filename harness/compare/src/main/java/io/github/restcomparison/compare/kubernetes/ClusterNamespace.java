package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.compare.experiment.Interruption;
import io.github.restcomparison.records.plan.ClusterSpec;
import java.io.IOException;
import java.util.List;

/**
 * The namespace of an experiment. Opening it removes what a killed experiment of the same session
 * left there. Closing it, or the end of this JVM, removes all pods, and the namespace if it was
 * made for the experiment. Only objects with the label of the session are ever removed.
 */
public final class ClusterNamespace implements AutoCloseable {
  private final Kubectl kubectl;
  private final ClusterSpec cluster;
  private final String session;
  private final Thread atExit = new Thread(this::remove, "cluster-removal");

  private ClusterNamespace(Kubectl kubectl, ClusterSpec cluster, String session) {
    this.kubectl = kubectl;
    this.cluster = cluster;
    this.session = session;
  }

  /**
   * Returns kubectl's current context.
   *
   * @throws IOException with one line, if there is none or no kubectl
   */
  public static String currentContext() throws IOException, InterruptedException {
    return new Kubectl(List.of("kubectl")).output("config", "current-context");
  }

  /** Returns whether the cluster has a namespace of that name. */
  public static boolean exists(String context, String namespace)
      throws IOException, InterruptedException {
    return exists(new Kubectl(context, namespace), namespace, "");
  }

  private static boolean exists(Kubectl kubectl, String namespace, String label)
      throws IOException, InterruptedException {
    String name = "--field-selector=metadata.name=" + namespace;
    return !kubectl.output("get", "namespaces", name, "-l", label, "-o", "name").isEmpty();
  }

  /**
   * Makes the namespace if the experiment has one of its own, and removes pods of the session.
   *
   * @param session names the experiment
   * @throws IOException with one line, if the cluster does not respond, forbids it, or has a
   *     namespace of that name that others made
   */
  public static ClusterNamespace open(ClusterSpec cluster, String session)
      throws IOException, InterruptedException {
    return open(new Kubectl(cluster.context(), cluster.namespace()), cluster, session);
  }

  static ClusterNamespace open(Kubectl kubectl, ClusterSpec cluster, String session)
      throws IOException, InterruptedException {
    ClusterNamespace opened = new ClusterNamespace(kubectl, cluster, session);
    boolean exists = !cluster.isMade() || exists(kubectl, cluster.namespace(), "");
    if (cluster.isMade() && exists && !exists(kubectl, cluster.namespace(), opened.label())) {
      throw new IOException(
          "namespace %s was made by others (it has no label %s): it is not touched"
              .formatted(cluster.namespace(), opened.label()));
    }
    Runtime.getRuntime().addShutdownHook(opened.atExit);
    try {
      if (!exists) {
        kubectl.outputOf(opened.manifests().namespace(), "create", "-f", "-");
      }
      opened.removePods();
    } catch (IOException | InterruptedException | RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  Kubectl kubectl() {
    return kubectl;
  }

  Manifests manifests() {
    return new Manifests(cluster, session);
  }

  private String label() {
    return "rest-comparison/session=" + session;
  }

  private void removePods() throws IOException {
    kubectl.delete("jobs,pods", label(), "--wait", "--timeout=120s");
  }

  private void remove() {
    try {
      if (cluster.isMade()) {
        String name = "--field-selector=metadata.name=" + cluster.namespace();
        kubectl.delete("namespaces", label(), name, "--wait", "--timeout=170s");
      } else {
        removePods();
      }
    } catch (IOException e) {
      System.err.println(
          "compare: not removed from the cluster: namespace %s, label %s: %s"
              .formatted(cluster.namespace(), label(), e.getMessage()));
    }
  }

  @Override
  public void close() {
    if (!Interruption.isUnderWay()) {
      remove(); // the hook stays until then: it goes on if this JVM ends meanwhile
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // This JVM is ending: the hook is at work.
    }
  }
}
