package io.github.restcomparison.compare.kubernetes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The pods of one run: that of the service, and those of the injectors. */
final class RunPods implements AutoCloseable {
  /** The service failed. Any other {@link IOException} says nothing of the service. */
  static final class ServiceFailed extends IOException {
    private static final long serialVersionUID = 1L;

    ServiceFailed(String message) {
      super(message);
    }
  }

  /** Uses the container {@code keeper} of an injector's pod. */
  @FunctionalInterface
  interface Task<T> {
    T result(Pod pod) throws IOException, InterruptedException;
  }

  /** What an injector printed. */
  static final String LOG = "gatling.log";

  /** Connections to the API server at once. */
  static final int AT_ONCE = 16;

  private static final int MOST_FAILED_LOOKS = 60;
  private static final int CLOCK_QUESTIONS = 20;
  private static final Duration SCHEDULING = Duration.ofSeconds(60);

  /** An image may have to be pulled. */
  private static final Duration START = Duration.ofMinutes(5);

  private final Kubectl kubectl;
  private final String name;
  private boolean hasService;
  private int injectors;

  /**
   * None at first.
   *
   * @param name of the run, which the names of all of its objects begin with
   */
  RunPods(Kubectl kubectl, String name) {
    this.kubectl = kubectl;
    this.name = name;
  }

  /**
   * Starts the service, and waits until it is ready.
   *
   * @param limit how long it may take from the start of its container
   */
  Pod startService(String manifest, Duration limit) throws IOException, InterruptedException {
    kubectl.create(manifest);
    hasService = true;
    return started(Pod::isReady, START.plus(limit)).getFirst();
  }

  /** Starts injectors, and waits until all of them run; in the order of their numbers. */
  List<Pod> startInjectors(String manifest, int number) throws IOException, InterruptedException {
    kubectl.create(manifest);
    injectors = number;
    return injectors(started(pod -> pod.isService() || pod.isRunning(), START));
  }

  private List<Pod> started(Predicate<Pod> isStarted, Duration limit)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      List<Pod> pods = look();
      refuseFailed(pods);
      boolean areAll = pods.size() == injectors + (hasService ? 1 : 0);
      if (areAll && pods.stream().allMatch(isStarted)) {
        return pods;
      }
      Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
      Optional<Pod> unscheduled = pods.stream().filter(pod -> pod.node().isEmpty()).findFirst();
      if (elapsed.compareTo(SCHEDULING) > 0 && !(areAll && unscheduled.isEmpty())) {
        String object = unscheduled.map(Pod::name).orElse(name);
        throw new IOException("not all pods have a node after 60 s" + warning(object));
      }
      if (elapsed.compareTo(limit) > 0) {
        String late = " not ready within %d s%s".formatted(limit.toSeconds(), warning(name));
        throw injectors == 0
            ? new ServiceFailed("the service is" + late)
            : new IOException("the injectors are" + late);
      }
    }
  }

  /** Waits until all injectors have ended, as long as nothing fails. */
  void awaitInjectors() throws IOException, InterruptedException {
    while (!injectors(refuseBroken()).stream().allMatch(Pod::hasEnded)) {}
  }

  /**
   * Looks at the pods.
   *
   * @throws IOException with what the cluster says of a failed or missing pod
   */
  List<Pod> refuseBroken() throws IOException, InterruptedException {
    List<Pod> pods = look();
    refuseFailed(pods);
    if (hasService && pods.stream().noneMatch(Pod::isService)) {
      throw new ServiceFailed("the service: its pod was deleted" + warning(name));
    }
    if (injectors(pods).size() < injectors) {
      throw new IOException("an injector: its pod was deleted");
    }
    return pods;
  }

  private void refuseFailed(List<Pod> pods) throws IOException, InterruptedException {
    for (Pod pod : pods) {
      Optional<String> failure = pod.failure();
      if (failure.isPresent()) {
        String log = clause("logs", pod.name(), "-c", pod.component(), "--tail=1");
        // Later, the last warning may be that of a probe while the service started.
        boolean isStarting = injectors == 0 || pod.isDeleted();
        String why = ": " + failure.get() + log + (isStarting ? warning(pod.name()) : "");
        throw pod.isService()
            ? new ServiceFailed("the service" + why)
            : new IOException("injector %d of %d%s".formatted(pod.number(), injectors, why));
      }
    }
  }

  /** Returns the last warning of an object, as {@code kubectl describe} has it, as a clause. */
  private String warning(String object) throws InterruptedException {
    return clause(
        "get",
        "events",
        "--field-selector=type=Warning,involvedObject.name=" + object,
        "--sort-by=.metadata.creationTimestamp",
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

  /** Lists the pods after a second. Asks again if the cluster does not respond. */
  private List<Pod> look() throws IOException, InterruptedException {
    for (int failed = 0; ; failed++) {
      Thread.sleep(1_000);
      try {
        return kubectl
            .json("get", "pods", "-l", label(), "-o", "json", "--request-timeout=20s")
            .path("items")
            .valueStream()
            .map(Pod::new)
            .toList();
      } catch (IOException e) {
        if (failed == MOST_FAILED_LOOKS) {
          throw e;
        }
      }
    }
  }

  private static List<Pod> injectors(List<Pod> pods) {
    return pods.stream()
        .filter(pod -> !pod.isService())
        .sorted(Comparator.comparingInt(Pod::number))
        .toList();
  }

  /** Returns what a task makes of each pod. */
  static <T> List<T> all(List<Pod> pods, Task<T> task) throws IOException, InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<T> results = new ArrayList<>();
      for (Future<T> each :
          threads.invokeAll(
              pods.stream().<Callable<T>>map(pod -> () -> task.result(pod)).toList())) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }

  /**
   * A pod's clock. The midpoint between question and answer is wrong by half of the time between
   * them at most (F. Cristian, <i>Distributed Computing</i> 3:146, 1989).
   *
   * @param offsetMs this host's clock minus the pod's
   * @param uncertaintyMs the maximum error of the offset
   */
  record Clock(double offsetMs, double uncertaintyMs) {}

  /** Compares a clock with this host's again and again over one connection; the fastest counts. */
  Clock clock(Pod pod) throws IOException {
    String answer = "while read -r _; do echo \"${EPOCHREALTIME/./}\"; done";
    Process asked =
        kubectl.follow("exec", "-i", pod.name(), "-c", "keeper", "--", "bash", "-c", answer);
    CompletableFuture.delayedExecutor(20, TimeUnit.SECONDS).execute(asked::destroyForcibly);
    try (Writer questions = asked.outputWriter();
        BufferedReader answers = asked.inputReader()) {
      Clock best = new Clock(0, Double.MAX_VALUE);
      for (int i = 0; i < CLOCK_QUESTIONS; i++) {
        long sent = System.nanoTime();
        double before = System.currentTimeMillis();
        questions.write('\n');
        questions.flush();
        long micros = Long.parseLong(answers.readLine());
        double halfMs = (System.nanoTime() - sent) / 2e6;
        if (halfMs + 1 < best.uncertaintyMs) {
          best = new Clock(before + halfMs - micros / 1e3, halfMs + 1);
        }
      }
      return best;
    } catch (IOException | NumberFormatException e) {
      throw new IOException("the clock of pod %s: no answer".formatted(pod.name()), e);
    } finally {
      asked.destroyForcibly();
    }
  }

  /** Writes a file of a pod, at once. */
  String write(Pod pod, Path file, String text) throws IOException, InterruptedException {
    String command = "cat >/work/part && mv /work/part " + file;
    return kubectl.outputOf(
        text, "exec", "-i", pod.name(), "-c", "keeper", "--", "bash", "-c", command);
  }

  /**
   * Fetches what an injector printed, and all that it wrote.
   *
   * @return the folder with its runs
   */
  Path fetch(Pod pod, Path to) throws IOException, InterruptedException {
    Files.createDirectories(to);
    String log = kubectl.output("logs", pod.name(), "-c", "injector");
    Files.writeString(to.resolve(LOG), log);
    kubectl.output("cp", "--retries=3", "-c", "keeper", pod.name() + ":/work", to.toString());
    return to.resolve("comparison");
  }

  private String label() {
    return "rest-comparison/run=" + name;
  }

  /**
   * Removes the pods, and waits until they are gone: they must not disturb the next run. Pods of a
   * node that does not respond are given up after a minute; it ends them when it responds again.
   */
  @Override
  public void close() {
    try {
      kubectl.delete("jobs,pods", "-l", label(), "--wait", "--timeout=60s");
    } catch (IOException e) {
      try {
        kubectl.delete("jobs,pods", "-l", label(), "--force", "--grace-period=0", "--wait=false");
      } catch (IOException again) {
        // The cluster does not respond: ClusterNamespace removes all later, or reports it.
      }
    }
  }
}
