package io.github.restcomparison.runner.host;

import io.github.restcomparison.records.service.Secrets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Options of runtimes, such as {@code JAVA_TOOL_OPTIONS}, that the user exported before {@code
 * compare}. They are input of the benchmark: services of the user's get them. JVMs of this project
 * do not, so their values have other names in the environment of such a JVM; the script {@code
 * compare} renames them, too.
 */
public final class ExportedOptions {
  /** Runtimes of other languages, build tools, and allocators of memory read these. */
  private static final List<String> OF_OTHERS =
      List.of(
          "JAVA_OPTS",
          "CATALINA_OPTS",
          "MAVEN_OPTS",
          "GRADLE_OPTS",
          "NODE_OPTIONS",
          "UV_THREADPOOL_SIZE",
          "GOGC",
          "GOMEMLIMIT",
          "GOMAXPROCS",
          "GODEBUG",
          "RUBYOPT",
          "PYTHONOPTIMIZE",
          "WEB_CONCURRENCY",
          "DOTNET_gcServer",
          "MALLOC_ARENA_MAX",
          "GLIBC_TUNABLES",
          "LD_PRELOAD");

  private static final String PREFIX = "REST_COMPARISON_EXPORTED_";

  /** A line for {@code sh} in front of a command that gets explicit options only. */
  public static final String UNSET =
      "unset " + String.join(" ", Secrets.OF_JVMS) + " NODE_OPTIONS; ";

  private static final Pattern TYPED_SECRET =
      Pattern.compile("(" + Secrets.NAME + "=)(?!\\$\\{)\\S+");

  private ExportedOptions() {}

  /** Renames those that every JVM reads, in the environment of a JVM of this project. */
  public static void setAside(Map<String, String> environment) {
    for (String name : Secrets.OF_JVMS) {
      String value = environment.remove(name);
      if (value != null) {
        environment.put(PREFIX + name, value);
      }
    }
  }

  /** Gives those that were renamed their own names again, in the environment of a command. */
  public static void putBack(Map<String, String> environment) {
    for (String name : Secrets.OF_JVMS) {
      String value = environment.remove(PREFIX + name);
      if (value != null) {
        environment.put(name, value);
      }
    }
  }

  /** Returns an environment in which all have their own names. */
  public static Map<String, String> asExported(Map<String, String> environment) {
    Map<String, String> all = new TreeMap<>(environment);
    putBack(all);
    return all;
  }

  /** Returns those that every JVM reads, as the user exported them. */
  public static Map<String, String> ofJvms(Map<String, String> environment) {
    Map<String, String> all = asExported(environment);
    all.keySet().retainAll(Secrets.OF_JVMS);
    return all;
  }

  /** Returns all that are set in an environment, for the record, without what is a secret. */
  public static Map<String, String> recorded(Map<String, String> environment) {
    Map<String, String> all = asExported(environment);
    Map<String, String> recorded = new TreeMap<>();
    for (List<String> names : List.of(Secrets.OF_JVMS, OF_OTHERS)) {
      for (String name : names) {
        if (all.containsKey(name)) {
          recorded.put(name, TYPED_SECRET.matcher(all.get(name)).replaceAll("$1***"));
        }
      }
    }
    return recorded;
  }
}
