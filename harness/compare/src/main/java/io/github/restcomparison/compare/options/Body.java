package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.records.service.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** The body of a request from {@code -d} and similar options of curl, joined by {@code &}. */
final class Body {
  private final boolean hasValues;
  private final List<Part> parts = new ArrayList<>();

  /** An option. */
  enum Kind {
    /** {@code @FILE} is sent without its line ends. */
    DATA,
    /** The text is sent unchanged. */
    RAW,
    /** {@code @FILE} is sent byte for byte. */
    BINARY,
    /** {@code NAME=TEXT} or {@code NAME@FILE}: the text is encoded. */
    URLENCODE;

    /** Returns the kind of a setting. */
    static Kind of(String name) {
      return valueOf(name.toUpperCase(Locale.ROOT));
    }
  }

  private record Part(Kind kind, String typed, String value) {
    private boolean isFile() {
      return kind != Kind.RAW && kind != Kind.URLENCODE && value.startsWith("@");
    }

    private String text(boolean hasValues) {
      return switch (kind) {
        case DATA -> isFile() ? content(value.substring(1)).replaceAll("[\r\n]", "") : value;
        case BINARY -> isFile() ? content(value.substring(1)) : value;
        case RAW -> value;
        case URLENCODE -> encoded(hasValues);
      };
    }

    /** Without an equals sign or an at sign, all of it is the text. */
    private String encoded(boolean hasValues) {
      int equals = value.indexOf('=');
      int end = equals < 0 ? value.indexOf('@') : equals;
      String text =
          end < 0 || end == equals ? value.substring(end + 1) : content(value.substring(end + 1));
      String name = value.substring(0, Math.max(end, 0));
      return (name.isEmpty() ? "" : name + "=") + Template.formEncoded(text, hasValues);
    }

    private String content(String file) {
      return CompareFile.text(typed, file);
    }
  }

  /**
   * Creates a body.
   *
   * @param hasValues whether a feeder or a setup may have values for names in braces
   */
  Body(boolean hasValues) {
    this.hasValues = hasValues;
  }

  void add(Kind kind, String typed, String value) {
    parts.add(new Part(kind, typed, value));
  }

  /** Sets it, if there is one. */
  void setIn(ObjectNode request) {
    if (parts.isEmpty()) {
      return;
    }
    Part last = parts.getLast();
    if (parts.size() == 1 && last.kind == Kind.BINARY && last.isFile()) {
      CompareFile.setBody(last.typed, request, last.value.substring(1));
    } else {
      request.put(
          "body", String.join("&", parts.stream().map(part -> part.text(hasValues)).toList()));
    }
  }
}
