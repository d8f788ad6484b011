package io.github.restcomparison.analysis.html;

import com.samskivert.mustache.DefaultCollector;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The template of a page: every value is escaped, and a section without a value is left out. */
final class PageTemplate {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Template template;

  private PageTemplate(Template template) {
    this.template = template;
  }

  /** A resource beside this class. */
  static PageTemplate of(String resource) {
    try (Reader reader = reader(resource)) {
      return new PageTemplate(
          Mustache.compiler()
              .withCollector(new OptionalSections())
              .withLoader(partial -> reader(partial + ".mustache"))
              .compile(reader));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Reader reader(String resource) {
    return new InputStreamReader(
        PageTemplate.class.getResourceAsStream(resource), StandardCharsets.UTF_8);
  }

  String fill(Object page) {
    return template.execute(page);
  }

  /** In a script's text {@code <} could end the script; as an escape it is the same to JSON. */
  static String json(Object data) {
    return JSON.writeValueAsString(data).replace("<", "\\u003c");
  }

  private static final class OptionalSections extends DefaultCollector {
    @Override
    public Iterator<?> toIterator(Object value) {
      return value instanceof Optional<?> optional
          ? optional.stream().iterator()
          : super.toIterator(value);
    }
  }
}
