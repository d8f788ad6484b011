package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import io.github.restcomparison.runner.host.CallerEnvironment;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.ClientTls;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.ClassPath;
import io.github.restcomparison.runner.variants.Contract;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Gatling in a separate JVM that executes the shared simulation once, like the one that {@code mvn
 * gatling:test} forks. It ends with this process, also if that is killed.
 *
 * @param project the folder with the modules in it
 */
public record GatlingJvm(Path project) implements Experiment.Executor {
  /** The jar of the simulations, as the build and the distribution name it. */
  public static final String JAR = "rest-comparison-gatling.jar";

  private static final String PACKAGE = "io.github.restcomparison.gatling.";
  private static final String LIVE = "rest-comparison live: ";
  private static final String SAID = "rest-comparison: ";
  private static final int LONGEST_LINE = 8_192;

  /** In addition to the limit of a service: for the guard, and for the record. */
  private static final Duration END_LIMIT = Duration.ofSeconds(15);

  /**
   * The exit codes with which the run ends its own JVM, after a message: see docs/architecture.md.
   */
  private static final Set<Integer> REASONED = Set.of(2, 3);

  /** The exit code of a process that a signal ends, without the signal's number. */
  private static final int SIGNALLED = 128;

  /** Gatling's output, in the folder of its run. */
  private static final String LOG = "gatling.log";

  @Override
  public String run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException {
    try (TemporaryFolder stores = TemporaryFolder.named("rest-comparison-tls")) {
      Workload workload = Contract.of(request).workload();
      List<String> tls = new ClientTls(workload.tls()).gatlingOptions(stores.path());
      List<String> command = command(request, workload.simulation(), folder, tls);
      return run(command, folder, endLimit(request, workload), live);
    }
  }

  /** Returns the maximum time to end all that it started, one after the other. */
  private static Duration endLimit(RunRequest request, Workload workload) {
    int commands = workload.state().beforeRun().isPresent() ? 2 : 1;
    return END_LIMIT.plus(request.service().lifetime().stopLimit()).multipliedBy(commands);
  }

  private static String run(
      List<String> command, Path folder, Duration endLimit, Consumer<String> live)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // Flags from outside would change the load generator.
    CallerEnvironment.hideJvmOptions(builder.environment());
    Process process = builder.start();
    Path log = folder.resolve(LOG);
    String lastMessage;
    try (Interruption _ = new Interruption(() -> end(process, endLimit))) {
      try {
        lastMessage = copy(process.inputReader(), log, live);
        process.waitFor();
      } finally {
        end(process, endLimit);
      }
    }
    if (Interruption.isUnderWay()) {
      throw new InterruptedException("this process is ending");
    }
    return reason(process.exitValue(), lastMessage, log);
  }

  /**
   * Returns the reason of an exit; the last message is the reason only if the JVM ended itself
   * because of it.
   */
  private static String reason(int code, String lastMessage, Path log) {
    if (REASONED.contains(code) && !lastMessage.isEmpty()) {
      return lastMessage;
    }
    return "Gatling's JVM ended with exit code %d%s%s (%s)"
        .formatted(
            code,
            code > SIGNALLED ? " (killed by signal %d)".formatted(code - SIGNALLED) : "",
            lastMessage.isEmpty() ? "" : " after: " + lastMessage,
            log);
  }

  /**
   * Lets the JVM load its classes from an archive (CDS), which saves 3 s of each run. The first run
   * after a build makes it at its end; the JVM itself does not replace one of other jars. No entry
   * of the class path may be a folder, as after {@code mvn gatling:test}.
   */
  private List<String> archive(String classPath) throws IOException {
    Path archive = project.resolve("gatling/target/gatling.jsa");
    List<Path> sources = new ArrayList<>(List.of(project.resolve("gatling/target/classpath.txt")));
    for (String entry : classPath.split(File.pathSeparator)) {
      sources.add(Path.of(entry));
    }
    if (!sources.stream().allMatch(Files::isRegularFile)) {
      return List.of();
    }
    for (Path source : sources) {
      if (Files.exists(archive)
          && Files.getLastModifiedTime(source).compareTo(Files.getLastModifiedTime(archive)) > 0) {
        Files.delete(archive);
      }
    }
    return List.of(
        "-XX:+AutoCreateSharedArchive", "-XX:SharedArchiveFile=" + archive, "-Xlog:cds*=off");
  }

  private List<String> command(
      RunRequest request, Optional<UserSimulation> simulation, Path folder, List<String> tls)
      throws IOException {
    Path module = project.resolve("gatling");
    String classPath = ClassPath.of(project, module, JAR);
    if (simulation.isPresent()) {
      // The second is for the jars of a folder.
      String users = simulation.get().folder();
      classPath = String.join(File.pathSeparator, classPath, users, users + File.separator + "*");
    }
    List<String> command = new ArrayList<>(Placement.pinning(request.placement().generator()));
    command.addAll(
        List.of(
            Cmd.JAVA,
            "@" + module.resolve("jvm.options"),
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-Dproject=" + project,
            "-DexitWithParent=true",
            "-DleaderPid=" + ProcessHandle.current().pid(),
            "-DrunRequest=" + folder.resolve(RunRequest.FILE)));
    command.addAll(tls);
    if (simulation.isEmpty()) {
      command.addAll(archive(classPath));
    }
    command.addAll(List.of("-cp", classPath));
    if (simulation.isPresent()) {
      command.add(PACKAGE + "Lifecycle");
    } else {
      command.addAll(
          List.of("io.gatling.app.Gatling", "--simulation", PACKAGE + "VariantSimulation"));
      command.addAll(List.of("--results-folder", request.place().results().toString()));
      if (request.flags().subject() == ExperimentPlan.Subject.START_UP) {
        command.add("--no-reports"); // Gatling has none without a logged request
      }
    }
    return command;
  }

  /** Reads until the process has ended: without a reader, a full pipe would block it. */
  static String copy(BufferedReader printed, Path output, Consumer<String> live)
      throws IOException {
    String lastMessage = "";
    try (printed;
        PrintWriter copy = new PrintWriter(Files.newBufferedWriter(output), true)) {
      for (String line = line(printed); line != null; line = line(printed)) {
        if (line.startsWith(LIVE)) {
          live.accept(line.substring(LIVE.length()));
          continue;
        }
        copy.println(line);
        if (line.startsWith(SAID)) {
          lastMessage = line.substring(SAID.length());
        }
      }
    }
    return lastMessage;
  }

  /** Returns the next line; a part of it if it is longer than 8,192 characters; null at the end. */
  private static String line(BufferedReader printed) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = printed.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n') {
      line.append((char) next);
      next = line.length() < LONGEST_LINE ? printed.read() : '\n';
    }
    return line.toString();
  }

  /**
   * Lets it stop its service and record the run as aborted. If it does not, only it is killed: its
   * guards then end what it started, and must not be killed with it.
   */
  private static void end(Process process, Duration limit) {
    process.destroy();
    try {
      process.waitFor(limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
