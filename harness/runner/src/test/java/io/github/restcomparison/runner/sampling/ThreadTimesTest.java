package io.github.restcomparison.runner.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
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
    assertThat(waitedMs(new ThreadTimes(), tasks)).hasValue(7);
  }

  @Test
  void sumDoesNotDecreaseWhenAThreadEnds() throws IOException {
    ThreadTimes times = new ThreadTimes();
    thread(1, "5000000 3000000 10");
    thread(2, "9000000 40000000 20");
    assertThat(waitedMs(times, tasks)).hasValue(43);
    Files.delete(tasks.resolve("2/schedstat"));
    assertThat(waitedMs(times, tasks)).as("ends while it is read").hasValue(43);
    Files.delete(tasks.resolve("2/comm"));
    Files.delete(tasks.resolve("2"));
    thread(1, "5000000 5000000 10");
    assertThat(waitedMs(times, tasks)).hasValue(45);
    thread(2, "1000000 2000000 1");
    assertThat(waitedMs(times, tasks)).as("another thread with the same id").hasValue(47);
    thread(2, "1000000 6000000 1");
    assertThat(waitedMs(times, tasks)).hasValue(51);
  }

  @Test
  void zerosOnlyMeanThatTheKernelDoesNotCount() throws IOException {
    thread(1, "0 0 0");
    thread(2, "0 0 0");
    assertThat(waitedMs(new ThreadTimes(), tasks)).isEmpty();
    thread(2, "7000 0 1");
    assertThat(waitedMs(new ThreadTimes(), tasks)).hasValue(0);
  }

  /** A file is opened for each: 15,000 of them would take half of a CPU. */
  @Test
  void isAbsentForGoodAfterTooManyThreads() throws IOException {
    ThreadTimes times = new ThreadTimes();
    for (int id = 1; id <= ThreadTimes.MOST; id++) {
      thread(id, "2000000 1000000 1");
    }
    assertThat(waitedMs(times, tasks)).hasValue(ThreadTimes.MOST);
    Path another = Files.createDirectories(tasks.resolve("100000"));
    assertThat(waitedMs(times, tasks)).isEmpty();
    assertThat(times.jitAndSamplingMicros()).isEmpty();
    Files.delete(another);
    assertThat(waitedMs(times, tasks)).isEmpty();
  }

  @Test
  void isAbsentWithoutTheFiles() {
    assertThat(waitedMs(new ThreadTimes(), tasks.resolve("nowhere"))).isEmpty();
    assertThat(waitedMs(new ThreadTimes(), tasks)).isEmpty();
  }

  /** With one runnable thread more than CPUs, at least one waits at any time: 1 s per second. */
  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void growsWhenThereAreMoreRunnableThreadsThanCpus() throws InterruptedException {
    ThreadTimes times = new ThreadTimes();
    Path own = ThreadTimes.tasks(ProcessHandle.current().pid());
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
    long before = waitedMs(times, own).getAsLong();
    Thread.sleep(300);
    long during = waitedMs(times, own).getAsLong();
    spin.set(false);
    for (Thread thread : threads) {
      thread.join();
    }
    OptionalLong after = waitedMs(times, own);
    assertThat(during - before).isBetween(90L, 30_000L);
    assertThat(after.getAsLong()).as("after its threads have ended").isGreaterThanOrEqualTo(during);
  }

  /** 9 of 16 ms are the compiler's and the probe's; both keep theirs when they end. */
  @Test
  void whatNoRequestCausesIsThatOfCompilersAndProbes() throws IOException {
    thread(1, "5000000 3000000 10");
    thread(2, "7000000 4000000 20", "C2 CompilerThre");
    thread(3, "2000000 0 3", "RMI TCP Connect");
    thread(4, "2000000 0 3", "worker(1)");
    ThreadTimes times = new ThreadTimes();
    times.read(List.of(tasks));
    assertThat(times.jitAndSamplingMicros()).hasValue(9_000);
    Files.delete(tasks.resolve("2/schedstat"));
    times.read(List.of(tasks));
    assertThat(times.jitAndSamplingMicros()).hasValue(9_000);
    thread(2, "1000000 0 1", "worker(2)");
    times.read(List.of(tasks));
    assertThat(times.jitAndSamplingMicros()).as("a worker has its id now").hasValue(9_000);
    thread(3, "3000000 0 4", "RMI TCP Connect");
    times.read(List.of(tasks));
    assertThat(times.jitAndSamplingMicros()).hasValue(10_000);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void compilersOfThisJvmHaveWorked() {
    ThreadTimes times = new ThreadTimes();
    Path own = ThreadTimes.tasks(ProcessHandle.current().pid());
    times.read(List.of(own));
    assertThat(times.jitAndSamplingMicros().orElseThrow()).isPositive();
  }

  private static OptionalLong waitedMs(ThreadTimes times, Path tasks) {
    times.read(List.of(tasks));
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
