package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The pods of one run: the service's and those of the injectors. They are looked at once a second;
 * a cluster that does not respond for a while is asked again.
 */
final class RunPods implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** For all to run: an image may have to be pulled. */
  private static final int LOOKS_UNTIL_RUNNING = 300;

  /** For the pods to be created and to get a node. */
  private static final int LOOKS_UNTIL_SCHEDULED = 60;

  private static final int MOST_FAILED_LOOKS = 60;
  private static final Duration REMOVAL = Duration.ofSeconds(90);

  private final Kubectl kubectl;
  private final String name;
  private final int injectors;
  private final boolean hasService;

  /**
   * For a run.
   *
   * @param name of the run, which all of its objects have
   * @param hasService whether there is a pod of the service, or it runs already
   */
  RunPods(Kubectl kubectl, String name, int injectors, boolean hasService) {
    this.kubectl = kubectl;
    this.name = name;
    this.injectors = injectors;
    this.hasService = hasService;
  }

  /** Starts the service, and waits until it is ready. */
  Pod startService(String manifest) throws IOException, InterruptedException, RunBroken {
    kubectl.create(manifest);
    return started(1, pods -> pods.stream().allMatch(Pod::isReady), Status.FAILED).getFirst();
  }

  /** Starts the injectors, and waits until all of them run; in the order of their numbers. */
  List<Pod> startInjectors(String manifest) throws IOException, InterruptedException, RunBroken {
    kubectl.create(manifest);
    int all = injectors + (hasService ? 1 : 0);
    return injectors(started(all, pods -> pods.stream().allMatch(Pod::isRunning), Status.INVALID));
  }

  private List<Pod> started(int number, Predicate<List<Pod>> isStarted, Status status)
      throws IOException, InterruptedException, RunBroken {
    for (int looks = 0; looks < LOOKS_UNTIL_RUNNING; looks++) {
      List<Pod> pods = look();
      if (pods.size() == number && isStarted.test(pods)) {
        return pods;
      }
      refuseFailed(pods);
      if (looks > LOOKS_UNTIL_SCHEDULED) {
        if (pods.size() < number) {
          throw new RunBroken(Status.INVALID, "pods are not created" + warning(name));
        }
        Optional<Pod> waiting = pods.stream().filter(pod -> pod.node().isEmpty()).findFirst();
        if (waiting.isPresent()) {
          throw new RunBroken(
              Status.INVALID,
              label(waiting.get()) + ": no node takes its pod" + warning(waiting.get().name()));
        }
      }
    }
    throw new RunBroken(
        status,
        "%s not ready within %d s%s"
            .formatted(
                status == Status.FAILED ? "the service is" : "the injectors are",
                LOOKS_UNTIL_RUNNING,
                warning(name)));
  }

  /** Waits until all injectors have done their part, as long as nothing fails. */
  void awaitInjectors() throws IOException, InterruptedException, RunBroken {
    List<Pod> pods;
    do {
      pods = look();
      explain(pods);
    } while (!injectors(pods).stream().allMatch(pod -> pod.exitCode("injector").isPresent()));
  }

  /** Throws what the cluster says of failed or missing pods; does nothing if all is well. */
  void explain() throws IOException, InterruptedException, RunBroken {
    explain(look());
  }

  private void explain(List<Pod> pods) throws InterruptedException, RunBroken {
    refuseFailed(pods);
    if (hasService && pods.stream().noneMatch(this::isService)) {
      throw new RunBroken(Status.FAILED, "the service: its pod was deleted");
    }
    List<Integer> there = injectors(pods).stream().map(Pod::number).toList();
    for (int number : IntStream.rangeClosed(1, injectors).toArray()) {
      if (!there.contains(number)) {
        throw new RunBroken(
            Status.INVALID, "injector %d of %d: its pod was deleted".formatted(number, injectors));
      }
    }
  }

  private void refuseFailed(List<Pod> pods) throws InterruptedException, RunBroken {
    for (Pod pod : pods) {
      Optional<String> failure = pod.failure();
      if (failure.isEmpty() && isService(pod) && pod.exitCode("service").isPresent()) {
        failure = Optional.of("it ended with exit code 0");
      }
      if (failure.isPresent()) {
        throw new RunBroken(
            isService(pod) ? Status.FAILED : Status.INVALID,
            label(pod) + ": " + failure.get() + lastWords(pod));
      }
    }
  }

  private String label(Pod pod) {
    return isService(pod) ? "the service" : "injector %d of %d".formatted(pod.number(), injectors);
  }

  /** Returns the last line of a pod's main container as a clause; empty if there is none. */
  private String lastWords(Pod pod) throws InterruptedException {
    return clause("logs", pod.name(), "-c", isService(pod) ? "service" : "injector", "--tail=1");
  }

  /** Returns the last warning of an object, as {@code kubectl describe} has it, as a clause. */
  private String warning(String object) throws InterruptedException {
    return clause(
        "get",
        "events",
        "--field-selector=type=Warning,involvedObject.name=" + object,
        "--sort-by=.lastTimestamp",
        "-o",
        "jsonpath={.items[-1:].message}");
  }

  private String clause(String... command) throws InterruptedException {
    try {
      String text = kubectl.output(command).replaceAll("\\s+", " ");
      return text.isEmpty() ? "" : ": " + text;
    } catch (IOException e) {
      return "";
    }
  }

  private List<Pod> look() throws IOException, InterruptedException {
    for (int failed = 0; ; failed++) {
      Thread.sleep(LOOK);
      try {
        return Pod.of(
            kubectl.get("pods", "-l", "rest-comparison/run=" + name, "--request-timeout=20s"));
      } catch (IOException e) {
        if (failed == MOST_FAILED_LOOKS) {
          throw e;
        }
      }
    }
  }

  private boolean isService(Pod pod) {
    return pod.name().equals(name);
  }

  private List<Pod> injectors(List<Pod> pods) {
    return pods.stream()
        .filter(pod -> !isService(pod))
        .sorted(Comparator.comparingInt(Pod::number))
        .toList();
  }

  /**
   * Removes the pods, and waits until they are gone: they must not disturb the next run. Pods of a
   * node that does not respond are forgotten after a minute; it ends them when it responds again.
   */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted(); // an interrupt must not stop the removal
    try {
      try {
        delete("--wait", "--timeout=60s");
      } catch (IOException e) {
        delete("--force", "--grace-period=0", "--wait=false");
      }
    } catch (IOException e) {
      // The cluster does not respond: the namespace is removed later, or that is reported.
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void delete(String... how) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("delete", "jobs,pods", "-l", "rest-comparison/run=" + name));
    command.addAll(List.of(how));
    kubectl.output("", REMOVAL, command.toArray(String[]::new));
  }
}
