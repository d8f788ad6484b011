package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.settings.RunRequest;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

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

  @Override
  public String run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException {
    String classPath = classPath();
    Files.createDirectories(folder);
    Optional<Workload> workload = request.target().user().map(UserService::workload);
    boolean isInsecure = workload.map(Workload::insecure).orElse(true);
    Optional<UserSimulation> simulation = workload.flatMap(Workload::simulation);
    if (simulation.isPresent()) {
      classPath = classPath(simulation.get(), classPath, folder);
    }
    Path file = folder.resolve(RunRequest.FILE);
    JsonFiles.write(file, request);
    List<String> command = new ArrayList<>(request.placement().generatorCommand());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + project.resolve("gatling/jvm.options"));
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.add("-Dproject=" + project);
    command.add("-DexitWithParent=true");
    command.add("-DleaderPid=" + ProcessHandle.current().pid());
    command.add("-DrunRequest=" + file);
    command.add("-Dgatling.ssl.useInsecureTrustManager=" + isInsecure);
    command.addAll(List.of("-cp", classPath));
    command.addAll(
        request.isOfUserSimulation()
            ? List.of(USER_SIMULATION)
            : List.of(
                "io.gatling.app.Gatling",
                "--simulation",
                SIMULATION,
                "--results-folder",
                request.place().results().toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // Flags from outside would change the load generator.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    Interruption interruption = new Interruption(() -> end(process));
    Path log = folder.resolve(LOG);
    String lastSaid;
    try {
      lastSaid = copy(process, log, live);
      process.waitFor();
    } finally {
      end(process);
      interruption.close();
    }
    if (Interruption.isUnderWay()) {
      throw new InterruptedException("this process is ending");
    }
    return lastSaid.isEmpty()
        ? "Gatling ended with exit code %d: see %s".formatted(process.exitValue(), log)
        : lastSaid;
  }

  /** The class path of the build: directories with classes, and jars. */
  private String classPath() throws IOException {
    Path module = project.resolve("gatling");
    Path libraries = module.resolve("target/classpath.txt");
    if (!Files.isRegularFile(libraries)) {
      throw new IOException(libraries + " is missing: build the project first (mvn test-compile)");
    }
    List<String> entries = new ArrayList<>();
    entries.add(module.resolve("target/test-classes").toString());
    entries.add(module.resolve("target/classes").toString());
    for (String entry : Files.readString(libraries).strip().split(File.pathSeparator)) {
      entries.add(project.resolve(entry).toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  /**
   * Returns a class path with a simulation of the user's: the classes and jars of its folder, and
   * its source if the folder has it. Other sources are compiled only if the simulation uses them.
   *
   * @param own the class path without them
   * @param into receives what is compiled
   * @throws IOException if the folder cannot be read, or the simulation does not compile; one line
   *     has the compiler's first message
   */
  static String classPath(UserSimulation simulation, String own, Path into) throws IOException {
    Path folder = Path.of(simulation.folder());
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.sorted().toList();
    }
    List<String> entries = new ArrayList<>(List.of(own, folder.toString()));
    files.stream().map(Path::toString).filter(file -> file.endsWith(".jar")).forEach(entries::add);
    Path source = Path.of(simulation.className().replace('.', '/') + ".java");
    Stream<Path> inPackage = files.stream().filter(file -> file.endsWith(source));
    Stream<Path> byName = files.stream().filter(file -> file.endsWith(source.getFileName()));
    Optional<Path> found = Stream.concat(inPackage, byName).findFirst();
    if (found.isPresent()) {
      Path root = found.get().getParent();
      for (int up = 1; up < source.getNameCount() && found.get().endsWith(source); up++) {
        root = root.getParent();
      }
      Path classes = Files.createDirectories(into.resolve("simulation-classes"));
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      List<String> arguments =
          List.of(
              "-proc:none",
              "-d",
              classes.toString(),
              "-cp",
              String.join(File.pathSeparator, entries),
              "-sourcepath",
              root.toString(),
              found.get().toString());
      int code =
          ToolProvider.getSystemJavaCompiler()
              .run(null, said, said, arguments.toArray(String[]::new));
      if (code != 0) {
        throw new IOException(
            "the simulation does not compile: "
                + said.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
      }
      entries.add(classes.toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  /** Reads until the process has ended: a pipe that nobody reads would block it. */
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

  /** Lets it stop its service and record the run as aborted, then kills the rest. */
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
}
