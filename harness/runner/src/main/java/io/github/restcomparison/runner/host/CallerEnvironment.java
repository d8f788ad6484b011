package io.github.restcomparison.runner.host;

import io.github.restcomparison.records.service.Secrets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The environment that the user called {@code compare} in, which user services get. JVMs of this
 * project have another one, made by the script {@code compare} and by {@link #hideJvmOptions}: they
 * read arguments and the names of files in UTF-8, and get no options that the user exported for
 * services, such as {@code JAVA_TOOL_OPTIONS}.
 */
public final class CallerEnvironment {
  /** Variables that runtimes of other languages, build tools, and memory allocators read. */
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

  private static final String LOCALE = "LC_ALL";

  /** The caller's {@code LC_ALL}, empty for none; set by the script. */
  private static final String CALLERS = "REST_COMPARISON_LC_ALL";

  /** A line for {@code sh} in front of a command that gets explicit options only. */
  public static final String UNSET =
      "unset " + String.join(" ", Secrets.OF_JVMS) + " NODE_OPTIONS; ";

  private static final Pattern TYPED_SECRET =
      Pattern.compile("(" + Secrets.NAME + "=)(?!\\$\\{)\\S+");

  private CallerEnvironment() {}

  /** Renames the options that every JVM reads, in the environment of a JVM of this project. */
  public static void hideJvmOptions(Map<String, String> environment) {
    for (String name : Secrets.OF_JVMS) {
      String value = environment.remove(name);
      if (value != null) {
        environment.put(PREFIX + name, value);
      }
    }
  }

  /** Gives the environment of a child process the caller's locale. */
  public static void restoreLocale(Map<String, String> environment) {
    String callers = environment.remove(CALLERS);
    if (callers == null) {
      return; // not started by the script
    }
    if (callers.isEmpty()) {
      environment.remove(LOCALE);
    } else {
      environment.put(LOCALE, callers);
    }
  }

  /** Gives the environment of a user's command the caller's locale and options. */
  public static void restore(Map<String, String> environment) {
    restoreLocale(environment);
    for (String name : Secrets.OF_JVMS) {
      String value = environment.remove(PREFIX + name);
      if (value != null) {
        environment.put(name, value);
      }
    }
  }

  /** Returns an environment as it was for the caller. */
  public static Map<String, String> restored(Map<String, String> environment) {
    Map<String, String> all = new TreeMap<>(environment);
    restore(all);
    return all;
  }

  /** Returns the options that every JVM reads, as the user exported them. */
  public static Map<String, String> jvmOptions(Map<String, String> environment) {
    Map<String, String> all = restored(environment);
    all.keySet().retainAll(Secrets.OF_JVMS);
    return all;
  }

  /** Returns the options of all runtimes, for the record, without secrets. */
  public static Map<String, String> recordedOptions(Map<String, String> environment) {
    Map<String, String> all = restored(environment);
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
