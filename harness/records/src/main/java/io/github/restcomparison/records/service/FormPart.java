package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A part of a form as curl's {@code -F} has it: {@code NAME=VALUE}, {@code NAME=@FILE} or {@code
 * NAME=<FILE}, followed by {@code ;type=TYPE} and {@code ;filename=NAME}. A value, a file and a
 * file name may be quoted: {@code "…"}, in which a backslash escapes a quote or a backslash.
 *
 * @param text as curl reads it
 * @param name of the field
 * @param value that is sent, which may have {@code {NAME}} of a feeder; of a file its path
 * @param source of the bytes
 * @param type as stated, or as curl derives it from a file's name
 * @param fileName as stated, or the name of the file
 */
public record FormPart(
    @JsonValue String text,
    String name,
    String value,
    Source source,
    Optional<String> type,
    Optional<String> fileName) {
  private static final String FORMS =
      "must be NAME=VALUE, NAME=@FILE or NAME=<FILE, followed by ;type=TYPE or ;filename=NAME";
  private static final String QUOTE = "write \"…\" around a value that has ; in it";
  private static final String TYPE = "[^/ ;,]+/[^;, ]+(\\s*;.*)?";

  /** The types that curl knows, by the end of a file's name. */
  private static final Map<String, String> TYPES =
      Map.of(
          ".gif", "image/gif",
          ".jpg", "image/jpeg",
          ".jpeg", "image/jpeg",
          ".png", "image/png",
          ".svg", "image/svg+xml",
          ".txt", "text/plain",
          ".htm", "text/html",
          ".html", "text/html",
          ".pdf", "application/pdf",
          ".xml", "application/xml");

  /** The source of the bytes of a part. */
  public enum Source {
    /** The value. */
    VALUE(""),
    /** A file with its name. */
    FILE("@"),
    /** The content of a file, without its name. */
    CONTENT("<");

    private final String sign;

    Source(String sign) {
      this.sign = sign;
    }
  }

  /** A text that is read from its start to its end. */
  private static final class Scanner {
    private final String text;
    private int at;

    Scanner(String text, int at) {
      this.text = text;
      this.at = at;
    }

    /** Returns the text up to a semicolon or the end, without the quotes or spaces around it. */
    String next() {
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      int close = at < text.length() && text.charAt(at) == '"' ? close() : -1;
      int start = at;
      int from = close < 0 ? at : close + 1;
      int end = text.indexOf(';', from);
      at = end < 0 ? text.length() : end;
      if (close < 0) {
        return text.substring(start, at).stripTrailing();
      }
      refuseIf(!text.substring(from, at).isBlank(), "has text after a closing quote; " + FORMS);
      return text.substring(start + 1, close).replaceAll("\\\\([\\\\\"])", "$1");
    }

    /** Returns the position of the closing quote; -1 if there is none. */
    private int close() {
      for (int i = at + 1; i < text.length(); i++) {
        if (text.charAt(i) == '"') {
          return i;
        }
        if (text.charAt(i) == '\\'
            && i + 1 < text.length()
            && "\\\"".indexOf(text.charAt(i + 1)) >= 0) {
          i++;
        }
      }
      return -1;
    }

    /** Skips the semicolon and a word after it; returns whether the word follows. */
    boolean skip(String word) {
      int start = at + 1;
      while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
        start++;
      }
      boolean isNext = text.regionMatches(true, start, word, 0, word.length());
      at = isNext ? start + word.length() : at;
      return isNext;
    }

    /** Returns the text from this semicolon to the next one. */
    String attribute() {
      int start = at;
      int end = text.indexOf(';', at + 1);
      at = end < 0 ? text.length() : end;
      return text.substring(start, at).stripTrailing();
    }

    boolean isOver() {
      return at >= text.length();
    }
  }

  /**
   * Returns a part. It does not look for the file: a record of an experiment can be read after the
   * file is gone.
   *
   * @throws SettingException if curl would read it in another way
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static FormPart of(String text) {
    int equals = text.indexOf('=');
    refuseIf(equals < 1, FORMS);
    String name = text.substring(0, equals);
    refuseIf(!name.matches("[ -~]+"), "the name of a field must be printable ASCII");
    String rest = text.substring(equals + 1);
    Source source =
        rest.startsWith("@") ? Source.FILE : rest.startsWith("<") ? Source.CONTENT : Source.VALUE;
    refuseIf(rest.startsWith("("), "parts within parts are not supported; write \"…\" around (");
    boolean isFile = source != Source.VALUE;
    boolean isQuoted = isFile && rest.substring(1).stripLeading().startsWith("\"");
    Scanner words = new Scanner(rest, isFile ? 1 : 0);
    String value = words.next();
    refuseIf(isFile && value.equals("-"), "standard input is not supported");
    refuseIf(
        source == Source.FILE && !isQuoted && value.contains(","),
        "must name one file; write \"…\" around a name that has a comma in it");
    Optional<String> type = Optional.empty();
    Optional<String> fileName = Optional.empty();
    int typeStart = 0;
    while (!words.isOver()) {
      if (type.isEmpty() && words.skip("type=")) {
        typeStart = words.at;
        type = Optional.of(words.next());
      } else if (source != Source.CONTENT && words.skip("filename=")) {
        fileName = Optional.of(words.next());
      } else {
        String attribute = words.attribute();
        boolean isOfType = type.isPresent() && fileName.isEmpty();
        refuseIf(
            !isOfType || attribute.matches("(?i);\\s*(headers|encoder|filename)=.*"),
            "%s is not supported; %s",
            attribute,
            QUOTE);
        type = Optional.of(rest.substring(typeStart, words.at).strip());
      }
    }
    refuseIf(
        type.isPresent() && !(type.get().matches(TYPE) && type.get().matches("[ -~]+")),
        ";type= must be such as image/png");
    refuseIf(
        fileName.isPresent() && fileName.get().matches("(?s).*\\p{Cntrl}.*"),
        ";filename= must be one line");
    if (source == Source.FILE && fileName.isEmpty()) {
      fileName = Optional.of("" + Path.of(value).getFileName());
    }
    String known = fileName.orElse(source == Source.CONTENT ? value : "");
    Optional<String> sentType = type.or(() -> usual(source, known));
    refuseIf(fileName.isPresent() && sentType.isEmpty(), ";filename= requires ;type=");
    return new FormPart(text, name, value, source, sentType, fileName);
  }

  /** Returns the type that curl states for the name of a file; empty if it states none. */
  private static Optional<String> usual(Source source, String fileName) {
    Optional<String> known =
        TYPES.keySet().stream()
            .filter(fileName.toLowerCase(Locale.ROOT)::endsWith)
            .findFirst()
            .map(TYPES::get);
    return switch (source) {
      case FILE -> known.or(() -> Optional.of("application/octet-stream"));
      case CONTENT -> known.filter(type -> !type.equals("text/plain"));
      case VALUE -> known;
    };
  }

  /** Returns the file that is sent; empty if a value is. */
  public Optional<Path> file() {
    return source == Source.VALUE ? Optional.empty() : Optional.of(Path.of(value));
  }

  /**
   * Returns a part whose text is sent unchanged, like curl's {@code --form-string}.
   *
   * @param typed what the user typed
   */
  public static String ofText(String typed, String text) {
    int equals = text.indexOf('=');
    refuseIf(equals < 1, "%s: must be NAME=TEXT", typed);
    return text.substring(0, equals + 1) + quoted(text.substring(equals + 1));
  }

  private static String quoted(String value) {
    return "\"" + value.replaceAll("([\\\\\"])", "\\\\$1") + "\"";
  }

  /**
   * Returns a part whose file is relative to a folder.
   *
   * @param typed what the user typed
   * @throws SettingException if it cannot be read
   */
  public static String resolve(String typed, Path folder, String text) {
    FormPart part;
    try {
      part = of(text);
    } catch (SettingException e) {
      return text; // refused where it is read as a part
    }
    if (part.source == Source.VALUE) {
      return text;
    }
    Path found = folder.resolve(part.value).toAbsolutePath().normalize();
    refuseIf(!Files.exists(found), "%s: no such file: %s", typed, found);
    refuseIf(
        !Files.isRegularFile(found) || !Files.isReadable(found),
        "%s: must be a readable file: %s",
        typed,
        found);
    if (part.type.isEmpty()) {
      try {
        Files.readString(found);
      } catch (IOException | OutOfMemoryError e) {
        throw new SettingException(typed + ": must be text in UTF-8, or state its ;type=");
      }
    }
    return "%s=%s%s%s%s"
        .formatted(
            part.name,
            part.source.sign,
            quoted(found.toString()),
            part.type.map(type -> ";type=" + type).orElse(""),
            part.fileName.map(fileName -> ";filename=" + quoted(fileName)).orElse(""));
  }
}
