package io.github.restcomparison.records.service;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text of a request with places that are filled in when it is sent. {@code {NAME}} takes a value
 * of a feeder or of the setup, encoded where it stands; {@code {=NAME}} takes it as it is; {@code
 * ${NAME}} takes a secret. {@code {{NAME}}} is the text {@code {NAME}}, and {@code $${NAME}} the
 * text {@code ${NAME}}.
 */
public final class Template {
  /** Groups: the second dollar, a secret, the text in doubled braces, an equals sign, a name. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(\\$?)\\$\\{([A-Za-z_]\\w*)}|\\{\\{(=?[A-Za-z0-9_.-]+)}}|\\{(=?)([A-Za-z0-9_.-]+)}");

  private static final int ESCAPED = 3;
  private static final int RAW = 4;
  private static final int NAME = 5;

  /** Characters that are invalid in a request line. */
  private static final Pattern NOT_IN_A_TARGET = Pattern.compile("[^!-\"$-~]+");

  /** The part of a request that a text belongs to. */
  public enum Place {
    /** A path with its query, encoded by the user. */
    TARGET,
    /** A name or a value under {@code query}, which is encoded. */
    PARAMETER,
    /** A header. */
    HEADER,
    /** A body of the type {@code application/x-www-form-urlencoded}, encoded by the user. */
    FORM,
    /** Any other body, and an expectation: values are not encoded. */
    BODY;

    /** Returns whether braces without a value are part of the text. */
    boolean hasOtherBraces() {
      return this == FORM || this == BODY;
    }

    private String encoded(String value) {
      return switch (this) {
        case TARGET, PARAMETER -> percentEncoded(value);
        case FORM -> percentEncoded(value).replace("%20", "+");
        case HEADER, BODY -> value;
      };
    }

    private String raw(String value) {
      return this == TARGET || this == PARAMETER ? sendable(value) : value;
    }
  }

  /**
   * A fixed text, or the place of a value.
   *
   * @param text of the source; it stays if there is no value
   * @param name of the value; empty if the text is fixed
   */
  private record Piece(String text, Optional<String> name, UnaryOperator<String> encoding) {
    static Piece fixed(String text) {
      return new Piece(text, Optional.empty(), UnaryOperator.identity());
    }
  }

  private final List<Piece> pieces;

  private Template(List<Piece> pieces) {
    this.pieces = pieces;
  }

  /**
   * Returns the template in a text.
   *
   * @param names that have values; in a body, other braces stay
   */
  public static Template of(String text, Place place, Set<String> names, Secrets secrets) {
    List<Piece> pieces = new ArrayList<>();
    Matcher matcher = PLACE.matcher(text);
    int end = 0;
    while (matcher.find()) {
      pieces.add(fixed(text.substring(end, matcher.start()), place));
      pieces.add(piece(matcher, place, names, secrets));
      end = matcher.end();
    }
    pieces.add(fixed(text.substring(end), place));
    return new Template(pieces);
  }

  private static Piece piece(MatchResult found, Place place, Set<String> names, Secrets secrets) {
    String source = found.group();
    if (found.group(ESCAPED) != null) {
      String escaped = found.group(ESCAPED);
      boolean isLeft = place.hasOtherBraces() && !names.contains(escaped.replace("=", ""));
      return fixed(isLeft ? source : "{" + escaped + "}", place);
    }
    if (found.group(NAME) != null) {
      String name = found.group(NAME);
      boolean isRaw = !found.group(RAW).isEmpty();
      return names.contains(name)
          ? new Piece(source, Optional.of(name), isRaw ? place::raw : place::encoded)
          : fixed(source, place);
    }
    String reference = "${" + found.group(2) + "}";
    if (!found.group(1).isEmpty()) {
      return fixed(reference, place);
    }
    String secret = secrets.values().get(found.group(2));
    return Piece.fixed(secret == null ? reference : place.encoded(secret));
  }

  private static Piece fixed(String text, Place place) {
    return Piece.fixed(place == Place.PARAMETER ? percentEncoded(text) : text);
  }

  /** Returns this text, followed by another one. */
  Template followedBy(Template other) {
    List<Piece> all = new ArrayList<>(pieces);
    all.addAll(other.pieces);
    return new Template(all);
  }

  /** Returns whether it is the same text each time. */
  public boolean isFixed() {
    return pieces.stream().allMatch(piece -> piece.name.isEmpty());
  }

  /**
   * Returns the text with values in their places.
   *
   * @param values a value by its name; null if there is none: its place stays
   */
  public String filled(UnaryOperator<String> values) {
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces) {
      text.append(piece.name.map(values).map(piece.encoding).orElse(piece.text));
    }
    return text.toString();
  }

  /**
   * Returns the names of a text whose values are filled in, such as {@code id} of {@code
   * /orders/{id}}.
   */
  public static List<String> names(String text) {
    return PLACE
        .matcher(text)
        .results()
        .filter(place -> place.group(NAME) != null)
        .map(place -> place.group(NAME))
        .toList();
  }

  /** Returns a text in which all places except secrets are encoded, as in a form. */
  public static String formEncoded(String text, boolean hasValues) {
    StringBuilder encoded = new StringBuilder();
    Matcher matcher = PLACE.matcher(text);
    int end = 0;
    while (matcher.find()) {
      if (matcher.group(2) != null || hasValues) {
        encoded.append(Place.FORM.encoded(text.substring(end, matcher.start())));
        encoded.append(matcher.group());
        end = matcher.end();
      }
    }
    return encoded.append(Place.FORM.encoded(text.substring(end))).toString();
  }

  /** Encodes all but letters, digits and {@code -._~} (RFC 3986). */
  static String percentEncoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }

  private static String sendable(String text) {
    return NOT_IN_A_TARGET.matcher(text).replaceAll(part -> percentEncoded(part.group()));
  }
}
