package io.github.restcomparison.compare.file;

import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.plan.Limits;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.service.Feeder;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.UserSimulation;
import io.github.restcomparison.records.service.Workload;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What may stand in {@code compare.yaml}, made from the records that it is bound to. Some records
 * have no key of their own there: their keys stand beside those around them.
 *
 * @param type of a value, or of what contains others
 * @param keys of a section, by name; null for anything else
 * @param item of a list or of a map with keys of the user's own; null for anything else
 * @param within the record that has no key of its own, of which this is a part; empty for none
 * @param limits null if there are none
 */
record FileKeys(
    Class<?> type, Map<String, FileKeys> keys, FileKeys item, String within, Limits limits) {
  private static final Set<Class<?>> WITHOUT_KEY =
      Set.of(Workload.class, Lifecycle.class, Origin.class);
  private static final Set<Class<?>> TEXTS =
      Set.of(MetricSource.class, Feeder.class, UserSimulation.class, LoadProtocol.class);

  /** Whether a namespace is made is found out, not stated. */
  private static final Set<String> NOT_STATED = Set.of("isMade");

  /** All keys of the file. */
  static FileKeys all() {
    FileKeys root = of(PlanSettings.class, null);
    FileKeys texts = map(of(String.class, null));
    root.keys.put("environment", texts);
    root.keys.put("parameters", texts);
    FileKeys request = root.keys.get("requests").item;
    request.keys.put("bodyFile", of(String.class, null));
    return root;
  }

  private static FileKeys map(FileKeys item) {
    return new FileKeys(Map.class, null, item, "", null);
  }

  private static FileKeys of(Type type, Limits limits) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == Optional.class) {
        return of(arguments[0], limits);
      }
      return generic.getRawType() == Map.class
          ? map(of(arguments[1], null))
          : new FileKeys(List.class, null, of(arguments[0], null), "", null);
    }
    Class<?> raw = (Class<?>) type;
    boolean isSection =
        raw.getName().startsWith("io.github.restcomparison.") && !TEXTS.contains(raw);
    return new FileKeys(raw, isSection ? keys(raw) : null, null, "", limits);
  }

  private static Map<String, FileKeys> keys(Class<?> section) {
    Map<String, FileKeys> keys = new LinkedHashMap<>();
    if (section.isSealed()) {
      Arrays.stream(section.getPermittedSubclasses()).forEach(each -> keys.putAll(keys(each)));
      return keys;
    }
    for (Field field : section.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) || NOT_STATED.contains(field.getName())) {
        continue;
      }
      FileKeys own = of(field.getGenericType(), field.getAnnotation(Limits.class));
      if (WITHOUT_KEY.contains(own.type)) {
        own.keys.forEach((name, each) -> keys.put(name, each.in(field.getName())));
      } else {
        keys.put(field.getName(), own);
      }
    }
    return keys;
  }

  /** Whether one text may stand for a list of one. */
  boolean isListOfTexts() {
    return type == List.class && item.type == String.class;
  }

  private FileKeys in(String record) {
    return new FileKeys(type, keys, item, record, limits);
  }

  /** The JSON schema, by which editors complete the file. */
  ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (keys != null) {
      schema.put("type", "object").put("additionalProperties", false);
      ObjectNode properties = schema.putObject("properties");
      keys.forEach((name, each) -> properties.set(name, each.schema()));
    } else if (type == Map.class) {
      schema.put("type", "object").set("additionalProperties", item.schema());
    } else if (isListOfTexts()) {
      ArrayNode any = schema.putArray("anyOf");
      any.add(item.schema());
      any.addObject().put("type", "array").put("minItems", 1).set("items", item.schema());
    } else if (type == List.class) {
      schema.put("type", "array").put("minItems", 1).set("items", item.schema());
    } else {
      describeValue(schema);
    }
    return schema;
  }

  private void describeValue(ObjectNode schema) {
    if (limits != null && limits.words().length > 0) {
      ArrayNode any = schema.putArray("anyOf");
      Arrays.stream(limits.words()).forEach(any.addObject().putArray("enum")::add);
      if (!limits.min().isEmpty()) {
        describeRange(any.addObject());
      }
    } else if (type == Duration.class) {
      schema.put("type", "string").put("pattern", "^[0-9]{1,9}(ms|s|m|h)$");
    } else if (type == boolean.class || type == Boolean.class) {
      schema.put("type", "boolean");
    } else if (type == double.class || type == OptionalDouble.class) {
      schema.put("type", "number");
    } else if (Set.of(int.class, Integer.class, Long.class, OptionalInt.class, OptionalLong.class)
        .contains(type)) {
      describeRange(schema);
    } else {
      schema.putArray("type").add("string").add("number").add("boolean");
    }
  }

  private void describeRange(ObjectNode schema) {
    schema.put("type", "integer");
    if (limits != null) {
      schema.put("minimum", Long.parseLong(limits.min()));
      schema.put("maximum", Long.parseLong(limits.max()));
    }
  }
}
