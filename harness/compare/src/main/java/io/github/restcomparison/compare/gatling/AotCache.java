package io.github.restcomparison.compare.gatling;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * The classes of Gatling's JVM as they are after a training run: loaded, linked and profiled (JEP
 * 483, 514, 515). A JVM that is given it starts in a third of the time; one that it does not fit
 * ignores it. Such a cache holds classes of jars only, so the directories on the class path become
 * jars beside it.
 *
 * @param classPath of the build: jars, and directories with classes
 * @param folder of its own for each JDK, class path and file of flags
 */
public record AotCache(List<Path> classPath, Path folder) {
  /**
   * The cache for the classes as they are now, whether it was made or not.
   *
   * @param flags the file with the flags of the JVM
   * @param all the folder that has the caches in it
   */
  static AotCache of(List<Path> classPath, Path flags, Path all) throws IOException {
    StringBuilder key =
        new StringBuilder(Runtime.version() + " " + System.getProperty("java.home"));
    key.append('\n').append(Files.readString(flags));
    for (Path entry : classPath) {
      for (Path file : files(entry)) {
        key.append('\n').append(file).append(' ').append(Files.getLastModifiedTime(file));
      }
    }
    return new AotCache(classPath, all.resolve(digest(key.toString())));
  }

  /** Whether a training run has left it. */
  public boolean isMade() {
    return Files.exists(file());
  }

  /** What a JVM that is to use it is started with. */
  List<String> use() {
    // What does not fit is no news to who reads Gatling's output: the JVM goes on without it.
    return List.of("-XX:AOTCache=" + file(), "-Xlog:aot*=off", "-cp", jars());
  }

  /** What a JVM is started with that has none. */
  List<String> without() {
    return List.of(
        "-cp",
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
  }

  /** What a JVM that is to leave it at its end is started with. */
  List<String> make() throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < classPath.size(); i++) {
      if (Files.isDirectory(classPath.get(i))) {
        pack(classPath.get(i), jar(i));
      }
    }
    return List.of("-XX:AOTCacheOutput=" + file(), "-Xlog:aot*=off", "-cp", jars());
  }

  private Path file() {
    return folder.resolve("gatling.aot");
  }

  private Path jar(int entry) {
    return folder.resolve("classes-%d.jar".formatted(entry));
  }

  private String jars() {
    StringBuilder jars = new StringBuilder();
    for (int i = 0; i < classPath.size(); i++) {
      jars.append(i == 0 ? "" : File.pathSeparator)
          .append(Files.isDirectory(classPath.get(i)) ? jar(i) : classPath.get(i));
    }
    return jars.toString();
  }

  private static void pack(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out)) {
      for (Path file : files(classes)) {
        String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
        packed.putNextEntry(new ZipEntry(name));
        Files.copy(file, packed);
        packed.closeEntry();
      }
    }
  }

  /** A file, or those in a directory, in order; none of what is not there. */
  private static List<Path> files(Path entry) throws IOException {
    if (!Files.exists(entry)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(entry)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String digest(String text) {
    try {
      byte[] all =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has it", e);
    }
  }
}
