package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** How this project's records become JSON files, and files records. */
public final class JsonFiles {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          // What may be absent is an Optional in the records: nothing else may, not even in a list.
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
          .addModule(durations())
          .build();

  private static final JsonMapper SETTINGS =
      JSON.rebuild().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private JsonFiles() {}

  /** As people write them. */
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
                        () -> all.weirdStringException(text, Duration.class, "no duration"));
              }
            });
  }

  /**
   * Reads a record; fields that this version does not know are passed over, those that it needs
   * must be there.
   *
   * @throws IOException if it cannot be read, with one line that names the file
   */
  public static <T extends Record> T read(Path file, Class<T> type) throws IOException {
    try {
      T value = JSON.readValue(Files.readAllBytes(file), type);
      if (value == null) {
        throw new IOException(file + " is not a record: it is null");
      }
      return value;
    } catch (JacksonException e) {
      throw notARecord(file, e);
    }
  }

  /** Returns the record in a file; empty if there is no such file. */
  public static <T extends Record> Optional<T> find(Path file, Class<T> type) throws IOException {
    return Files.exists(file) ? Optional.of(read(file, type)) : Optional.empty();
  }

  /**
   * The same for a file that may be of an earlier version.
   *
   * @param upgrade makes the current version of it
   * @throws IOException if it cannot be read, with one line that names the file
   */
  public static <T extends Record> T read(Path file, Class<T> type, Consumer<JsonNode> upgrade)
      throws IOException {
    try {
      JsonNode json = JSON.readTree(Files.readAllBytes(file));
      upgrade.accept(json);
      return JSON.treeToValue(json, type);
    } catch (JacksonException e) {
      throw notARecord(file, e);
    }
  }

  /**
   * Binds a tree of settings, of which none may be unknown.
   *
   * @throws JacksonException if one is unknown, missing or of another type
   */
  public static <T> T bind(JsonNode tree, Class<T> type) {
    return SETTINGS.treeToValue(tree, type);
  }

  private static IOException notARecord(Path file, JacksonException e) {
    String where = e.getPath().isEmpty() ? "" : " (in %s)".formatted(e.getPathReference());
    return new IOException(file + " is not a record: " + e.getOriginalMessage() + where, e);
  }

  /** A record as text, indented, for a terminal. */
  public static String text(Object record) {
    return JSON.writeValueAsString(record);
  }

  /**
   * Writes a record as a whole.
   *
   * @throws IOException if it cannot be written; a file that was there before is as it was
   */
  public static void write(Path file, Object record) throws IOException {
    RunFolder.writeWhole(file, JSON.writeValueAsBytes(record));
  }

  /**
   * The same without line ends and indents, for files that only programs read.
   *
   * @throws IOException if it cannot be written; a file that was there before is as it was
   */
  static void writeCompact(Path file, Object record) throws IOException {
    RunFolder.writeWhole(
        file, JSON.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsBytes(record));
  }
}
