package io.github.restcomparison.records.service;

import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables of the environment that a user's texts refer to as {@code ${NAME}}. Plans, requests of
 * runs and records have the reference; only code that sends a request or starts a service has the
 * value. {@code $${NAME}} is the text {@code ${NAME}} itself.
 *
 * <p>All text that is written or printed passes through {@link #hide}, which puts the references
 * back. Thread-safe.
 */
public final class Secrets {
  /** The name of a header, a variable or a field whose value is a secret; a regular expression. */
  public static final String NAME =
      "(?i:[\\w.-]*(?:authorization|cookie|token|secret|password|passwd|_pass|credential"
          + "|(?:api|access|private)[-_]?key)[\\w.-]*)";

  private static final Pattern REFERENCE = Pattern.compile("(\\$?)\\$\\{([A-Za-z_]\\w*)}");

  /** One reference, or the place of a value, after a word such as {@code Bearer}. */
  private static final Pattern REFERENCE_ALONE =
      Pattern.compile("\\s*([\\w-]+\\s+)?\\$?\\{[\\w.-]+}\\s*");

  /** A system property, or the options of an agent: a flag whose value may be a secret. */
  private static final Pattern FLAG =
      Pattern.compile("(?s)(-(?:D[^=]+|(?:javaagent|agentlib|agentpath):[^=]+)=).+");

  private static final Pattern FLAG_OF_SEVERAL =
      Pattern.compile("(-(?:D[^=\\s]+|(?:javaagent|agentlib|agentpath):[^=\\s]+)=)\\S+");

  /** Variables from which a JVM takes flags, and which it prints as it starts. */
  public static final List<String> OF_JVMS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "OPENJ9_JAVA_OPTIONS");

  /** No secrets. */
  public static final Secrets NONE = new Secrets(Map.of());

  private final Map<String, String> values;
  private final Set<String> withheld;
  private final HiddenValues hidden = new HiddenValues();
  private volatile boolean hasTaken;

  /**
   * Secrets with known values.
   *
   * @param values by name
   */
  public Secrets(Map<String, String> values) {
    this(values, Set.of());
  }

  private Secrets(Map<String, String> values, Set<String> withheld) {
    this.values = Map.copyOf(values);
    this.withheld = Set.copyOf(withheld);
    values.forEach((name, value) -> hidden.add("${" + name + "}", value));
  }

  /**
   * Returns the secrets that a text refers to.
   *
   * @param text all texts of the user, in any form
   * @throws SettingException if one of them is not set; the message names it
   */
  public static Secrets of(String text, Map<String, String> environment) {
    return of(text, environment, Set.of());
  }

  private static Secrets of(String text, Map<String, String> environment, Set<String> withheld) {
    Map<String, String> values = new TreeMap<>();
    for (String name : names(text)) {
      String value = environment.get(name);
      if (value == null) {
        throw new SettingException(
            "${%s} is not set in the environment; write $${%s} to send it as it is"
                .formatted(name, name));
      }
      values.put(name, value);
    }
    Secrets secrets = new Secrets(values, withheld);
    for (String name : OF_JVMS) {
      String flags = environment.getOrDefault(name, "");
      if (FLAG.matcher(flags).find()) {
        secrets.hidden.add("${" + name + "}", flags);
      }
    }
    return secrets;
  }

  /**
   * Returns the secrets that a service and its requests refer to.
   *
   * @param withheld names that only other services refer to
   * @throws SettingException if one of them is not set; the message names it
   */
  public static Secrets of(
      ServiceSpec service,
      Workload workload,
      Map<String, String> environment,
      Set<String> withheld) {
    return of(service + " " + workload, environment, withheld);
  }

  /** Returns the names that a text refers to. */
  public static Set<String> names(String text) {
    Set<String> names = new LinkedHashSet<>();
    for (MatchResult reference : REFERENCE.matcher(text).results().toList()) {
      if (reference.group(1).isEmpty()) {
        names.add(reference.group(2));
      }
    }
    return names;
  }

  /** Returns whether a value is a secret by its name, and was typed instead of referred to. */
  public static boolean isTyped(String name, String value) {
    return name.matches(NAME) && !REFERENCE_ALONE.matcher(value).matches();
  }

  /** Returns whether a value is too short to be hidden: it would be found in other words. */
  public static boolean isTooShort(String value) {
    return value.strip().length() < HiddenValues.MINIMUM;
  }

  /** Returns the values by name. */
  public Map<String, String> values() {
    return values;
  }

  /** Returns the names of variables of other services, which the service must not inherit. */
  public Set<String> withheld() {
    return withheld;
  }

  /** Returns the values that a text refers to, by name. */
  public Map<String, String> namedIn(String text) {
    Map<String, String> named = new TreeMap<>(values);
    named.keySet().retainAll(names(text));
    return named;
  }

  /** Hides a value of a response from now on; later requests send it for {@code {NAME}}. */
  public void add(String name, String value) {
    hidden.add("{" + name + "}", value);
    hasTaken = true;
  }

  /** Returns a text with the values in place of the references. */
  public String resolve(String text) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            reference -> {
              String name = reference.group(2);
              String itself = "${" + name + "}";
              boolean isEscaped = !reference.group(1).isEmpty();
              return Matcher.quoteReplacement(
                  isEscaped ? itself : values.getOrDefault(name, itself));
            });
  }

  /** Returns a command for a shell that reads the values from its environment. */
  public static String forShell(String command) {
    return REFERENCE.matcher(command).replaceAll("\\${$2}");
  }

  /**
   * Returns a text with the references in place of the values, in any of their encodings. Texts
   * must be hidden before they are cut: a part of a value is not found.
   */
  public String hide(String text) {
    return hidden.hide(text);
  }

  /**
   * Returns a flag that a JVM reports. Flags of a script or of the environment may contain secrets
   * without a reference, so the values of properties are removed.
   *
   * @param typed the user's texts: flags in it keep their values
   */
  public String hideFlag(String flag, String typed) {
    String shown = hide(flag);
    Matcher flagged = FLAG.matcher(shown);
    return typed.contains(shown) || !flagged.matches() ? shown : flagged.group(1) + "***";
  }

  /** Returns flags of a JVM without the values of properties and of agents. */
  public static String withoutValues(String flags) {
    return FLAG_OF_SEVERAL.matcher(flags).replaceAll("$1***");
  }

  /**
   * Returns the content of a binary file, as ISO 8859-1, with asterisks in place of the values: all
   * other bytes keep their positions.
   */
  public String blank(String content) {
    return hidden.blank(content);
  }

  /** Returns a stream that passes on the output without the values. */
  public OutputStream filter(OutputStream out) {
    return hidden.filter(out);
  }

  /**
   * Replaces a file by one without the values that were taken since it was written.
   *
   * @throws IOException if it cannot be read or written; the file is then unchanged
   */
  public void rewrite(Path file) throws IOException {
    if (!hasTaken || !Files.exists(file)) {
      return;
    }
    Path rest = file.resolveSibling(file.getFileName() + ".tmp");
    try (InputStream in = Files.newInputStream(file);
        OutputStream out = filter(Files.newOutputStream(rest))) {
      in.transferTo(out);
    }
    Files.move(rest, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
