package io.github.restcomparison.system.driver;

import io.github.restcomparison.compare.experiment.GatlingJvm;
import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.runner.variants.Variant;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JVMs of {@code compare}, of Gatling and of the services that these start, at half of their
 * CPU: to load and link classes takes longer than a tiny load, so that the linked classes are in
 * caches of the JVM's (AOT), for which all of them must be in jars. The first test of a build that
 * starts one of the two makes the caches of both, unless they are newer than all jars. Services
 * have no cache, but a catalogue of the tests gives them flags.
 */
final class QuickJvms {
  private static final String WRITE = "-XX:AOTCacheOutput=";
  private static final String READ = "-XX:AOTCache=";

  /**
   * A load as small as those of tests is over before the better compiler is done. Of a cache that
   * other flags make useless nothing is printed.
   */
  private static final List<String> SMALL =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:aot=off", "-Xlog:cds=off");

  /** Enough to load the classes of the client: no test judges how warm it is. */
  private static final String REHEARSAL = "-DrehearsalMs=100";

  /** In a class path: {@code compare} adds no archive of its own if an entry is no file. */
  private static final String NO_ARCHIVE = "no-archive";

  /** Of each variant: the flags of a measurement are for a heap that is full, and a long load. */
  private static final List<String> OF_SERVICES =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xms64m", "-XX:-AlwaysPreTouch");

  /** Precedes the catalogue of the harness on a class path. */
  private static final String CATALOGUE = "catalogue.jar";

  /** The jar of the module's classes, with which the class path of the archive begins. */
  private static final String GATLING = GatlingJvm.JAR;

  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final Path REAL = Path.of("../..").toAbsolutePath().normalize();
  private static final Path COMPARE = REAL.resolve("harness/compare/target/compare.jar");
  private static final Path CLUSTER = REAL.resolve("harness/kubernetes/target/kubernetes.jar");

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
      Files.copy(
          gatling(REAL).resolve(GATLING),
          target.resolve(GATLING),
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES);
      boolean areCaches = areCachesOf(jars, folder);
      Path catalogue = target.resolve(CATALOGUE);
      if (!areCaches) {
        writeCatalogue(catalogue);
      }
      jars.addFirst(catalogue.toString());
      jars.add(target.resolve(NO_ARCHIVE).toString());
      Files.writeString(target.resolve("classpath.txt"), String.join(File.pathSeparator, jars));
      jar(gatling(REAL).resolve("test-classes"), target.resolve("test-classes"));
      if (!areCaches) {
        makeCaches(folder);
      }
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

  private static Path cacheOfGatling(Path project) {
    return gatling(project).resolve("gatling.aot");
  }

  private static Path cacheOfCompare(Path project) {
    return gatling(project).resolve("compare.aot");
  }

  /** All variants, with flags. */
  private static void writeCatalogue(Path jar) throws IOException {
    JsonMapper json = new JsonMapper();
    try (TemporaryFolder classes = TemporaryFolder.named("catalogue");
        InputStream in = Variant.class.getResourceAsStream("variants.json")) {
      Path folder = classes.path().resolve(Variant.class.getPackageName().replace('.', '/'));
      JsonNode variants = json.readTree(in);
      for (JsonNode variant : variants) {
        ArrayNode flags = ((ObjectNode) variant).putArray("jvmFlags");
        OF_SERVICES.forEach(flags::add);
      }
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("variants.json"), variants.toString());
      jar(classes.path(), jar);
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

  /** Returns whether both have been made since the last of the jars. */
  private static boolean areCachesOf(List<String> jars, Path project) throws IOException {
    List<Path> sources =
        new ArrayList<>(List.of(COMPARE, CLUSTER, gatling(project).resolve(GATLING)));
    jars.stream().map(Path::of).filter(Files::isRegularFile).forEach(sources::add);
    for (Path cache : List.of(cacheOfGatling(project), cacheOfCompare(project))) {
      for (Path source : sources) {
        if (!Files.isRegularFile(cache)
            || Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(source)) < 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Of what one run, its page, and one experiment of one request load; side by side. */
  private static void makeCaches(Path project) throws IOException, InterruptedException {
    try (TemporaryFolder folder = TemporaryFolder.named("quick-jvms")) {
      makeCaches(project, folder.path());
    }
  }

  private static void makeCaches(Path project, Path folder)
      throws IOException, InterruptedException {
    List<String> gatling = gatling(project, folder, "", "VariantSimulation");
    List<String> load = List.of("-Dvariant=vertx-rest", "-Dusers=1", "-Drequests=1", "-DdelayMs=1");
    gatling.addAll(gatling.indexOf("-cp"), load);
    gatling.addAll(gatling.indexOf("-cp"), List.of("-DwarmUpSeconds=0", "-DallowConcurrent=true"));
    List<String> compare = compare(project, project, folder);
    compare.addAll(List.of("run", "--variants=vertx-rest", "--users=1", "--requests=1"));
    compare.addAll(List.of("--delay=1ms", "--warm-up=0s", "--rounds=1", "--control=none"));
    compare.addAll(List.of("--allow-concurrent", "--out=" + folder + "/out"));
    writeFlags(project, List.of());
    Process ofGatling = making(cacheOfGatling(project), gatling, folder);
    Process ofCompare = making(cacheOfCompare(project), compare, folder);
    finish(ofGatling, cacheOfGatling(project), folder);
    finish(ofCompare, cacheOfCompare(project), folder);
    writeFlags(project, List.of(READ + cacheOfGatling(project)));
  }

  private static Process making(Path cache, List<String> command, Path folder) throws IOException {
    Files.deleteIfExists(cache);
    command.set(1, WRITE + cache);
    File log = log(cache, folder).toFile();
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
  }

  private static Path log(Path cache, Path folder) {
    return folder.resolve(cache.getFileName() + ".log");
  }

  private static void finish(Process process, Path cache, Path folder)
      throws IOException, InterruptedException {
    boolean hasEnded = process.waitFor(300, TimeUnit.SECONDS);
    process.destroyForcibly();
    if (!hasEnded || !Files.isRegularFile(cache)) {
      throw new AssertionError("no cache: " + Files.readString(log(cache, folder)));
    }
  }

  /** Gatling's flags as {@code compare} starts it, and those of tests. */
  private static void writeFlags(Path project, List<String> more) throws IOException {
    List<String> flags = new ArrayList<>();
    for (String flag : Files.readAllLines(REAL.resolve("gatling/jvm.options"))) {
      if (!flag.matches("-XX:\\+Use\\w+GC|-DrehearsalMs=.*")) {
        flags.add(flag);
      }
    }
    flags.addAll(SMALL);
    flags.add(REHEARSAL);
    flags.addAll(more);
    Files.write(project.resolve("gatling/jvm.options"), flags);
  }

  /**
   * The command that runs {@code compare}, as its script does, without arguments.
   *
   * @param hasImages whether services run in images, which are built of files, not of links, and
   *     have flags of their own
   */
  static List<String> compare(Path folder, boolean hasImages) {
    return compare(PROJECT, hasImages ? REAL : PROJECT, folder);
  }

  private static List<String> compare(Path quick, Path project, Path folder) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(JAVA.toString(), READ + cacheOfCompare(quick)));
    command.addAll(SMALL);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Dproject=" + project);
    // A lock of its own: the tests must not stop a measurement on this host, nor it them.
    command.add("-Djava.io.tmpdir=" + folder);
    String classPath = COMPARE + File.pathSeparator + CLUSTER;
    Path catalogue = gatling(project).resolve(CATALOGUE);
    command.addAll(
        List.of(
            "-cp",
            Files.exists(catalogue) ? catalogue + File.pathSeparator + classPath : classPath));
    command.add("io.github.restcomparison.compare.cli.Compare");
    return command;
  }

  /** The command that runs a simulation of this project, as {@code mvn gatling:test} does. */
  static List<String> gatling(Path folder, String simulation) {
    return gatling(
        PROJECT, folder, gatling(PROJECT).resolve("test-classes").toString(), simulation);
  }

  /**
   * The same.
   *
   * @param simulations the jar that the simulations of {@code mvn gatling:test} are in; empty if it
   *     is none of them
   */
  private static List<String> gatling(
      Path quick, Path folder, String simulations, String simulation) {
    try {
      Path target = gatling(quick);
      List<String> command = new ArrayList<>();
      command.addAll(List.of(JAVA.toString(), READ + cacheOfGatling(quick), "-Xmx256m"));
      command.addAll(SMALL);
      command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add(
          "-Djava.util.prefs.PreferencesFactory=io.github.restcomparison.gatling.MemoryPreferences");
      command.add(REHEARSAL);
      command.add("-Dproject=" + REAL);
      command.add("-Dresults=" + folder.resolve("gatling"));
      command.add("-Dcomparison=" + folder.resolve("comparison"));
      // A lock of its own: the tests must not stop a measurement on this host, nor it them.
      command.add("-Djava.io.tmpdir=" + folder);
      command.add("-cp");
      String classPath = Files.readString(target.resolve("classpath.txt"));
      command.add(
          target.resolve(GATLING)
              + File.pathSeparator
              + classPath
              + (simulations.isEmpty() ? "" : File.pathSeparator + simulations));
      command.add("io.gatling.app.Gatling");
      command.addAll(List.of("--simulation", "io.github.restcomparison.gatling." + simulation));
      command.addAll(List.of("--results-folder", folder.resolve("gatling").toString()));
      return command;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
