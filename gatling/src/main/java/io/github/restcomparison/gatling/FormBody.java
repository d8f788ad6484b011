package io.github.restcomparison.gatling;

import static io.gatling.javaapi.http.HttpDsl.*;

import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.BodyPart;
import io.github.restcomparison.records.service.FormPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** The parts of a form as curl sends them. */
final class FormBody {
  private FormBody() {}

  /**
   * Returns a part for Gatling, which by itself adds an encoding to the type of a text, a type to
   * bytes without one, and a name to a file.
   *
   * @param value returns the content, unless it is a file
   */
  static BodyPart part(FormPart part, Function<Session, String> value) {
    String name = quoted(part.name());
    if (part.source() == FormPart.Source.FILE) {
      return RawFileBodyPart(name, part.value())
          .fileName(quoted(part.fileName().orElseThrow()))
          .contentType(part.type().orElseThrow());
    }
    byte[] content = part.file().map(FormBody::content).orElse(null);
    if (part.type().isEmpty()) {
      return content == null
          ? StringBodyPart(name, value)
          : StringBodyPart(name, session -> new String(content, StandardCharsets.UTF_8));
    }
    BodyPart bytes =
        ByteArrayBodyPart(
                name,
                session ->
                    content == null
                        ? value.apply(session).getBytes(StandardCharsets.UTF_8)
                        : content)
            .contentType(part.type().get());
    return part.fileName().map(FormBody::quoted).map(bytes::fileName).orElse(bytes);
  }

  private static byte[] content(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Browsers and curl encode a quote in a quoted name. */
  private static String quoted(String name) {
    return name.replace("\"", "%22");
  }
}
