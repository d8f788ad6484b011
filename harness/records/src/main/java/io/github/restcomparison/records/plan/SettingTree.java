package io.github.restcomparison.records.plan;

import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.settings.SettingException;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
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

  private static final String PACKAGE = SettingTree.class.getPackageName() + ".";

  private final ObjectNode root = JsonNodeFactory.instance.objectNode();
  private final Map<String, String> typed = new LinkedHashMap<>();

  /** Returns settings that nobody typed, such as defaults. */
  public static SettingTree of(String json) {
    SettingTree tree = new SettingTree();
    merge(tree.root, (ObjectNode) new JsonMapper().readTree(json));
    return tree;
  }

  /** The tree itself. */
  public ObjectNode root() {
    return root;
  }

  /** Sets a text; {@code said} is what the user typed, empty for a default. */
  public SettingTree set(String said, String value, String... path) {
    return set(said, JsonNodeFactory.instance.stringNode(value), path);
  }

  /** Sets a list of texts. */
  public SettingTree set(String said, Collection<String> values, String... path) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    values.forEach(list::add);
    return set(said, list, path);
  }

  /** Sets a value. */
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

  /** Puts the values of one section into another, over those that are there. */
  public static void merge(ObjectNode into, ObjectNode from) {
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
      throw explained(e);
    }
  }

  private void check(Object bound, String pointer) {
    for (Field field : bound.getClass().getDeclaredFields()) {
      String at = pointer + "/" + field.getName();
      Limits limits = field.getAnnotation(Limits.class);
      boolean isNested = field.getGenericType().getTypeName().contains(PACKAGE);
      Object value = limits != null || isNested ? value(field, bound) : null;
      if (limits != null && value != null && !isValid(limits, value)) {
        throw new SettingException(typed(at) + ": must be " + text(limits));
      }
      if (isNested && value != null) {
        check(value, at);
      }
    }
  }

  private static Object value(Field field, Object bound) {
    try {
      field.setAccessible(true);
      Object value = field.get(bound);
      return value instanceof Optional<?> some ? some.orElse(null) : value;
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isValid(Limits limits, Object value) {
    if (value instanceof Duration time) {
      return time.compareTo(DurationText.parse(limits.min()).orElseThrow()) >= 0
          && time.compareTo(DurationText.parse(limits.max()).orElseThrow()) <= 0
          && (!limits.wholeSeconds() || time.toMillis() % 1_000 == 0);
    }
    String text = value.toString();
    return Arrays.asList(limits.words()).contains(text)
        || !limits.min().isEmpty()
            && text.matches("\\d{1,18}")
            && Long.parseLong(text) >= Long.parseLong(limits.min())
            && Long.parseLong(text) <= Long.parseLong(limits.max());
  }

  /** What is valid, to follow "must be". */
  private static String text(Limits limits) {
    String words = String.join(", ", limits.words()).replaceFirst(", ([^,]*)$", " or $1");
    if (limits.min().isEmpty()) {
      return words;
    }
    String range =
        "%sbetween %s and %s"
            .formatted(limits.wholeSeconds() ? "whole seconds " : "", limits.min(), limits.max());
    return words.isEmpty() ? range : range + ", or " + words;
  }

  /**
   * Names what the user typed for a setting that does not fit: {@code --rate fast: must be …}.
   *
   * @param section that the setting is in, such as {@code /load}
   */
  public SettingException explained(SettingException e, String section) {
    String own = section.endsWith("/" + e.setting()) ? section : section + "/" + e.setting();
    if (!e.setting().isEmpty() && typed.containsKey(own)) {
      return new SettingException(typed.get(own) + ": " + e.problem());
    }
    String around = typed(section);
    return around.isEmpty() ? e : new SettingException(around + ": " + e.getMessage());
  }

  private SettingException explained(JacksonException e) {
    JsonPointer at = JsonPointer.empty();
    for (JacksonException.Reference step : e.getPath()) {
      at =
          step.getPropertyName() == null
              ? at.appendIndex(step.getIndex())
              : at.appendProperty(step.getPropertyName());
    }
    String pointer = at.toString();
    if (e.getCause() instanceof SettingException cause) {
      return explained(cause, pointer);
    }
    return has(pointer)
        ? new SettingException(typed(pointer) + ": must be " + valid(e))
        : new SettingException(
            "%s: %s is missing"
                .formatted(typed(pointer), pointer.substring(pointer.lastIndexOf('/') + 1)));
  }

  private static String valid(JacksonException e) {
    JacksonException.Reference last = e.getPath().getLast();
    Class<?> in = last.from() instanceof Class<?> type ? type : last.from().getClass();
    for (Field field : in.getDeclaredFields()) {
      Limits limits = field.getAnnotation(Limits.class);
      if (limits != null && field.getName().equals(last.getPropertyName())) {
        return text(limits);
      }
    }
    Class<?> target = e instanceof MismatchedInputException found ? found.getTargetType() : null;
    return switch (target == null ? "" : target.getSimpleName().toLowerCase(Locale.ROOT)) {
      case "duration" -> "a duration " + DurationText.EXAMPLES;
      case "boolean" -> "true or false";
      case "int", "integer", "long", "optionalint" -> "a whole number";
      case "double", "optionaldouble" -> "a number";
      default -> "a text or a number";
    };
  }
}
