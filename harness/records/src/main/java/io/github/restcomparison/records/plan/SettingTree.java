package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.settings.SettingException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The settings of a source (options, a file, a study, defaults), or of several merged ones: a JSON
 * tree that remembers what the user typed for each value, so that an error can name it.
 */
public final class SettingTree {
  /** Of two settings that exclude each other, that of the higher source replaces the other. */
  private static final List<List<String>> EXCLUSIVE =
      List.of(
          List.of("/load/rate", "/load/users"),
          List.of("/load/rate", "/load/requests"),
          List.of("/load/duration", "/load/requests"),
          List.of("/workload/requests", "/workload/simulation"));

  private final ObjectNode root = JsonNodeFactory.instance.objectNode();
  private final Map<String, String> typed = new LinkedHashMap<>();

  /** The tree itself. */
  public ObjectNode root() {
    return root;
  }

  /** Sets a text; {@code said} is what the user typed. */
  public SettingTree set(String said, String value, String... path) {
    return set(said, JsonNodeFactory.instance.stringNode(value), path);
  }

  /** Sets a value; {@code said} is what the user typed, empty for a default. */
  public SettingTree set(String said, JsonNode value, String... path) {
    ObjectNode parent = root;
    for (String name : Arrays.asList(path).subList(0, path.length - 1)) {
      parent = parent.withObjectProperty(name);
    }
    parent.set(path[path.length - 1], value);
    if (!said.isEmpty()) {
      says(pointer(path), said);
    }
    return this;
  }

  /** Remembers what the user typed for a value. */
  public void says(String pointer, String said) {
    typed.put(pointer, said.replaceAll("\\s*\\R\\s*", " "));
  }

  /** Returns the JSON pointer of a path. */
  public static String pointer(String... path) {
    JsonPointer pointer = JsonPointer.empty();
    for (String name : path) {
      pointer = pointer.appendProperty(name);
    }
    return pointer.toString();
  }

  /** Returns whether there is a value. */
  public boolean has(String pointer) {
    return !root.at(pointer).isMissingNode();
  }

  /** Returns a value, or a missing node. */
  public JsonNode at(String pointer) {
    return root.at(pointer);
  }

  /** Returns what the user typed for a value or for what it is in; empty for a default. */
  public String typed(String pointer) {
    for (String at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      if (typed.containsKey(at)) {
        return typed.get(at);
      }
    }
    return typed.getOrDefault("", "");
  }

  /** Returns the settings of both; those of this one take precedence. */
  public SettingTree over(SettingTree lower) {
    SettingTree all = new SettingTree();
    merge(all.root, lower.root);
    all.typed.putAll(lower.typed);
    for (List<String> pair : EXCLUSIVE) {
      all.giveWay(this, pair.get(0), pair.get(1));
      all.giveWay(this, pair.get(1), pair.get(0));
    }
    merge(all.root, root);
    all.typed.putAll(typed);
    return all;
  }

  private void giveWay(SettingTree higher, String set, String other) {
    if (higher.has(set) && has(other)) {
      int name = other.lastIndexOf('/');
      ((ObjectNode) root.at(other.substring(0, name))).remove(other.substring(name + 1));
      typed.remove(other);
    }
  }

  private static void merge(ObjectNode into, ObjectNode from) {
    from.forEachEntry(
        (name, value) -> {
          if (value instanceof ObjectNode upper) {
            merge(into.withObjectProperty(name), upper);
          } else {
            into.set(name, value);
          }
        });
  }

  /**
   * Binds the settings to a record or class, and checks the {@link Limits} of its fields.
   *
   * @throws SettingException if one is invalid; the message names what the user typed
   */
  public <T> T bind(Class<T> type) {
    for (List<String> pair : EXCLUSIVE) {
      if (has(pair.get(0)) && has(pair.get(1))) {
        throw new SettingException(
            "%s: not together with %s".formatted(typed(pair.get(0)), typed(pair.get(1))));
      }
    }
    try {
      T bound = JsonFiles.bind(root, type);
      check(bound, "");
      return bound;
    } catch (JacksonException e) {
      throw explained(e, type);
    }
  }

  private void check(Object bound, String pointer) {
    for (Field field : bound.getClass().getDeclaredFields()) {
      String at = pointer + "/" + field.getName();
      Limits limits = field.getAnnotation(Limits.class);
      boolean isNested = field.getType().getPackage() == SettingTree.class.getPackage();
      if (limits != null && !Limits.Check.isValid(limits, value(field, bound))) {
        throw new SettingException(typed(at) + ": must be " + Limits.Check.text(limits));
      }
      if (isNested && !field.getType().isEnum() && value(field, bound) != null) {
        check(value(field, bound), at);
      }
    }
  }

  private static Object value(Field field, Object bound) {
    try {
      field.setAccessible(true);
      return switch (field.get(bound)) {
        case OptionalInt number -> number.isPresent() ? number.getAsInt() : null;
        case Optional<?> some -> some.orElse(null);
        case null -> null;
        case Object other -> other;
      };
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private SettingException explained(JacksonException e, Class<?> type) {
    JsonPointer at = JsonPointer.empty();
    for (JacksonException.Reference step : e.getPath()) {
      at =
          step.getPropertyName() == null
              ? at.appendIndex(step.getIndex())
              : at.appendProperty(step.getPropertyName());
    }
    String pointer = at.toString();
    if (e.getCause() instanceof SettingException cause) {
      String own =
          pointer.endsWith("/" + cause.setting()) ? pointer : pointer + "/" + cause.setting();
      return !cause.setting().isEmpty() && typed.containsKey(own)
          ? new SettingException(typed(own) + ": " + cause.problem())
          : new SettingException(
              (typed(pointer).isEmpty() ? "" : typed(pointer) + ": ") + cause.getMessage());
    }
    String name = pointer.substring(pointer.lastIndexOf('/') + 1);
    if (e instanceof UnrecognizedPropertyException) {
      return new SettingException("%s: unknown key %s".formatted(typed(pointer), name));
    }
    if (!has(pointer)) {
      return new SettingException("%s: %s is missing".formatted(typed(pointer), name));
    }
    return new SettingException(typed(pointer) + ": must be " + valid(e, type, pointer));
  }

  private static String valid(JacksonException e, Class<?> type, String pointer) {
    Class<?> in = type;
    for (String name : pointer.substring(1).split("/")) {
      Class<?> now = in;
      Optional<Field> field =
          Arrays.stream(now.getDeclaredFields())
              .filter(each -> each.getName().equals(name))
              .findFirst();
      Limits limits = field.map(each -> each.getAnnotation(Limits.class)).orElse(null);
      if (limits != null) {
        return Limits.Check.text(limits);
      }
      in = field.<Class<?>>map(Field::getType).orElse(Object.class);
    }
    Class<?> target =
        e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
            ? mismatch.getTargetType()
            : Object.class;
    if (target == Duration.class) {
      return "a duration such as 100ms, 3s, 2m or 1h";
    }
    if (target == boolean.class || target == Boolean.class) {
      return "true or false";
    }
    if (List.of(int.class, Integer.class, long.class, Long.class, OptionalInt.class)
        .contains(target)) {
      return "a whole number";
    }
    if (List.of(double.class, Double.class, OptionalDouble.class).contains(target)) {
      return "a number";
    }
    if (Collection.class.isAssignableFrom(target)) {
      return "a list";
    }
    return target == String.class ? "a text or a number" : "keys and values, such as key: value";
  }
}
