package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.runner.settings.RunPlace;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The parts of a load that the injectors of a run make: each is handed its request, and its records
 * are fetched, by the container {@code keeper} of its pod.
 *
 * @param pods of the injectors, in the order of their numbers
 * @param folder of the run, which gets a folder for each
 */
record InjectorParts(Kubectl kubectl, List<Pod> pods, Path folder) {
  /** What an injector has printed. */
  static final String LOG = "gatling.log";

  /** Connections to the API server at once. */
  private static final int AT_ONCE = 16;

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** For a JVM to start and to check the service, while all others do. */
  private static final Duration NOTICE = Duration.ofSeconds(20);

  /** A warm-up that nobody can end early: the injectors end it together. */
  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(30);

  private static final Path WORK = Path.of("/work");

  @FunctionalInterface
  private interface Task {
    void run(Pod pod) throws IOException, InterruptedException;
  }

  /**
   * Hands out the parts.
   *
   * @param whole the request of the run
   * @param service where it is
   * @return when the measured load begins, by the clock of the first injector's node
   */
  Instant handOut(RunRequest whole, Target service) throws IOException, InterruptedException {
    Instant now =
        Instant.ofEpochMilli(
            Long.parseLong(
                kubectl.output(
                    "exec", pods.getFirst().name(), "-c", "keeper", "--", "date", "+%s%3N")));
    Duration warmUp = whole.load().warmUpLimit();
    Duration handing = Duration.ofSeconds(2L * Math.ceilDiv(pods.size(), AT_ONCE));
    Instant measureAt =
        now.plus(NOTICE)
            .plus(handing)
            .plus(warmUp.compareTo(LONGEST_WARM_UP) < 0 ? warmUp : LONGEST_WARM_UP);
    RunPlace place =
        new RunPlace(
            WORK.resolve("gatling"),
            WORK.resolve("comparison"),
            whole.place().session(),
            whole.place().runId());
    all(
        pod -> {
          InjectorClock clock = InjectorClock.of(kubectl, pod.name());
          InjectorShare part =
              new InjectorShare(
                  pod.number(), pods.size(), measureAt, clock.offsetMs(), clock.uncertaintyMs());
          write(pod, JsonFiles.text(whole.partOf(service, part, place)));
        });
    return measureAt;
  }

  private void write(Pod pod, String request) throws IOException, InterruptedException {
    String command = "cat >/work/part && mv /work/part /work/" + RunRequest.FILE;
    kubectl.output(
        request, LIMIT, "exec", "-i", pod.name(), "-c", "keeper", "--", "bash", "-c", command);
  }

  /**
   * Fetches the records and what was printed.
   *
   * @return the folders with the injectors' runs
   */
  List<Path> fetch() throws IOException, InterruptedException {
    all(
        pod -> {
          Path to = folder(pod);
          Files.createDirectories(to);
          Files.writeString(
              to.resolve(LOG), kubectl.output("", LIMIT, "logs", pod.name(), "-c", "injector"));
          for (String part : List.of("comparison", "gatling")) {
            kubectl.output(
                "",
                LIMIT,
                "cp",
                "--retries=3",
                "-c",
                "keeper",
                pod.name() + ":" + WORK.resolve(part),
                to.resolve(part).toString());
          }
        });
    return pods.stream().map(pod -> folder(pod).resolve("comparison")).toList();
  }

  private Path folder(Pod pod) {
    return folder.resolve("injector-" + pod.number());
  }

  private void all(Task task) throws IOException, InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<?>> done = new ArrayList<>();
      for (Pod pod : pods) {
        done.add(
            threads.submit(
                () -> {
                  task.run(pod);
                  return null;
                }));
      }
      try {
        for (Future<?> each : done) {
          each.get();
        }
      } finally {
        threads.shutdownNow();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IOException(e.getCause().toString(), e);
    }
  }
}
