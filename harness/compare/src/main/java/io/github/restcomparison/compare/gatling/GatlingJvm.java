package io.github.restcomparison.compare.gatling;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Gatling in a JVM of its own, executing the one shared simulation once; the same as {@code mvn
 * gatling:test} forks. It ends with this process, however that ends.
 *
 * @param project the folder with the modules in it
 */
public record GatlingJvm(Path project) implements RunExecutor {
  private static final String SIMULATION = "io.github.restcomparison.gatling.VariantSimulation";
  private static final String USER_SIMULATION =
      "io.github.restcomparison.gatling.UserSimulationRun";
  private static final String LIVE = "rest-comparison live: ";
  private static final String SAID = "rest-comparison: ";
  private static final long END_LIMIT_S = 10;

  /** What Gatling prints, in the folder of its run. */
  public static final String LOG = "gatling.log";

  /** The class path of the build: directories with classes, and jars. */
  private String classPath() throws IOException {
    Path libraries = module().resolve("target/classpath.txt");
    if (!Files.isRegularFile(libraries)) {
      throw new IOException(libraries + " is missing: build the project first (mvn test-compile)");
    }
    List<String> entries =
        new ArrayList<>(
            List.of(
                module().resolve("target/test-classes").toString(),
                module().resolve("target/classes").toString()));
    for (String entry : Files.readString(libraries).strip().split(File.pathSeparator)) {
      entries.add(project.resolve(entry).toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private Path module() {
    return project.resolve("gatling");
  }

  /** {@code folder} gets all that Gatling prints. */
  @Override
  public Ended run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException {
    String classPath = classPath();
    if (request.target() instanceof Target.OfUser user
        && user.user().workload().simulation().isPresent()) {
      UserSimulation simulation = user.user().workload().simulation().get();
      classPath = new SimulationClasses(simulation).classPath(classPath, folder);
    }
    Files.createDirectories(folder);
    Path file = folder.resolve(RunRequest.FILE);
    JsonFiles.write(file, request);
    ProcessBuilder builder =
        new ProcessBuilder(command(request, file, classPath)).redirectErrorStream(true);
    // Flags from outside would make the load generator another one.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    Thread ender = new Thread(() -> end(process), "gatling-end");
    Runtime.getRuntime().addShutdownHook(ender);
    boolean ending;
    Ended ended;
    try {
      String lastSaid = copy(process, folder.resolve(LOG), live);
      ended = new Ended(process.waitFor(), lastSaid);
    } finally {
      end(process);
      ending = !forgotten(ender);
    }
    if (ending) {
      throw new InterruptedException("this process is being ended");
    }
    return ended;
  }

  private List<String> command(RunRequest request, Path file, String classPath) {
    List<String> command = new ArrayList<>(request.placement().generatorCommand());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + module().resolve("jvm.options"));
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.add("-Dproject=" + project);
    command.add("-DexitWithParent=true");
    command.add("-DleaderPid=" + ProcessHandle.current().pid());
    command.add("-DrunRequest=" + file);
    boolean insecure =
        !(request.target() instanceof Target.OfUser theirs) || theirs.user().workload().insecure();
    command.add("-Dgatling.ssl.useInsecureTrustManager=" + insecure);
    command.addAll(List.of("-cp", classPath));
    if (request.isOfUserSimulation()) {
      command.add(USER_SIMULATION);
      return command;
    }
    command.addAll(List.of("io.gatling.app.Gatling", "--simulation", SIMULATION));
    command.addAll(List.of("--results-folder", request.place().results().toString()));
    return command;
  }

  /** Goes on until it has ended: a pipe that nobody reads would block it. */
  private static String copy(Process process, Path output, Consumer<String> live)
      throws IOException {
    String lastSaid = "";
    try (BufferedReader lines = process.inputReader();
        PrintWriter copy = new PrintWriter(Files.newBufferedWriter(output), true)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(LIVE)) {
          live.accept(line.substring(LIVE.length()));
          continue;
        }
        copy.println(line);
        if (line.startsWith(SAID)) {
          lastSaid = line.substring(SAID.length());
        }
      }
    }
    return lastSaid;
  }

  /** Lets it stop its service and record the run as aborted; what remains is killed. */
  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor(END_LIMIT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Cmd.end(process);
    }
  }

  /**
   * Whether the hook is not needed any more; not so where this JVM is ending, and it is at work.
   */
  private static boolean forgotten(Thread hook) {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
