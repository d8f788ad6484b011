package io.github.restcomparison.records.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.DidYouMean;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.ExperimentPlan.Rounds;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Feeder;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON schema of settings, made from the records that they are bound to. Editors complete
 * {@code compare.yaml} by it, and the settings of every source are checked against it. A {@code
 * description} is what is valid, to follow "must be".
 */
public final class SettingSchema {
  /** Records without a key of their own: their keys stand beside those around them. */
  private static final Set<Class<?>> WITHOUT_KEY = Set.of(Workload.class, Origin.class);

  /** Records that users write as one text. */
  private static final Set<Class<?>> TEXTS =
      Set.of(
          MetricSource.class,
          Feeder.class,
          UserSimulation.class,
          Slo.class,
          Rounds.class,
          Rate.class);

  /** Limits of a duration in ms; JSON schema has none for texts. */
  private static final String MS = "x-ms";

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
    ObjectNode schema = typed("object", "keys and values, such as key: value");
    schema.put("additionalProperties", false).set("properties", keys(type));
    if (type == PlanSettings.class) {
      ObjectNode keys = (ObjectNode) schema.get("properties");
      keys.set("parameters", container(Map.class, text()));
      ((ObjectNode) keys.at("/requests/items/properties")).set("bodyFile", text());
    }
    return schema;
  }

  /** Returns the keys of a record; of a sealed interface, those of all its records. */
  public static ObjectNode keys(Class<?> section) {
    ObjectNode keys = JSON.objectNode();
    if (section.isSealed()) {
      Arrays.stream(section.getPermittedSubclasses()).forEach(each -> keys.setAll(keys(each)));
    }
    for (Field field : section.getDeclaredFields()) {
      Limits limits = field.getAnnotation(Limits.class);
      if (Modifier.isStatic(field.getModifiers()) || limits != null && !limits.isStated()) {
        continue;
      }
      Type type = field.getGenericType();
      if (type instanceof ParameterizedType optional && optional.getRawType() == Optional.class) {
        type = optional.getActualTypeArguments()[0];
      }
      JsonProperty name = field.getAnnotation(JsonProperty.class);
      if (WITHOUT_KEY.contains(type) || field.isAnnotationPresent(JsonUnwrapped.class)) {
        keys.setAll(keys((Class<?>) type));
      } else {
        keys.set(
            name == null ? field.getName() : name.value(), limits == null ? of(type) : of(limits));
      }
    }
    return keys;
  }

  private static ObjectNode of(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      ObjectNode item = of(arguments[arguments.length - 1]);
      ObjectNode all = container((Class<?>) generic.getRawType(), item);
      boolean isOneEnough = arguments.length == 1 && arguments[0] == String.class;
      return isOneEnough ? anyOf(all.get("description").asString(), all, item) : all;
    }
    Class<?> raw = (Class<?>) type;
    if (raw.getName().startsWith("io.github.restcomparison.") && !TEXTS.contains(raw)) {
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

  private static ObjectNode container(Class<?> type, ObjectNode item) {
    boolean isMap = type == Map.class;
    ObjectNode all =
        isMap
            ? typed("object", "keys and values, such as key: value")
            : typed("array", "a list, each line of which begins with '- '").put("minItems", 1);
    all.set(isMap ? "additionalProperties" : "items", item);
    return all;
  }

  private static ObjectNode anyOf(String valid, ObjectNode... forms) {
    ObjectNode schema = JSON.objectNode().put("description", valid);
    schema.putArray("anyOf").addAll(List.of(forms));
    return schema;
  }

  /** A number, or a duration in ms. */
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
    String said = typed.apply(at.toString());
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
                      DidYouMean.clause(key, keys.propertyNames()),
                      String.join(", ", new TreeSet<>(keys.propertyNames()))));
        }
        check(each.getValue(), own, inside, typed);
      }
    } else if (value instanceof ArrayNode array && list.has("items")) {
      for (int i = 0; i < array.size(); i++) {
        check(array.get(i), list.get("items"), at.appendIndex(i), typed);
      }
    } else if (!value.isValueNode() || !fits(value.asString(), schema)) {
      throw new SettingException(said + ": must be " + schema.get("description").asString());
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
