package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Variant;
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
public record GatlingJvm(Path project) implements Experiment.Executor {
  private static final String PACKAGE = "io.github.restcomparison.gatling.";
  private static final String LIVE = "rest-comparison live: ";
  private static final String SAID = "rest-comparison: ";
  private static final long END_LIMIT_S = 10;

  /** What Gatling prints, in the folder of its run. */
  private static final String LOG = "gatling.log";

  @Override
  public String run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(request, folder)).redirectErrorStream(true);
    // Flags from outside would change the load generator.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    Path log = folder.resolve(LOG);
    String lastSaid;
    try (Interruption _ = new Interruption(() -> end(process))) {
      try {
        lastSaid = copy(process, log, live);
        process.waitFor();
      } finally {
        end(process);
      }
    }
    if (Interruption.isUnderWay()) {
      throw new InterruptedException("this process is ending");
    }
    return lastSaid.isEmpty()
        ? "Gatling ended with exit code %d: see %s".formatted(process.exitValue(), log)
        : lastSaid;
  }

  private List<String> command(RunRequest request, Path folder) throws IOException {
    Workload workload = request.workload();
    Optional<UserSimulation> simulation = workload.simulation();
    Path module = project.resolve("gatling");
    String classPath =
        module.resolve("target/test-classes")
            + File.pathSeparator
            + Variant.classPath(project, module);
    if (simulation.isPresent()) {
      classPath = classPath(simulation.get(), classPath, folder);
    }
    List<String> command = new ArrayList<>(Placement.pinning(request.placement().generator()));
    command.addAll(
        List.of(
            Cmd.JAVA,
            "@" + project.resolve("gatling/jvm.options"),
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-Dproject=" + project,
            "-DexitWithParent=true",
            "-DleaderPid=" + ProcessHandle.current().pid(),
            "-DrunRequest=" + folder.resolve(RunRequest.FILE),
            "-Dgatling.ssl.useInsecureTrustManager=" + workload.insecure(),
            "-cp",
            classPath));
    if (simulation.isPresent()) {
      command.add(PACKAGE + "GatlingRun");
    } else {
      command.addAll(
          List.of("io.gatling.app.Gatling", "--simulation", PACKAGE + "VariantSimulation"));
      command.addAll(List.of("--results-folder", request.place().results().toString()));
    }
    return command;
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
    Path folder = Path.of(simulation.folder()).toAbsolutePath();
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.sorted().toList();
    }
    List<String> entries = new ArrayList<>(List.of(own, folder.toString()));
    files.stream().map(Path::toString).filter(file -> file.endsWith(".jar")).forEach(entries::add);
    Path inPackage = Path.of(simulation.className().replace('.', '/') + ".java");
    for (Path name : List.of(inPackage, inPackage.getFileName())) {
      Optional<Path> found = files.stream().filter(file -> file.endsWith(name)).findFirst();
      if (found.isPresent()) {
        Path classes = Files.createDirectories(into.resolve("simulation-classes"));
        compile(found.get(), name, String.join(File.pathSeparator, entries), classes);
        entries.add(classes.toString());
        break;
      }
    }
    return String.join(File.pathSeparator, entries);
  }

  /** Compiles a source, whose path ends with its name below the root of all sources. */
  private static void compile(Path source, Path name, String classPath, Path classes)
      throws IOException {
    String file = source.toString();
    String root = file.substring(0, file.length() - name.toString().length());
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    String[] arguments = {
      "-proc:none", "-d", classes.toString(), "-cp", classPath, "-sourcepath", root, file
    };
    if (ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments) != 0) {
      throw new IOException(
          "the simulation does not compile: "
              + said.toString(StandardCharsets.UTF_8).lines().findFirst().orElse(""));
    }
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
