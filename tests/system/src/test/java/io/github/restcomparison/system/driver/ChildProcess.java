package io.github.restcomparison.system.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

/** A program in its own process. What it prints is in a file. */
public abstract class ChildProcess implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(600);

  private final Process process;
  private final Path output;

  /** Starts it. */
  ChildProcess(ProcessBuilder builder, Path output) throws IOException {
    this.output = output;
    process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
  }

  public final Process process() {
    return process;
  }

  public final String output() throws IOException {
    return Files.readString(output);
  }

  /** Waits for its end. */
  public final int exitCode() throws InterruptedException {
    if (!process.waitFor(LIMIT)) {
      throw new AssertionError("still running after " + LIMIT);
    }
    return process.exitValue();
  }

  /** Waits for something that it does before it ends. */
  public final void until(Callable<Boolean> happened) throws Exception {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (!happened.call()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new AssertionError("it did not happen\n" + output());
      }
      Thread.sleep(50);
    }
  }

  /** Kills it and its children. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
