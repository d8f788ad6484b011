package io.github.restcomparison.system.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The real {@code compare}, as its script starts it, in a JVM of its own. */
public final class CompareProcess implements AutoCloseable {
  private static final Set<String> MEASURING =
      Set.of("run", "study", "sweep", "capacity", "memory");
  private final Process process;
  private final Path output;

  private CompareProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts it; {@code folder} gets what it prints. */
  public static CompareProcess start(Path folder, String... arguments) throws IOException {
    return start(List.of(), folder, arguments);
  }

  /** The same behind another command, such as one that gives it a disk of its own. */
  public static CompareProcess start(List<String> prefix, Path folder, String... arguments)
      throws IOException {
    return start(Map.of(), prefix, folder, arguments);
  }

  /** The same with more variables in its environment. */
  public static CompareProcess start(
      Map<String, String> environment, List<String> prefix, Path folder, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    boolean hasImages =
        Stream.of(arguments).anyMatch(each -> each.matches("(--runtime=)?(docker|kubernetes)"));
    command.addAll(QuickJvms.compare(folder, hasImages));
    command.addAll(List.of(arguments));
    if (MEASURING.contains(arguments[0])) {
      command.add("--allow-concurrent"); // tests run beside one another
    }
    Path output = Files.createTempFile(folder, "compare", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    return new CompareProcess(process, output);
  }

  public Process process() {
    return process;
  }

  public int exitCode() throws InterruptedException {
    if (!process.waitFor(600, TimeUnit.SECONDS)) {
      throw new AssertionError("compare is still at work after 600 s");
    }
    return process.exitValue();
  }

  public String output() throws IOException {
    return Files.readString(output);
  }

  /** Waits for something that it does. */
  public void until(Callable<Boolean> happened) throws Exception {
    Instant limit = Instant.now().plus(Duration.ofSeconds(300));
    while (!happened.call()) {
      if (!process.isAlive() || Instant.now().isAfter(limit)) {
        throw new AssertionError("it did not happen\n" + output());
      }
      Thread.sleep(50);
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
