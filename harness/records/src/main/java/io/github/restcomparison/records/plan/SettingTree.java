package io.github.restcomparison.records.plan;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.settings.SettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The settings of a source (options, a file, a study, defaults), or of several merged ones, in the
 * form of {@code compare.yaml}: a JSON tree that remembers what the user typed for each value, so
 * that an error can name it.
 */
public final class SettingTree {
  /** Pairs of exclusive settings: the setting of the higher source removes the other one. */
  private static final List<List<String>> EXCLUSIVE =
      List.of(
          List.of("/load/rate", "/load/users"),
          List.of("/load/rate", "/load/requests"),
          List.of("/load/rate", "/load/think"),
          List.of("/load/rate", "/load/rampUp"),
          List.of("/load/duration", "/load/requests"),
          List.of("/requests", "/simulation"),
          List.of("/cacert", "/insecure"));

  /** Jackson's message for a missing key. */
  private static final Pattern MISSING =
      Pattern.compile("(?s)Null value for creator property '(\\w+)'.*");

  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})\\.\\.(\\d{1,6})x(\\d{1,3})");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .withConfigOverride(ArrayNode.class, list -> list.setMergeable(false))
          .build();

  private final ObjectNode root;
  private final Map<String, String> typed = new LinkedHashMap<>();

  /** Creates empty settings. */
  public SettingTree() {
    this(JSON.createObjectNode());
  }

  private SettingTree(ObjectNode root) {
    this.root = root;
  }

  /** Returns settings that no user typed, such as defaults. */
  public static SettingTree of(String json) {
    return new SettingTree((ObjectNode) JSON.readTree(json));
  }

  /** Returns the tree itself. */
  public ObjectNode root() {
    return root;
  }

  /**
   * Sets a text, a list of texts, or a tree.
   *
   * @param typedText what the user typed; empty for a default
   */
  public SettingTree set(String typedText, Object value, String... path) {
    ObjectNode parent = root;
    for (String name : Arrays.asList(path).subList(0, path.length - 1)) {
      parent = parent.withObjectProperty(name);
    }
    parent.set(path[path.length - 1], JSON.valueToTree(value));
    if (!typedText.isEmpty()) {
      recordTyped(pointer(path), typedText);
    }
    return this;
  }

  /** Records what the user typed for a value. */
  public void recordTyped(String pointer, String typedText) {
    typed.put(pointer, typedText.replaceAll("\\s*\\R\\s*", " "));
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

  /**
   * Returns what the user typed for a value or for an object that contains it; empty for a default.
   */
  public String typed(String pointer) {
    for (String at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      if (typed.containsKey(at)) {
        return typed.get(at);
      }
    }
    return typed.getOrDefault("", "");
  }

  /** Removes a setting; returns whether there was one. */
  public boolean remove(String pointer) {
    JsonPointer at = JsonPointer.compile(pointer);
    typed.remove(pointer);
    return root.at(at.head()) instanceof ObjectNode section
        && section.remove(at.last().getMatchingProperty()) != null;
  }

  /** Returns the settings of both; this one takes precedence. */
  public SettingTree withFallback(SettingTree lower) {
    SettingTree all = new SettingTree(lower.root.deepCopy());
    all.typed.putAll(lower.typed);
    for (List<String> pair : EXCLUSIVE) {
      for (String set : pair) {
        String other = pair.get(1 - pair.indexOf(set));
        if (has(set)) {
          all.remove(other);
        }
      }
    }
    JSON.updateValue(all.root, root);
    all.typed.putAll(typed);
    return all;
  }

  /**
   * Returns the value of a single setting.
   *
   * @param type the record that has it
   * @param typedText what the user typed
   * @throws SettingException if it is invalid
   */
  public static String value(Class<?> type, String setting, String typedText, String value) {
    new SettingTree().set(typedText, value, setting).check(type);
    return value;
  }

  /**
   * Returns the values of a list; {@code 16..64x2} in it is 16, 32, 64.
   *
   * @param typedText what the user typed
   * @throws SettingException if a range does not grow
   */
  public static List<String> values(String typedText, String list) {
    List<String> values = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      Matcher range = RANGE.matcher(part.strip());
      if (!range.matches()) {
        values.add(part.strip());
        continue;
      }
      int factor = Integer.parseInt(range.group(3));
      long from = Long.parseLong(range.group(1));
      long to = Long.parseLong(range.group(2));
      refuseIf(
          from < 1 || to < from || factor < 2, "%s: '%s' does not grow", typedText, part.strip());
      for (long value = from; value <= to; value *= factor) {
        values.add(Long.toString(value));
      }
    }
    return values.stream().distinct().toList();
  }

  /** Adds the missing settings of a section. */
  public static void complete(ObjectNode section, String usual) {
    section.setAll(JSON.updateValue(of(usual).root, section));
  }

  /**
   * Checks the settings against the schema of a record or class.
   *
   * @throws SettingException if one is invalid; the message names what the user typed
   */
  public SettingTree check(Class<?> type) {
    SettingSchema.check(root, SettingSchema.of(type), JsonPointer.empty(), this::typed);
    for (List<String> pair : EXCLUSIVE) {
      boolean areBoth = pair.stream().allMatch(this::has);
      refuseIf(areBoth, "%s: not together with %s", typed(pair.get(0)), typed(pair.get(1)));
    }
    return this;
  }

  /**
   * Binds the settings.
   *
   * @throws SettingException if one is invalid; the message names what the user typed
   */
  public <T> T bind(Class<T> type) {
    return check(type).bind(root, type);
  }

  /** Binds a tree that was made from the settings, with nested and multiplied services. */
  <T> T bind(ObjectNode made, Class<T> type) {
    try {
      return JsonFiles.bind(made, type);
    } catch (JacksonException e) {
      JsonPointer at = JsonPointer.empty();
      for (JacksonException.Reference step : e.getPath()) {
        at =
            step.getPropertyName() == null
                ? at.appendIndex(step.getIndex())
                : at.appendProperty(step.getPropertyName());
      }
      String pointer =
          at.toString()
              .replaceFirst("^(/services/[^/@]+)[^/]*(/from)?", "$1")
              .replaceFirst("^((?:/setup)?/requests/\\d+)/content", "$1");
      throw e.getCause() instanceof SettingException cause
          ? explained(cause, pointer)
          : new SettingException(
              typed(pointer)
                  + ": "
                  + MISSING.matcher(e.getOriginalMessage()).replaceFirst("has no $1"));
    }
  }

  /**
   * Returns a message that names what the user typed for an invalid setting: {@code --rate fast:
   * must be …}.
   */
  private SettingException explained(SettingException e, String section) {
    String own = section.endsWith("/" + e.setting()) ? section : section + "/" + e.setting();
    if (!e.setting().isEmpty() && typed.containsKey(own)) {
      return new SettingException(typed.get(own) + ": " + e.problem());
    }
    String around = typed(section);
    return around.isEmpty() ? e : new SettingException(around + ": " + e.getMessage());
  }
}
