package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ThreadTimesTest {
  @TempDir private Path tasks;

  @Test
  void sumsUpAllThreads() throws IOException {
    thread(1, "5000000 3000000 10");
    thread(2, "9000000 4600000 20");
    assertThat(waitedMs(new ProcessTree(List::of, () -> Double.NaN), tasks)).isEqualTo(7);
  }

  @Test
  void sumDoesNotDecreaseWhenAThreadEnds() throws IOException {
    ProcessTree times = new ProcessTree(List::of, () -> Double.NaN);
    thread(1, "5000000 3000000 10");
    thread(2, "9000000 40000000 20");
    assertThat(waitedMs(times, tasks)).isEqualTo(43);
    Files.delete(tasks.resolve("2/schedstat"));
    assertThat(waitedMs(times, tasks)).as("ends while it is read").isEqualTo(43);
    Files.delete(tasks.resolve("2/comm"));
    Files.delete(tasks.resolve("2"));
    thread(1, "5000000 5000000 10");
    assertThat(waitedMs(times, tasks)).isEqualTo(45);
    thread(2, "1000000 2000000 1");
    assertThat(waitedMs(times, tasks)).as("another thread with the same id").isEqualTo(47);
    thread(2, "1000000 6000000 1");
    assertThat(waitedMs(times, tasks)).isEqualTo(51);
  }

  @Test
  void zerosOnlyMeanThatTheKernelDoesNotCount() throws IOException {
    thread(1, "0 0 0");
    thread(2, "0 0 0");
    assertThat(waitedMs(new ProcessTree(List::of, () -> Double.NaN), tasks)).isNaN();
    thread(2, "7000 0 1");
    assertThat(waitedMs(new ProcessTree(List::of, () -> Double.NaN), tasks)).isEqualTo(0);
  }

  /** A file is opened for each: 15,000 of them would take half of a CPU. */
  @Test
  void isUnknownAfterTooManyThreads() throws IOException {
    ProcessTree times = new ProcessTree(List::of, () -> Double.NaN);
    for (int id = 1; id <= ProcessTree.MAX_THREADS; id++) {
      thread(id, "2000000 1000000 1");
    }
    assertThat(waitedMs(times, tasks)).isEqualTo(ProcessTree.MAX_THREADS);
    Path another = Files.createDirectories(tasks.resolve("100000"));
    assertThat(waitedMs(times, tasks)).isNaN();
    assertThat(times.jitAndSamplingMicros()).isNaN();
    Files.delete(another);
    assertThat(waitedMs(times, tasks)).isNaN();
  }

  @Test
  void isUnknownWithoutTheFiles() {
    assertThat(waitedMs(new ProcessTree(List::of, () -> Double.NaN), tasks.resolve("nowhere")))
        .isNaN();
    assertThat(waitedMs(new ProcessTree(List::of, () -> Double.NaN), tasks)).isNaN();
  }

  /** With one runnable thread more than CPUs, at least one waits at any time: 1 s per second. */
  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void growsWhenThereAreMoreRunnableThreadsThanCpus() throws InterruptedException {
    ProcessTree times = new ProcessTree(List::of, () -> Double.NaN);
    File own = ProcessTree.tasks(ProcessHandle.current().pid());
    AtomicBoolean spin = new AtomicBoolean(true);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    while (spin.get()) {
                      Thread.onSpinWait();
                    }
                  }));
    }
    double before = waitedMs(times, own);
    Thread.sleep(300);
    double during = waitedMs(times, own);
    spin.set(false);
    for (Thread thread : threads) {
      thread.join();
    }
    double after = waitedMs(times, own);
    assertThat(during - before).isBetween(90.0, 30_000.0);
    assertThat(after).as("after its threads have ended").isGreaterThanOrEqualTo(during);
  }

  /** 9 of 16 ms are the compiler's and the probe's; both keep theirs when they end. */
  @Test
  void compilersAndProbesAreCountedSeparately() throws IOException {
    thread(1, "5000000 3000000 10");
    thread(2, "7000000 4000000 20", "C2 CompilerThre");
    thread(3, "2000000 0 3", "RMI TCP Connect");
    thread(4, "2000000 0 3", "worker(1)");
    ProcessTree times = new ProcessTree(List::of, () -> Double.NaN);
    times.readThreads(List.of(tasks.toFile()));
    assertThat(times.jitAndSamplingMicros()).isEqualTo(9_000);
    Files.delete(tasks.resolve("2/schedstat"));
    times.readThreads(List.of(tasks.toFile()));
    assertThat(times.jitAndSamplingMicros()).isEqualTo(9_000);
    thread(2, "1000000 0 1", "worker(2)");
    times.readThreads(List.of(tasks.toFile()));
    assertThat(times.jitAndSamplingMicros()).as("a worker has its id now").isEqualTo(9_000);
    thread(3, "3000000 0 4", "RMI TCP Connect");
    times.readThreads(List.of(tasks.toFile()));
    assertThat(times.jitAndSamplingMicros()).isEqualTo(10_000);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void compilersOfThisJvmHaveWorked() {
    ProcessTree times = new ProcessTree(List::of, () -> Double.NaN);
    File own = ProcessTree.tasks(ProcessHandle.current().pid());
    times.readThreads(List.of(own));
    assertThat(times.jitAndSamplingMicros()).isPositive().isFinite();
  }

  private static double waitedMs(ProcessTree times, Path tasks) {
    return waitedMs(times, tasks.toFile());
  }

  private static double waitedMs(ProcessTree times, File tasks) {
    times.readThreads(List.of(tasks));
    return times.waitedMs();
  }

  private void thread(int id, String schedstat) throws IOException {
    thread(id, schedstat, "java");
  }

  private void thread(int id, String schedstat, String name) throws IOException {
    Path thread = Files.createDirectories(tasks.resolve(Integer.toString(id)));
    Files.writeString(thread.resolve("schedstat"), schedstat + "\n");
    Files.writeString(thread.resolve("comm"), name + "\n");
  }
}
