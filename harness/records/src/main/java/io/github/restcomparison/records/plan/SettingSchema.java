package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON schema of settings, generated from the records that they are bound to. Editors complete
 * {@code compare.yaml} by it, and the settings of every source are checked against it. A {@code
 * description} is what is valid, to follow "must be".
 */
public final class SettingSchema {
  /** The limits of a duration in ms; JSON schema has none for texts. */
  private static final String MS = "x-ms";

  private static final String KEYS = "keys and values, such as key: value";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private SettingSchema() {}

  /** Returns the schema of {@code compare.yaml}. */
  public static ObjectNode ofFile() {
    ObjectNode file = JSON.objectNode();
    file.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    file.put("title", "compare.yaml of rest-comparison").setAll(of(PlanSettings.class));
    return file;
  }

  /** Returns the schema of a record or class of settings. */
  static ObjectNode of(Class<?> type) {
    ObjectNode schema = typed("object", KEYS);
    schema.put("additionalProperties", false).set("properties", keys(type));
    return schema;
  }

  /** Returns the keys of a record; of a sealed interface, the keys of all its records. */
  public static ObjectNode keys(Class<?> section) {
    ObjectNode keys = JSON.objectNode();
    if (section.isSealed()) {
      Arrays.stream(section.getPermittedSubclasses()).forEach(each -> keys.setAll(keys(each)));
    }
    if (section == PlanSettings.class) {
      keys.set("parameters", map(text()));
    }
    for (Field field : section.getDeclaredFields()) {
      Limits limits = field.getAnnotation(Limits.class);
      if (Modifier.isStatic(field.getModifiers()) || limits != null && !limits.isStated()) {
        continue;
      }
      // The keys of how a service is started or reached, and of a request's content, are next to
      // the others.
      Class<?> type = type(field);
      boolean isBeside =
          field.isAnnotationPresent(JsonUnwrapped.class)
              || type.isSealed() && section != PlanSettings.class;
      JsonProperty name = field.getAnnotation(JsonProperty.class);
      if (isBeside) {
        keys.setAll(keys(type));
      } else {
        keys.set(
            name == null ? field.getName() : name.value(),
            limits == null ? of(field.getGenericType()) : of(limits));
      }
    }
    return keys;
  }

  private static Class<?> type(Field field) {
    return field.getGenericType() instanceof ParameterizedType generic
            && generic.getRawType() == Optional.class
            && generic.getActualTypeArguments()[0] instanceof Class<?> type
        ? type
        : field.getType();
  }

  private static ObjectNode of(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      ObjectNode item = of(arguments[arguments.length - 1]);
      return generic.getRawType() == Optional.class
          ? item
          : generic.getRawType() == Map.class
              ? map(item)
              : list(item, arguments[0] == String.class);
    }
    Class<?> raw = (Class<?>) type;
    if (raw.isSealed() || raw.isRecord() && !isText(raw)) {
      return of(raw);
    }
    return switch (raw.getSimpleName()) {
      case "Duration" -> duration("a duration " + DurationText.EXAMPLES);
      case "boolean" -> typed("boolean", "true or false");
      case "double" -> typed("number", "a number");
      case "int", "long", "OptionalInt" -> typed("integer", "a whole number");
      default -> text();
    };
  }

  /** Returns whether users write a record as one text. */
  private static boolean isText(Class<?> record) {
    return Stream.<Executable>concat(
            Arrays.stream(record.getDeclaredMethods()),
            Arrays.stream(record.getDeclaredConstructors()))
        .map(each -> each.getAnnotation(JsonCreator.class))
        .anyMatch(creator -> creator != null && creator.mode() == JsonCreator.Mode.DELEGATING);
  }

  private static ObjectNode map(ObjectNode item) {
    ObjectNode map = typed("object", KEYS);
    map.set("additionalProperties", item);
    return map;
  }

  private static ObjectNode list(ObjectNode item, boolean isOneEnough) {
    String valid = "a list, each line of which begins with '- '";
    ObjectNode list = typed("array", valid).put("minItems", 1);
    list.set("items", item);
    String one = item.path("description").asString() + ", or a list of these";
    return isOneEnough ? anyOf(one, list, item) : list;
  }

  private static ObjectNode of(Limits limits) {
    if (!limits.pattern().isEmpty()) {
      return text()
          .put("pattern", "^(" + limits.pattern() + ")$")
          .put("description", limits.valid());
    }
    String words = String.join(", ", limits.words()).replaceFirst(", ([^,]*)$", " or $1");
    ObjectNode named = JSON.objectNode().put("description", words);
    Arrays.stream(limits.words()).forEach(named.putArray("enum")::add);
    if (limits.min().isEmpty()) {
      return named;
    }
    boolean isDuration = DurationText.parse(limits.min()).isPresent();
    String range =
        "%sbetween %s and %s"
            .formatted(limits.wholeSeconds() ? "whole seconds " : "", limits.min(), limits.max());
    ObjectNode numbers = isDuration ? duration(range) : typed("integer", range);
    (isDuration ? numbers.putObject(MS) : numbers)
        .put("minimum", number(limits.min()))
        .put("maximum", number(limits.max()))
        .put("multipleOf", limits.wholeSeconds() ? 1_000 : 1);
    return words.isEmpty() ? numbers : anyOf(range + ", or " + words, numbers, named);
  }

  private static ObjectNode anyOf(String valid, ObjectNode... forms) {
    ObjectNode schema = JSON.objectNode().put("description", valid);
    schema.putArray("anyOf").addAll(List.of(forms));
    return schema;
  }

  /** Returns a number, or a duration in ms. */
  private static long number(String text) {
    return DurationText.parse(text).map(Duration::toMillis).orElseGet(() -> Long.valueOf(text));
  }

  private static ObjectNode typed(String type, String valid) {
    return JSON.objectNode().put("type", type).put("description", valid);
  }

  private static ObjectNode duration(String valid) {
    return typed("string", valid).put("pattern", "^[0-9]{1,9}(ms|s|m|h)$");
  }

  private static ObjectNode text() {
    ObjectNode schema = JSON.objectNode().put("description", "a text or a number");
    schema.putArray("type").add("string").add("number").add("boolean");
    return schema;
  }

  /**
   * Checks settings.
   *
   * @param typed returns what the user typed for the value at a JSON pointer
   * @throws SettingException if a key is unknown, or a value invalid; the message names it
   */
  static void check(JsonNode value, JsonNode schema, JsonPointer at, UnaryOperator<String> typed) {
    String typedText = typed.apply(at.toString());
    JsonNode list = schema.has("anyOf") ? schema.at("/anyOf/0") : schema;
    if (value instanceof ObjectNode section && schema.path("type").asString("").equals("object")) {
      JsonNode keys = schema.path("properties");
      for (Map.Entry<String, JsonNode> each : section.properties()) {
        String key = each.getKey();
        JsonPointer inside = at.appendProperty(key);
        JsonNode own = keys.has(key) ? keys.get(key) : schema.get("additionalProperties");
        if (own.isBoolean()) {
          String name = typed.apply(inside.toString());
          throw new SettingException(
              "%s: unknown key%s; valid: %s"
                  .formatted(
                      name.replaceFirst(" \\Q%s\\E$".formatted(each.getValue().asString("")), ""),
                      SettingException.didYouMean(key, keys.propertyNames()),
                      String.join(", ", new TreeSet<>(keys.propertyNames()))));
        }
        check(each.getValue(), own, inside, typed);
      }
    } else if (value instanceof ArrayNode array && list.has("items") && !array.isEmpty()) {
      for (int i = 0; i < array.size(); i++) {
        check(array.get(i), list.get("items"), at.appendIndex(i), typed);
      }
    } else if (!value.isValueNode() || !fits(value.asString(), schema)) {
      String withUnit =
          DurationText.withUnit(value.asString(""), duration -> fits(duration, schema));
      throw new SettingException(
          typedText + ": must be " + schema.get("description").asString() + withUnit);
    }
  }

  private static boolean fits(String text, JsonNode schema) {
    if (schema.has("anyOf")) {
      return schema.get("anyOf").valueStream().anyMatch(each -> fits(text, each));
    }
    if (schema.has("enum")) {
      return schema.get("enum").valueStream().anyMatch(each -> each.asString().equals(text));
    }
    boolean isOfForm = text.matches(schema.path("pattern").asString("(?s).*"));
    return switch (schema.path("type").asString("")) {
      case "object", "array" -> false;
      case "integer" -> text.matches("-?\\d{1,18}") && isWithin(schema, Long.parseLong(text));
      case "number" -> text.matches("-?\\d{1,18}(\\.\\d{1,18})?");
      case "boolean" -> List.of("true", "false").contains(text);
      case "string" -> isOfForm && isWithin(schema.path(MS), number(text));
      default -> isOfForm;
    };
  }

  private static boolean isWithin(JsonNode bounds, long value) {
    return value >= bounds.path("minimum").asLong(Long.MIN_VALUE)
        && value <= bounds.path("maximum").asLong(Long.MAX_VALUE)
        && value % bounds.path("multipleOf").asLong(1) == 0;
  }
}
