package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.plan.ClusterSpec;
import java.io.IOException;
import java.time.Duration;

/**
 * The namespace of an experiment. What an experiment of the same session has left there, for it was
 * killed, is removed when it is opened; when it is closed, or this JVM ends, all pods are removed,
 * and the namespace where it was made for the experiment.
 */
public final class ClusterNamespace implements AutoCloseable {
  private static final Duration REMOVAL = Duration.ofMinutes(3);

  private final Kubectl kubectl;
  private final ClusterSpec cluster;
  private final String session;
  private final Thread atExit = new Thread(this::removeAtExit, "cluster-removal");

  private ClusterNamespace(Kubectl kubectl, ClusterSpec cluster, String session) {
    this.kubectl = kubectl;
    this.cluster = cluster;
    this.session = session;
  }

  /**
   * The context of kubectl's that the user is in.
   *
   * @throws IOException with one line, where there is none or no kubectl
   */
  public static String currentContext() throws IOException, InterruptedException {
    return Kubectl.currentContext();
  }

  /** Returns whether the cluster has a namespace of that name. */
  public static boolean exists(String context, String namespace)
      throws IOException, InterruptedException {
    return new Kubectl(context, namespace).hasNamespace(namespace);
  }

  /**
   * Makes it, where it is to be made and is not there, and checks that pods may be made in it.
   *
   * @param session names the experiment
   * @throws IOException with one line, where the cluster cannot be reached or forbids it
   */
  public static ClusterNamespace open(ClusterSpec cluster, String session)
      throws IOException, InterruptedException {
    Kubectl kubectl = new Kubectl(cluster.context(), cluster.namespace());
    return open(kubectl, cluster, session);
  }

  static ClusterNamespace open(Kubectl kubectl, ClusterSpec cluster, String session)
      throws IOException, InterruptedException {
    if (cluster.isMade() && !kubectl.hasNamespace(cluster.namespace())) {
      kubectl.create(new Manifests(cluster, session).namespace());
    } else if (cluster.isMade() && !kubectl.hasNamespace(cluster.namespace(), label(session))) {
      throw new IOException(
          "namespace %s was made by somebody else (no label %s): it is not touched"
              .formatted(cluster.namespace(), label(session)));
    }
    ClusterNamespace opened = new ClusterNamespace(kubectl, cluster, session);
    Runtime.getRuntime().addShutdownHook(opened.atExit);
    try {
      opened.removePods();
    } catch (IOException | InterruptedException | RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  /** Commands in it. */
  Kubectl kubectl() {
    return kubectl;
  }

  /** What the experiment asked for. */
  ClusterSpec cluster() {
    return cluster;
  }

  private void removePods() throws IOException, InterruptedException {
    kubectl.output(
        "", REMOVAL, "delete", "jobs,pods", "-l", label(session), "--wait", "--timeout=120s");
  }

  /** What all objects of an experiment have: nothing else is ever removed. */
  private static String label(String session) {
    return "rest-comparison/session=" + session;
  }

  private void removeAtExit() {
    System.err.println("\ncompare: removing what runs in the cluster");
    remove();
  }

  /** Leaves nothing of the experiment in the cluster; says what could not be removed. */
  private void remove() {
    try {
      if (cluster.isMade()) {
        kubectl.output(
            "",
            REMOVAL,
            "delete",
            "namespaces",
            "--field-selector=metadata.name=" + cluster.namespace(),
            "-l",
            label(session),
            "--wait",
            "--timeout=170s");
      } else {
        removePods();
      }
    } catch (IOException e) {
      System.err.println(
          "compare: not removed from the cluster: namespace %s, label %s: %s"
              .formatted(cluster.namespace(), label(session), e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // this JVM is ending: the hook is at work
    }
    boolean interrupted = Thread.interrupted(); // the removal is not to be
    remove();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
