package io.github.restcomparison.compare.file;

import io.github.restcomparison.records.plan.Limits;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Feeder;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON schema of {@code compare.yaml}, made from the records that the file is bound to. Editors
 * complete the file by it, and the reader refuses what it does not have.
 */
final class FileSchema {
  /** Records without a key in the file: their keys stand beside those around them. */
  private static final Set<Class<?>> WITHOUT_KEY =
      Set.of(Workload.class, Lifecycle.class, Origin.class);

  private static final Set<Class<?>> TEXTS =
      Set.of(MetricSource.class, Feeder.class, UserSimulation.class);

  /** Whether a namespace is made is found out, not stated. */
  private static final String NOT_STATED = "isMade";

  private FileSchema() {}

  /** Returns the schema of the file. */
  static ObjectNode all() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    all.put("title", "compare.yaml of rest-comparison").setAll(of(PlanSettings.class, null));
    ObjectNode keys = (ObjectNode) all.get("properties");
    keys.putObject("parameters").put("type", "object").set("additionalProperties", text());
    ((ObjectNode) keys.at("/requests/items/properties")).set("bodyFile", text());
    return all;
  }

  /** Returns the keys of a record; of a sealed interface, those of all its records. */
  static ObjectNode keys(Class<?> section) {
    ObjectNode keys = JsonNodeFactory.instance.objectNode();
    if (section.isSealed()) {
      Arrays.stream(section.getPermittedSubclasses()).forEach(each -> keys.setAll(keys(each)));
      return keys;
    }
    for (Field field : section.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) || field.getName().equals(NOT_STATED)) {
        continue;
      }
      Type type = field.getGenericType();
      if (type instanceof ParameterizedType optional && optional.getRawType() == Optional.class) {
        type = optional.getActualTypeArguments()[0];
      }
      if (WITHOUT_KEY.contains(type)) {
        keys.setAll(keys((Class<?>) type));
      } else {
        keys.set(field.getName(), of(type, field.getAnnotation(Limits.class)));
      }
    }
    return keys;
  }

  private static ObjectNode of(Type type, Limits limits) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      ObjectNode item = of(arguments[arguments.length - 1], null);
      if (generic.getRawType() == Map.class) {
        return schema.put("type", "object").set("additionalProperties", item);
      }
      boolean isOneEnough = arguments[0] == String.class;
      ArrayNode any = isOneEnough ? schema.putArray("anyOf").add(item) : null;
      (isOneEnough ? any.addObject() : schema)
          .put("type", "array")
          .put("minItems", 1)
          .set("items", item.deepCopy());
      return schema;
    }
    Class<?> raw = (Class<?>) type;
    boolean isSection = raw.getName().startsWith("io.github.restcomparison.");
    return isSection && !TEXTS.contains(raw)
        ? schema
            .put("type", "object")
            .put("additionalProperties", false)
            .set("properties", keys(raw))
        : value(raw, limits);
  }

  private static ObjectNode value(Class<?> type, Limits limits) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (limits != null && limits.words().length > 0) {
      ArrayNode any = schema.putArray("anyOf");
      Arrays.stream(limits.words()).forEach(any.addObject().putArray("enum")::add);
      if (!limits.min().isEmpty()) {
        any.add(range(limits));
      }
      return schema;
    }
    if (type == Duration.class) {
      return schema.put("type", "string").put("pattern", "^[0-9]{1,9}(ms|s|m|h)$");
    }
    if (type == boolean.class || type == Boolean.class) {
      return schema.put("type", "boolean");
    }
    if (type == double.class || type == OptionalDouble.class) {
      return schema.put("type", "number");
    }
    return Set.of(int.class, Integer.class, Long.class, OptionalInt.class).contains(type)
        ? range(limits)
        : text();
  }

  private static ObjectNode range(Limits limits) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "integer");
    return limits == null
        ? schema
        : schema
            .put("minimum", Long.parseLong(limits.min()))
            .put("maximum", Long.parseLong(limits.max()));
  }

  private static ObjectNode text() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.putArray("type").add("string").add("number").add("boolean");
    return schema;
  }
}
