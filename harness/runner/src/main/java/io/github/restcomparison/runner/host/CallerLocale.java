package io.github.restcomparison.runner.host;

import java.util.Map;

/**
 * The locale that {@code compare} was called in. Its script sets one with UTF-8, in which a JVM
 * reads arguments, variables and the names of files.
 */
public final class CallerLocale {
  private static final String LOCALE = "LC_ALL";

  /** The caller's {@code LC_ALL}, empty for none; set by the script. */
  private static final String CALLERS = "REST_COMPARISON_LC_ALL";

  private CallerLocale() {}

  /** Gives the environment of a child process the caller's locale. */
  public static void restore(Map<String, String> environment) {
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
}
