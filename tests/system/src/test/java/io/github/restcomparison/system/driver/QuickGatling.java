package io.github.restcomparison.system.driver;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Gatling's JVM, which most tests start, at 40 % of its CPU: to load and verify its classes takes
 * longer than a tiny load, so that they are in an archive of the JVM's (CDS), for which all of them
 * must be in jars. The first test of a build that starts it makes the archive.
 */
final class QuickGatling {
  /** Nothing here runs for long enough to gain by the better compiler. */
  static final String STARTS_SOONER = "-XX:TieredStopAtLevel=1";

  /** About flags for modules, which the archive of the JDK's own classes does not have. */
  private static final String SILENT = "-Xlog:cds=off";

  static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  static final Path REAL = Path.of("../..").toAbsolutePath().normalize();

  /** The project by links, but for Gatling's flags and class path. */
  static final Path PROJECT = project(Path.of("target/quick-project").toAbsolutePath());

  private QuickGatling() {}

  private static Path project(Path folder) {
    try {
      Path gatling = Files.createDirectories(folder.resolve("gatling"));
      Path target = Files.createDirectories(gatling.resolve("target"));
      for (String module : REAL.toFile().list()) {
        link(folder.resolve(module), REAL.resolve(module));
      }
      List<String> jars = new ArrayList<>();
      for (String entry :
          Files.readString(REAL.resolve("gatling/target/classpath.txt"))
              .strip()
              .split(File.pathSeparator)) {
        jars.add(jarOf(Path.of(entry)).toString());
      }
      Files.writeString(target.resolve("classpath.txt"), String.join(File.pathSeparator, jars));
      // A jar may have any name: `compare` expects these two.
      jar(REAL.resolve("gatling/target/classes"), target.resolve("classes"));
      jar(REAL.resolve("gatling/target/test-classes"), target.resolve("test-classes"));
      Path archive = target.resolve("gatling.jsa");
      String flags = Files.readString(REAL.resolve("gatling/jvm.options"));
      flags += "%s\n-XX:SharedArchiveFile=%s\n%s\n".formatted(STARTS_SOONER, archive, SILENT);
      Files.writeString(gatling.resolve("jvm.options"), flags);
      Files.deleteIfExists(archive);
      makeArchive(folder, archive);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void link(Path link, Path to) throws IOException {
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, to);
    }
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

  /** Of what a run of one request loads. */
  private static void makeArchive(Path project, Path archive)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("quick-gatling");
    List<String> command = command(project, folder, "VertxRestSimulation");
    command.addAll(1, List.of("-XX:ArchiveClassesAtExit=" + archive, "-Dusers=1", "-Drequests=1"));
    command.addAll(1, List.of("-DdelayMs=1", "-DwarmUpSeconds=0", "-DallowConcurrent=true"));
    command.remove("-XX:SharedArchiveFile=" + archive);
    File log = folder.resolve("gatling.log").toFile();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    if (!process.waitFor(120, TimeUnit.SECONDS) || !Files.isRegularFile(archive)) {
      process.destroyForcibly();
      throw new AssertionError("no archive: " + Files.readString(log.toPath()));
    }
  }

  /** The command that runs a simulation of this project, as {@code mvn gatling:test} does. */
  static List<String> command(Path folder, String simulation) {
    return command(PROJECT, folder, simulation);
  }

  private static List<String> command(Path project, Path folder, String simulation) {
    try {
      Path target = project.resolve("gatling/target");
      List<String> command = new ArrayList<>();
      command.add(JAVA.toString());
      // A load as small as this is over before the better compiler is done.
      command.addAll(List.of(STARTS_SOONER, "-XX:+UseSerialGC", "-Xmx256m"));
      command.addAll(List.of("-XX:SharedArchiveFile=" + target.resolve("gatling.jsa"), SILENT));
      command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
      command.add("--enable-native-access=ALL-UNNAMED");
      command.addAll(List.of("-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9"));
      command.add("-Dproject=" + REAL);
      command.add("-Dresults=" + folder.resolve("gatling"));
      command.add("-Dcomparison=" + folder.resolve("comparison"));
      // A lock of its own: the tests must not stop a measurement on this host, nor it them.
      command.add("-Djava.io.tmpdir=" + folder);
      command.add("-cp");
      command.add(
          String.join(
              File.pathSeparator,
              target.resolve("test-classes").toString(),
              target.resolve("classes").toString(),
              Files.readString(target.resolve("classpath.txt"))));
      command.add("io.gatling.app.Gatling");
      command.addAll(List.of("--simulation", "io.github.restcomparison.gatling." + simulation));
      command.addAll(List.of("--results-folder", folder.resolve("gatling").toString()));
      return command;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
