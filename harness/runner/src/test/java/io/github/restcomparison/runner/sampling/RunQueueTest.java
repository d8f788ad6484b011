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

class RunQueueTest {
  @TempDir private Path tasks;

  @Test
  void sumsUpAllThreads() throws IOException {
    thread(1, "5000000 3000000 10");
    thread(2, "9000000 4600000 20");
    assertThat(queue().waitedMs()).hasValue(7);
  }

  @Test
  void sumDoesNotDecreaseWhenAThreadEnds() throws IOException {
    RunQueue queue = queue();
    thread(1, "5000000 3000000 10");
    thread(2, "9000000 40000000 20");
    assertThat(queue.waitedMs()).hasValue(43);
    Files.delete(tasks.resolve("2/schedstat"));
    assertThat(queue.waitedMs()).as("ends while it is read").hasValue(43);
    Files.delete(tasks.resolve("2"));
    thread(1, "5000000 5000000 10");
    assertThat(queue.waitedMs()).hasValue(45);
    thread(2, "1000000 2000000 1");
    assertThat(queue.waitedMs()).as("another thread with the same id").hasValue(47);
    thread(2, "1000000 6000000 1");
    assertThat(queue.waitedMs()).hasValue(51);
  }

  @Test
  void zerosOnlyMeanThatTheKernelDoesNotCount() throws IOException {
    thread(1, "0 0 0");
    thread(2, "0 0 0");
    assertThat(queue().waitedMs()).isEmpty();
    thread(2, "7000 0 1");
    assertThat(queue().waitedMs()).hasValue(0);
  }

  @Test
  void isAbsentWithoutTheFiles() {
    assertThat(new RunQueue(tasks.resolve("nowhere")).waitedMs()).isEmpty();
    assertThat(queue().waitedMs()).isEmpty();
  }

  /** With one runnable thread more than CPUs, at least one waits at any time: 1 s per second. */
  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void growsWhenThereAreMoreRunnableThreadsThanCpus() throws InterruptedException {
    RunQueue queue = RunQueue.of(ProcessHandle.current().pid());
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
    long before = queue.waitedMs().getAsLong();
    Thread.sleep(300);
    long during = queue.waitedMs().getAsLong();
    spin.set(false);
    for (Thread thread : threads) {
      thread.join();
    }
    OptionalLong after = queue.waitedMs();
    assertThat(during - before).isBetween(90L, 30_000L);
    assertThat(after.getAsLong()).as("after its threads have ended").isGreaterThanOrEqualTo(during);
  }

  private RunQueue queue() {
    return new RunQueue(tasks);
  }

  private void thread(int id, String schedstat) throws IOException {
    Path thread = Files.createDirectories(tasks.resolve(Integer.toString(id)));
    Files.writeString(thread.resolve("schedstat"), schedstat + "\n");
  }
}
