package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The pods of one run: the service's, and those of the injectors. They are looked at once a second;
 * a cluster that does not answer for a while, as to a laptop that has slept, is asked again.
 */
final class RunPods implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Within which all must run: an image may have to be pulled. */
  private static final int LOOKS_UNTIL_RUNNING = 300;

  /** Within which the Job's controller must make them. */
  private static final int LOOKS_UNTIL_CREATED = 5;

  /** Within which a node must take each. */
  private static final int LOOKS_UNTIL_SCHEDULED = 60;

  private static final int MOST_FAILED_LOOKS = 60;

  private static final Duration REMOVAL = Duration.ofSeconds(90);

  private final Kubectl kubectl;
  private final String name;
  private final int injectors;
  private final boolean hasService;
  private int failedLooks;

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

  /** Starts the service, and waits until it answers. */
  PodStatus startService(String manifest) throws IOException, InterruptedException, RunBroken {
    kubectl.create(manifest);
    return started(
        (pods, looks) -> {
          Optional<PodStatus> service = pods.stream().filter(this::isService).findFirst();
          if (service.isPresent() && !service.get().isReady()) {
            refuseEnded(service.get());
            refuseUnscheduled("the service", service.get(), looks);
          }
          return service.filter(PodStatus::isReady);
        },
        Status.FAILED,
        "the service was not ready");
  }

  /** Starts the injectors, and waits until all of them run; in the order of their numbers. */
  List<PodStatus> startInjectors(String manifest)
      throws IOException, InterruptedException, RunBroken {
    kubectl.create(manifest);
    return started(
        (pods, looks) -> running(injectors(pods), looks),
        Status.INVALID,
        "the injectors did not start");
  }

  private Optional<List<PodStatus>> running(List<PodStatus> all, int looks)
      throws IOException, InterruptedException, RunBroken {
    if (all.size() == injectors && all.stream().allMatch(PodStatus::isRunning)) {
      return Optional.of(all);
    }
    for (PodStatus pod : all) {
      refuseTrouble(pod);
      refuseUnscheduled("injector " + number(pod), pod, looks);
      if (pod.exitCode("injector").isPresent()) {
        throw new RunBroken(
            Status.INVALID, "injector %d ended before it was asked".formatted(number(pod)));
      }
    }
    if (all.size() < injectors && looks > LOOKS_UNTIL_CREATED) {
      refuseUncreated();
    }
    return Optional.empty();
  }

  /** What has started; empty for as long as it has not. */
  @FunctionalInterface
  private interface Starting<T> {
    Optional<T> in(List<PodStatus> pods, int looks)
        throws IOException, InterruptedException, RunBroken;
  }

  private <T> T started(Starting<T> starting, Status status, String otherwise)
      throws IOException, InterruptedException, RunBroken {
    for (int looks = 0; looks < LOOKS_UNTIL_RUNNING; looks++) {
      Optional<T> started = starting.in(look(), looks);
      if (started.isPresent()) {
        return started.get();
      }
    }
    throw new RunBroken(status, "%s within %d s".formatted(otherwise, LOOKS_UNTIL_RUNNING));
  }

  /** Waits until all injectors have done their part, for as long as nothing is wrong. */
  List<PodStatus> awaitInjectors() throws IOException, InterruptedException, RunBroken {
    while (true) {
      List<PodStatus> pods = look();
      if (hasService) {
        refuseEnded(
            pods.stream().filter(this::isService).findFirst().orElseThrow(this::serviceIsGone));
      }
      List<PodStatus> all = injectors(pods);
      for (PodStatus pod : all) {
        refuseTrouble(pod);
      }
      if (all.size() < injectors) {
        throw new RunBroken(Status.INVALID, missing(all) + ": its pod was deleted");
      }
      if (all.stream().allMatch(pod -> pod.exitCode("injector").isPresent())) {
        return all;
      }
    }
  }

  /**
   * Explains what has failed by what the cluster says of the pods; does nothing where it says
   * nothing of them.
   */
  void explain() throws IOException, InterruptedException, RunBroken {
    List<PodStatus> pods = look();
    for (PodStatus pod : pods) {
      if (isService(pod)) {
        refuseEnded(pod);
      } else {
        refuseTrouble(pod);
      }
    }
    if (injectors(pods).size() < injectors) {
      throw new RunBroken(Status.INVALID, missing(injectors(pods)) + ": its pod was deleted");
    }
  }

  /** The number of an injector, from 1. */
  static int number(PodStatus injector) {
    return injector.index() + 1;
  }

  /** Empty where the cluster did not answer. */
  private List<PodStatus> look() throws IOException, InterruptedException {
    while (true) {
      Thread.sleep(LOOK);
      try {
        List<PodStatus> pods =
            PodStatus.of(
                kubectl.get("pods", "-l", "rest-comparison/run=" + name, "--request-timeout=20s"));
        failedLooks = 0;
        return pods;
      } catch (IOException e) {
        failedLooks++;
        if (failedLooks > MOST_FAILED_LOOKS) {
          throw e;
        }
      }
    }
  }

  private boolean isService(PodStatus pod) {
    return pod.name().equals(name);
  }

  private List<PodStatus> injectors(List<PodStatus> pods) {
    return pods.stream()
        .filter(pod -> !isService(pod))
        .sorted(Comparator.comparingInt(PodStatus::index))
        .toList();
  }

  private String missing(List<PodStatus> all) {
    List<Integer> there = all.stream().map(RunPods::number).toList();
    return IntStream.rangeClosed(1, injectors)
        .filter(number -> !there.contains(number))
        .mapToObj(number -> "injector %d of %d".formatted(number, injectors))
        .findFirst()
        .orElse("an injector");
  }

  private RunBroken serviceIsGone() {
    return new RunBroken(Status.FAILED, "the service: its pod was deleted");
  }

  private static void refuseEnded(PodStatus service) throws RunBroken {
    Optional<String> trouble = service.trouble();
    if (trouble.isPresent()) {
      throw new RunBroken(Status.FAILED, "the service: " + trouble.get());
    }
    OptionalInt exitCode = service.exitCode("service");
    if (exitCode.isPresent()) {
      throw new RunBroken(Status.FAILED, "the service ended with exit code " + exitCode.getAsInt());
    }
  }

  private void refuseTrouble(PodStatus injector) throws RunBroken {
    Optional<String> trouble = injector.trouble();
    if (trouble.isPresent()) {
      throw new RunBroken(
          Status.INVALID,
          "injector %d of %d: %s".formatted(number(injector), injectors, trouble.get()));
    }
  }

  private static void refuseUnscheduled(String what, PodStatus pod, int looks) throws RunBroken {
    Optional<String> why = pod.unschedulable();
    if (why.isPresent() && looks > LOOKS_UNTIL_SCHEDULED) {
      throw new RunBroken(Status.INVALID, what + ": " + why.get());
    }
  }

  /** A quota, say, which the Job's controller meets, not we. */
  private void refuseUncreated() throws IOException, InterruptedException, RunBroken {
    String why =
        kubectl.output(
            "get",
            "events",
            "--field-selector",
            "reason=FailedCreate,involvedObject.name=" + name,
            "-o",
            "jsonpath={.items[-1:].message}");
    if (!why.isEmpty()) {
      throw new RunBroken(Status.INVALID, "the injectors' pods cannot be made: " + why);
    }
  }

  /**
   * Removes them, and waits until they are gone: they are not to disturb the next run. Those of a
   * node that is not heard of are forgotten after a minute; it ends them when it is heard of again.
   */
  @Override
  public void close() {
    boolean interrupted = Thread.interrupted(); // the removal is not to be
    try {
      try {
        delete("--wait", "--timeout=60s");
      } catch (IOException e) {
        delete("--force", "--grace-period=0", "--wait=false");
      }
    } catch (IOException e) {
      // A cluster that does not answer: the namespace is removed with them, and says so if not.
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
