package io.github.restcomparison.system.driver;

import io.github.restcomparison.compare.experiment.GatlingJvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The JVMs of {@code compare} and of Gatling, which most tests start, at two thirds of their CPU:
 * to load and verify classes takes longer than a tiny load, so that the classes are in archives of
 * the JVM's (CDS), for which all of them must be in jars. {@code compare} makes that of Gatling's
 * JVM itself. The first test of a build that starts one of the two makes the archives of both.
 */
final class QuickJvms {
  /** About flags for modules, which the archive of the JDK's own classes does not have. */
  private static final String SILENT = "-Xlog:cds=off";

  private static final String WRITE = "-XX:ArchiveClassesAtExit=";
  private static final String READ = "-XX:SharedArchiveFile=";

  /** A load as small as those of tests is over before the better compiler is done. */
  private static final List<String> SMALL =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", SILENT);

  /** The jar of the module's classes, with which the class path of the archive begins. */
  private static final String GATLING = GatlingJvm.JAR;

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Path REAL = Path.of("../..").toAbsolutePath().normalize();

  /** The project by links, but for Gatling's flags and class path. */
  private static final Path PROJECT = project(Path.of("target/quick-project").toAbsolutePath());

  private QuickJvms() {}

  private static Path project(Path folder) {
    try {
      Path target = Files.createDirectories(gatling(folder));
      for (String module : REAL.toFile().list()) {
        Path link = folder.resolve(module);
        if (!Files.exists(link)) {
          Files.createSymbolicLink(link, REAL.resolve(module));
        }
      }
      List<String> jars = new ArrayList<>();
      for (String entry :
          Files.readString(gatling(REAL).resolve("classpath.txt"))
              .strip()
              .split(File.pathSeparator)) {
        jars.add(jarOf(Path.of(entry)).toString());
      }
      Files.writeString(target.resolve("classpath.txt"), String.join(File.pathSeparator, jars));
      Files.copy(
          gatling(REAL).resolve(GATLING),
          target.resolve(GATLING),
          StandardCopyOption.REPLACE_EXISTING);
      jar(gatling(REAL).resolve("test-classes"), target.resolve("test-classes"));
      makeArchives(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static Path gatling(Path project) {
    return project.resolve("gatling/target");
  }

  private static Path archiveOfGatling(Path project) {
    return gatling(project).resolve("gatling.jsa");
  }

  private static Path archiveOfCompare(Path project) {
    return gatling(project).resolve("compare.jsa");
  }

  /** Of a module, the jar that the build has made of its classes. */
  private static Path jarOf(Path entry) throws IOException {
    if (Files.isRegularFile(entry)) {
      return entry;
    }
    Path target = entry.getParent();
    return target.resolve(target.getParent().getFileName() + ".jar");
  }

  private static void jar(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
      }
    }
  }

  /** Of what one experiment of one request loads. */
  private static void makeArchives(Path project) throws IOException, InterruptedException {
    Path ofGatling = archiveOfGatling(project);
    Path ofCompare = archiveOfCompare(project);
    Files.deleteIfExists(ofGatling);
    Files.deleteIfExists(ofCompare);
    writeFlags(project);
    Path folder = Files.createTempDirectory("quick-jvms");
    List<String> command = compare(project, project, folder);
    command.set(1, WRITE + ofCompare);
    command.addAll(List.of("run", "--variants=vertx-rest", "--users=1", "--requests=1"));
    command.addAll(List.of("--delay=1ms", "--warm-up=0s", "--rounds=1", "--control=none"));
    command.addAll(List.of("--allow-concurrent", "--out=" + folder + "/out"));
    File log = folder.resolve("compare.log").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    boolean hasEnded = process.waitFor(300, TimeUnit.SECONDS);
    process.destroyForcibly();
    if (!hasEnded || !Files.isRegularFile(ofGatling) || !Files.isRegularFile(ofCompare)) {
      throw new AssertionError("no archives: " + Files.readString(log.toPath()));
    }
  }

  /** Gatling's flags as {@code compare} starts it, and those of tests. */
  private static void writeFlags(Path project) throws IOException {
    Files.writeString(
        project.resolve("gatling/jvm.options"),
        Files.readString(REAL.resolve("gatling/jvm.options")) + SMALL.getFirst() + "\n");
  }

  /**
   * The command that runs {@code compare}, as its script does, without arguments.
   *
   * @param isInDocker whether images are built, which needs files in place of links
   */
  static List<String> compare(Path folder, boolean isInDocker) {
    return compare(PROJECT, isInDocker ? REAL : PROJECT, folder);
  }

  private static List<String> compare(Path quick, Path project, Path folder) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(JAVA.toString(), READ + archiveOfCompare(quick)));
    command.addAll(SMALL);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Dproject=" + project);
    // A lock of its own: the tests must not stop a measurement on this host, nor it them.
    command.add("-Djava.io.tmpdir=" + folder);
    Path jar = REAL.resolve("harness/compare/target/compare.jar");
    Path cluster = REAL.resolve("harness/kubernetes/target/kubernetes.jar");
    command.addAll(List.of("-cp", jar + File.pathSeparator + cluster));
    command.add("io.github.restcomparison.compare.cli.Compare");
    return command;
  }

  /** The command that runs a simulation of this project, as {@code mvn gatling:test} does. */
  static List<String> gatling(Path folder, String simulation) {
    try {
      Path target = gatling(PROJECT);
      List<String> command = new ArrayList<>();
      command.addAll(List.of(JAVA.toString(), READ + archiveOfGatling(PROJECT), "-Xmx256m"));
      command.addAll(SMALL);
      command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add(
          "-Djava.util.prefs.PreferencesFactory=io.github.restcomparison.gatling.MemoryPreferences");
      command.add("-Dproject=" + REAL);
      command.add("-Dresults=" + folder.resolve("gatling"));
      command.add("-Dcomparison=" + folder.resolve("comparison"));
      // A lock of its own: the tests must not stop a measurement on this host, nor it them.
      command.add("-Djava.io.tmpdir=" + folder);
      command.add("-cp");
      command.add(
          String.join(
              File.pathSeparator,
              target.resolve(GATLING).toString(),
              Files.readString(target.resolve("classpath.txt")),
              target.resolve("test-classes").toString()));
      command.add("io.gatling.app.Gatling");
      command.addAll(List.of("--simulation", "io.github.restcomparison.gatling." + simulation));
      command.addAll(List.of("--results-folder", folder.resolve("gatling").toString()));
      return command;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
