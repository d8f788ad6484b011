package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MutableConfigOverride;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Reads and writes records as JSON files. An empty Optional and a NaN have no field; a field is
 * never null.
 */
public final class JsonFiles {
  private static final JsonInclude.Value NON_EMPTY =
      JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS);

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .changeDefaultPropertyInclusion(
              all -> all.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // Only an Optional or a figure may be missing in a record, and nothing in a list.
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
          .withConfigOverride(double.class, figure -> figure.setInclude(NON_EMPTY))
          .addModule(figures())
          .addModule(durations())
          .build();

  /** Users omit empty and false values; the schema checks their keys. */
  private static final JsonMapper SETTINGS =
      JSON.rebuild()
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          .withConfigOverride(boolean.class, JsonFiles::setEmptyIfMissing)
          .withConfigOverride(List.class, JsonFiles::setEmptyIfMissing)
          .withConfigOverride(Map.class, JsonFiles::setEmptyIfMissing)
          .build();

  private JsonFiles() {}

  private static void setEmptyIfMissing(MutableConfigOverride type) {
    type.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
  }

  /** Omits NaN and infinity; a whole number has neither fraction nor exponent. */
  private static SimpleModule figures() {
    return new SimpleModule()
        .addSerializer(
            double.class,
            new StdSerializer<Double>(double.class) {
              @Override
              public boolean isEmpty(SerializationContext all, Double value) {
                return !Double.isFinite(value);
              }

              @Override
              public void serialize(Double value, JsonGenerator json, SerializationContext all) {
                if (value == value.longValue()) {
                  json.writeNumber(value.longValue());
                } else {
                  json.writeNumber(value);
                }
              }
            })
        .addDeserializer(
            double.class,
            new StdDeserializer<Double>(double.class) {
              @Override
              public Double deserialize(JsonParser json, DeserializationContext all) {
                return _parseDoublePrimitive(json, all);
              }

              @Override
              public Double getNullValue(DeserializationContext all) {
                return Double.NaN;
              }
            });
  }

  private static SimpleModule durations() {
    return new SimpleModule()
        .addSerializer(
            Duration.class,
            new StdSerializer<Duration>(Duration.class) {
              @Override
              public void serialize(Duration value, JsonGenerator json, SerializationContext all) {
                json.writeString(DurationText.of(value));
              }
            })
        .addDeserializer(
            Duration.class,
            new StdDeserializer<Duration>(Duration.class) {
              @Override
              public Duration deserialize(JsonParser json, DeserializationContext all) {
                String text = json.getString();
                return DurationText.parse(text)
                    .orElseThrow(
                        () -> all.weirdStringException(text, Duration.class, "not a duration"));
              }
            });
  }

  /**
   * Reads a record; unknown fields are ignored.
   *
   * @throws IOException if the file is invalid, with one line that names it
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      T value = JSON.readValue(Files.readAllBytes(file), type);
      if (value == null) {
        throw new IOException(file + " is not a record: it is null");
      }
      return value;
    } catch (JacksonException e) {
      String path = e.getPath().isEmpty() ? "" : " (in %s)".formatted(e.getPathReference());
      throw new IOException(file + " is not a record: " + e.getOriginalMessage() + path, e);
    }
  }

  /** Returns a copy of a record with other texts; enumerations stay. */
  public static <T> T copy(T record, Class<T> type, UnaryOperator<String> text) {
    SimpleModule texts =
        new SimpleModule()
            .addSerializer(
                String.class,
                new StdSerializer<String>(String.class) {
                  @Override
                  public void serialize(
                      String value, JsonGenerator json, SerializationContext all) {
                    json.writeString(text.apply(value));
                  }
                })
            .addKeySerializer(
                String.class,
                new StdSerializer<String>(String.class) {
                  @Override
                  public void serialize(
                      String value, JsonGenerator json, SerializationContext all) {
                    json.writeName(text.apply(value));
                  }
                });
    JsonMapper changing = JSON.rebuild().addModule(texts).build();
    return JSON.treeToValue(changing.valueToTree(record), type);
  }

  /** Returns the record in a file; empty if there is no such file. */
  public static <T> Optional<T> find(Path file, Class<T> type) throws IOException {
    return Files.exists(file) ? Optional.of(read(file, type)) : Optional.empty();
  }

  /**
   * Binds a tree of settings; a single value may stand for a list.
   *
   * @throws JacksonException if a setting is missing or of another type
   */
  public static <T> T bind(JsonNode tree, Class<T> type) {
    return SETTINGS.treeToValue(tree, type);
  }

  /** Returns a record as indented text. */
  public static String text(Object record) {
    return JSON.writeValueAsString(record);
  }

  /** Returns a record as a tree. */
  public static JsonNode tree(Object record) {
    return JSON.valueToTree(record);
  }

  /**
   * Replaces a file by a record as indented text.
   *
   * @throws IOException if it cannot be written; the former file is unchanged
   */
  public static void write(Path file, Object record) throws IOException {
    RunFolder.writeWhole(file, JSON.writeValueAsBytes(record));
  }

  /** Replaces a file by a record in one line. */
  static void writeCompact(Path file, Object record) throws IOException {
    RunFolder.writeWhole(
        file, JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(record));
  }
}
