package io.github.restcomparison.kubernetes;

import io.github.restcomparison.runner.figures.Injectors.ClockOffset;
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
import tools.jackson.databind.json.JsonMapper;

/** The pods of one run: the pod of the service, and the pods of the injectors. */
final class RunPods implements AutoCloseable {
  /** The service failed. Any other {@link IOException} is no fault of the service. */
  static final class ServiceFailure extends IOException {
    private static final long serialVersionUID = 1L;

    ServiceFailure(String message) {
      super(message);
    }
  }

  /** Uses the container {@code keeper} of an injector's pod. */
  interface Task<T> {
    T result(Pod pod) throws IOException, InterruptedException;
  }

  /** The output of an injector. */
  static final String LOG = "gatling.log";

  /** The maximum of concurrent connections to the API server. */
  static final int AT_ONCE = 16;

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MAX_FAILED_CHECKS = 60;
  private static final int CLOCK_QUESTIONS = 20;
  private static final Duration SCHEDULING = Duration.ofSeconds(60);

  /** An image may have to be pulled. */
  private static final Duration START = Duration.ofMinutes(5);

  private final Kubectl kubectl;
  private final String name;
  private final String labels;
  private boolean hasService;
  private int injectors;

  /**
   * Creates it without pods.
   *
   * @param session the label of the experiment's objects
   * @param name of the run, which the names of all of its objects begin with
   */
  RunPods(Kubectl kubectl, String session, String name) {
    this.kubectl = kubectl;
    this.name = name;
    labels = session + ",rest-comparison/run=" + name;
  }

  /** Starts the service, and waits until it is ready: at most {@code limit} after it was pulled. */
  Pod startService(String manifest, Duration limit) throws IOException, InterruptedException {
    hasService = true;
    return started(manifest, START.plus(limit)).getFirst();
  }

  /** Starts injectors, and waits until all of them run; in the order of their numbers. */
  List<Pod> startInjectors(String manifest, int number) throws IOException, InterruptedException {
    injectors = number;
    return injectors(started(manifest, START));
  }

  /** A service that has been ready may lose its sampler, which its run can do without. */
  private List<Pod> started(String manifest, Duration limit)
      throws IOException, InterruptedException {
    kubectl.outputOf(manifest, "create", "-f", "-");
    long start = System.nanoTime();
    while (true) {
      List<Pod> pods = list();
      boolean haveNodes = !areMissing(pods) && pods.stream().noneMatch(pod -> pod.node().isEmpty());
      boolean isLoading = injectors > 0;
      if (haveNodes && pods.stream().allMatch(it -> it.isReady() || isLoading && it.isService())) {
        return pods;
      }
      Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
      if (elapsed.compareTo(haveNodes ? limit : SCHEDULING) > 0) {
        String what = haveNodes ? "not ready" : "without a node";
        String why = "%s after %d s%s".formatted(what, elapsed.toSeconds(), warning(name));
        throw haveNodes && !isLoading
            ? new ServiceFailure("the service: " + why)
            : new IOException("pods are " + why);
      }
    }
  }

  private boolean areMissing(List<Pod> pods) {
    return pods.size() < injectors + (hasService ? 1 : 0);
  }

  /** Waits until all injectors have ended, as long as no pod fails or is missing. */
  void awaitInjectors() throws IOException, InterruptedException {
    while (!injectors(checkAll()).stream().allMatch(Pod::hasEnded)) {}
  }

  /**
   * Checks the pods, which all have started.
   *
   * @throws IOException if one has failed or is missing, with the cluster's messages about it
   */
  List<Pod> checkAll() throws IOException, InterruptedException {
    List<Pod> pods = list();
    if (areMissing(pods)) {
      String why = ": its pod was deleted" + warning(name);
      throw hasService && pods.stream().noneMatch(Pod::isService)
          ? new ServiceFailure("the service" + why)
          : new IOException("an injector" + why);
    }
    return pods;
  }

  /** Lists the pods after a second; throws the cluster's messages about one that has failed. */
  private List<Pod> list() throws IOException, InterruptedException {
    Thread.sleep(1_000);
    List<Pod> pods = JSON.readTree(listed()).path("items").valueStream().map(Pod::new).toList();
    for (Pod pod : pods) {
      String who = pod.isService() ? "the service" : "injector " + pod.number();
      Optional<String> failure = pod.failure();
      if (failure.isPresent()) {
        String log = clause("logs", pod.name(), "-c", pod.component(), "--tail=1");
        // Later, the last warning may be from a probe while the service started.
        String warning = injectors == 0 ? warning(pod.name()) : "";
        String why = who + ": " + failure.get() + log + warning;
        // The images of the sampler and of the key's container are the injectors'.
        throw pod.isService() && !failure.get().matches("container (sampler|key): .*")
            ? new ServiceFailure(why)
            : new IOException(why);
      }
      if (!pod.qosClass().equals("Guaranteed")) {
        String changed = "the cluster has added containers, or changed their CPU or memory";
        throw new IOException(
            "%s: QoS class of its pod is %s, must be Guaranteed: %s"
                .formatted(who, pod.qosClass(), changed));
      }
    }
    return pods;
  }

  /** Lists the pods as JSON. Tries again if the cluster does not respond. */
  private String listed() throws IOException, InterruptedException {
    for (int failed = 1; ; failed++) {
      try {
        return kubectl.output("get", "pods", "-l", labels, "-o", "json", "--request-timeout=20s");
      } catch (IOException e) {
        if (failed == MAX_FAILED_CHECKS) {
          throw e;
        }
        Thread.sleep(1_000);
      }
    }
  }

  /** Returns the last warning of the run's objects, as {@code kubectl describe} has it. */
  private String warning(String prefix) throws InterruptedException {
    String lines = "jsonpath={range .items[*]}{.involvedObject.name} {.message}{'\\n'}{end}";
    String order = "--sort-by=.metadata.creationTimestamp";
    return clause("get", "events", "--field-selector=type=Warning", order, "-o", lines)
        .lines()
        .filter(line -> line.startsWith(prefix))
        .reduce("", (first, second) -> ": " + second.substring(second.indexOf(' ') + 1));
  }

  /** Returns the output of a command as a clause; empty if there is none. */
  private String clause(String... command) throws InterruptedException {
    try {
      String text = kubectl.output(command);
      return text.isEmpty() ? "" : ": " + text;
    } catch (IOException e) {
      return "";
    }
  }

  private static List<Pod> injectors(List<Pod> pods) {
    return pods.stream()
        .filter(pod -> !pod.isService())
        .sorted(Comparator.comparingInt(Pod::number))
        .toList();
  }

  /** Returns the results of a task for each pod. */
  static <T> List<T> runAll(List<Pod> pods, Task<T> task) throws IOException, InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Callable<T>> tasks = new ArrayList<>();
      pods.forEach(pod -> tasks.add(() -> task.result(pod)));
      List<T> results = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(tasks)) {
        results.add(each.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }

  /** Compares the clock of the service's node; empty without a sampler that runs. */
  Optional<ClockOffset> clock(Optional<Pod> service) {
    try {
      return service.isEmpty() ? Optional.empty() : Optional.of(clock(service.get()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Compares a pod's clock with this host's several times over one connection; the fastest counts.
   * The midpoint between request and response is wrong by at most half of the time between them (F.
   * Cristian, <i>Distributed Computing</i> 3:146, 1989).
   */
  ClockOffset clock(Pod pod) throws IOException {
    String respond = "while read -r _; do echo \"${EPOCHREALTIME/./}\"; done";
    String container = pod.isService() ? "sampler" : "keeper";
    Process shell =
        kubectl.follow("exec", "-i", pod.name(), "-c", container, "--", "bash", "-c", respond);
    CompletableFuture.delayedExecutor(20, TimeUnit.SECONDS).execute(shell::destroyForcibly);
    try (Writer questions = shell.outputWriter();
        BufferedReader responses = shell.inputReader()) {
      ClockOffset best = new ClockOffset(0, Double.MAX_VALUE);
      for (int i = 0; i < CLOCK_QUESTIONS; i++) {
        long sent = System.nanoTime();
        double before = System.currentTimeMillis();
        questions.write('\n');
        questions.flush();
        long micros = Long.parseLong(responses.readLine());
        double halfMs = (System.nanoTime() - sent) / 2e6;
        if (halfMs + 1 < best.uncertaintyMs()) {
          best = new ClockOffset(before + halfMs - micros / 1e3, halfMs + 1);
        }
      }
      return best;
    } catch (IOException | NumberFormatException e) {
      throw new IOException("the clock of pod %s: no response".formatted(pod.name()), e);
    } finally {
      shell.destroyForcibly();
    }
  }

  /** Writes a file of a pod atomically. */
  String write(Pod pod, Path file, String text) throws IOException, InterruptedException {
    String command = "cat >/work/part && mv /work/part " + file;
    return kubectl.outputOf(
        text, "exec", "-i", pod.name(), "-c", "keeper", "--", "bash", "-c", command);
  }

  /** Fetches the output and the files of an injector; returns the folder with its runs. */
  Path fetch(Pod pod, Path to) throws IOException, InterruptedException {
    Files.createDirectories(to);
    Files.writeString(to.resolve(LOG), kubectl.output("logs", pod.name(), "-c", "injector"));
    kubectl.output("cp", "--retries=3", "-c", "keeper", pod.name() + ":/work", to.toString());
    return to.resolve("comparison");
  }

  /**
   * Removes the pods, and waits until they are gone: they must not disturb the next run. Pods of a
   * node that does not respond are given up after a minute; it ends them when it responds again.
   */
  @Override
  public void close() {
    try {
      try {
        kubectl.delete("jobs,pods", labels, "--wait", "--timeout=60s");
      } catch (IOException e) {
        kubectl.delete("jobs,pods", labels, "--force", "--grace-period=0", "--wait=false");
      }
    } catch (IOException e) {
      // The cluster does not respond: Cluster removes all later, or reports it.
    }
  }
}
