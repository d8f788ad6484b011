package io.github.restcomparison.system.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
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

/** The real {@code compare}, as its script starts it, in a JVM of its own. */
public final class CompareProcess implements AutoCloseable {
  private static final Set<String> MEASURING =
      Set.of("run", "study", "sweep", "capacity", "memory");
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Path REAL = Path.of("../..").toAbsolutePath().normalize();

  /** Nothing here runs for long enough to gain by the better compiler. */
  private static final String STARTS_SOONER = "-XX:TieredStopAtLevel=1";

  private static final Path QUICK = quick(Path.of("target/project").toAbsolutePath());

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
    command.add(JAVA.toString());
    command.addAll(List.of(STARTS_SOONER, "-XX:+UseSerialGC"));
    command.add("--enable-native-access=ALL-UNNAMED");
    // Docker builds images from files, not from links.
    command.add("-Dproject=" + (List.of(arguments).contains("docker") ? REAL : QUICK));
    // A lock of its own: the tests must not stop a measurement on this host, nor it them.
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.github.restcomparison.compare.cli.Compare");
    command.addAll(List.of(arguments));
    if (MEASURING.contains(arguments[0])) {
      command.add("--allow-concurrent"); // tests run beside one another
    }
    Path output = Files.createTempFile(folder, "compare", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("JAVA_TOOL_OPTIONS", STARTS_SOONER); // for services
    builder.environment().putAll(environment);
    Process process = builder.start();
    return new CompareProcess(process, output);
  }

  /** Links the project, with one more flag for Gatling's JVM: it halves the CPU of a small load. */
  private static Path quick(Path folder) {
    try {
      Path gatling = Files.createDirectories(folder.resolve("gatling"));
      for (String module : REAL.toFile().list()) {
        link(folder.resolve(module), REAL.resolve(module));
      }
      link(gatling.resolve("target"), REAL.resolve("gatling/target"));
      String flags = Files.readString(REAL.resolve("gatling/jvm.options"));
      Files.writeString(gatling.resolve("jvm.options"), flags + STARTS_SOONER + "\n");
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void link(Path link, Path to) throws IOException {
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, to);
    }
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
    return Files.readString(output).replaceAll("Picked up JAVA_TOOL_OPTIONS: .*\n", "");
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
