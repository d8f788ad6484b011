package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.compare.experiment.Interruption;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.settings.SettingException;
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
  private final Interruption atExit;

  private ClusterNamespace(Kubectl kubectl, ClusterSpec cluster, String session) {
    this.kubectl = kubectl;
    this.cluster = cluster;
    this.session = session;
    atExit = new Interruption(this::remove);
  }

  /**
   * Returns kubectl's current context.
   *
   * @throws SettingException if there is none or no kubectl
   */
  public static String currentContext() {
    try {
      return new Kubectl(List.of("kubectl")).output("config", "current-context");
    } catch (IOException e) {
      throw new SettingException("--runtime kubernetes: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SettingException("--runtime kubernetes: interrupted");
    }
  }

  private static boolean exists(Kubectl kubectl, String name, String label)
      throws IOException, InterruptedException {
    return !kubectl.output("get", "namespaces", byName(name), "-l", label, "-o", "name").isEmpty();
  }

  private static String byName(String name) {
    return "--field-selector=metadata.name=" + name;
  }

  /**
   * Makes the namespace if the experiment has one of its own, and removes pods of the session.
   *
   * @param session names the experiment
   * @throws IOException with one line, if the cluster does not respond, forbids it, has no
   *     namespace of the stated name, or has one of the experiment's name that others made
   */
  static ClusterNamespace open(Kubectl kubectl, ClusterSpec cluster, String session)
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
          "namespace %s was made by others (it has no label %s): it is not touched"
              .formatted(name, label));
    }
    ClusterNamespace opened = new ClusterNamespace(kubectl, cluster, session);
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

  private static String label(String session) {
    return "rest-comparison/session=" + session;
  }

  private void removePods() throws IOException {
    kubectl.delete("jobs,pods", label(session), "--wait", "--timeout=120s");
  }

  private void remove() {
    try {
      if (cluster.namespace().isEmpty()) {
        String name = byName(cluster.namespaceOf(session));
        kubectl.delete("namespaces", label(session), name, "--wait", "--timeout=170s");
      } else {
        removePods();
      }
    } catch (IOException e) {
      System.err.println(
          "compare: not removed from the cluster: namespace %s, label %s: %s"
              .formatted(cluster.namespaceOf(session), label(session), e.getMessage()));
    }
  }

  /** Until all is removed, the end of this JVM removes the rest. */
  @Override
  public void close() {
    if (!Interruption.isUnderWay()) {
      remove();
    }
    atExit.close();
  }
}
