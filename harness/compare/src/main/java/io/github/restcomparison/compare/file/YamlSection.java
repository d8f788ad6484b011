package io.github.restcomparison.compare.file;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Keys and values of a YAML file. Whatever is wrong with one of them is a {@link UsageException}
 * that names the file, the line, the key, and what may stand there.
 */
final class YamlSection {
  private final Path file;
  private final String name;
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final Set<String> asked = new TreeSet<>();
  private final int line;

  private YamlSection(Path file, String name, Node node) {
    this.file = file;
    this.name = name;
    this.line = line(node);
    if (!(node instanceof MappingNode mapping)) {
      throw at(line, name + " is no list of keys: it may be such as key: value");
    }
    for (NodeTuple each : mapping.getValue()) {
      String key = scalar(each.getKeyNode(), "a key");
      if (values.put(key, each.getValueNode()) != null) {
        throw at(line(each.getKeyNode()), "%s is there twice".formatted(path(key)));
      }
    }
  }

  /**
   * Reads a file.
   *
   * @throws UsageException where it is not there, or no YAML
   * @throws IOException where it cannot be read
   */
  static YamlSection of(Path file) throws IOException {
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
      String text = Files.readString(file, StandardCharsets.UTF_8);
      Node root =
          new Compose(settings)
              .composeString(text)
              .orElseThrow(() -> new UsageException(file + " is empty"));
      return new YamlSection(file, "", root);
    } catch (NoSuchFileException e) {
      throw new UsageException(file + " is not there: ./compare init writes one");
    } catch (MarkedYamlEngineException e) {
      int where = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new UsageException("%s:%d: %s".formatted(file, where, e.getProblem()));
    } catch (YamlEngineException e) {
      throw new UsageException("%s: %s".formatted(file, e.getMessage()));
    }
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  private String path(String key) {
    return name.isEmpty() ? key : name + "." + key;
  }

  private UsageException at(int where, String what) {
    return new UsageException("%s:%d: %s".formatted(file, where, what));
  }

  private UsageException wrong(String key, String mayBe) {
    Node node = values.get(key);
    String is = node instanceof ScalarNode scalar ? " is '" + scalar.getValue() + "'" : "";
    return at(line(node), "%s%s: it may be %s".formatted(path(key), is, mayBe));
  }

  private String scalar(Node node, String what) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw at(line(node), what + " may be a text or a number");
  }

  /** What is made of the section; a setting that it may not have is said with its place. */
  <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (SettingException e) {
      String subject = name.isEmpty() ? "" : name + ": ";
      throw at(line, subject + e.getMessage());
    }
  }

  /** To be thrown where a key must be there and is not. */
  UsageException missing(String key, String question) {
    return at(line, "%s is missing: %s".formatted(path(key), question));
  }

  boolean has(String key) {
    asked.add(key);
    return values.containsKey(key);
  }

  Optional<String> text(String key) {
    return has(key) ? Optional.of(scalar(values.get(key), path(key))) : Optional.empty();
  }

  private <T> Optional<T> read(String key, Function<String, Optional<T>> reader, String mayBe) {
    return text(key).map(text -> reader.apply(text).orElseThrow(() -> wrong(key, mayBe)));
  }

  Optional<Integer> integer(String key) {
    return read(
        key,
        text -> text.matches("-?\\d{1,9}") ? Optional.of(Integer.parseInt(text)) : Optional.empty(),
        "a whole number");
  }

  Optional<Double> number(String key) {
    return read(
        key,
        text ->
            text.matches("\\d{1,9}(\\.\\d{1,9})?")
                ? Optional.of(Double.parseDouble(text))
                : Optional.empty(),
        "a number");
  }

  Optional<Boolean> flag(String key) {
    return read(
        key,
        text -> text.matches("true|false") ? Optional.of(Boolean.valueOf(text)) : Optional.empty(),
        "true or false");
  }

  Optional<Duration> duration(String key) {
    return read(key, DurationText::parse, DurationText.EXAMPLES);
  }

  /** Keys of the user's own, each with a text. */
  Map<String, String> texts(String key) {
    Map<String, String> all = new LinkedHashMap<>();
    section(key)
        .ifPresent(
            section ->
                section
                    .values
                    .keySet()
                    .forEach(each -> all.put(each, section.text(each).orElseThrow())));
    return all;
  }

  Optional<YamlSection> section(String key) {
    return has(key)
        ? Optional.of(new YamlSection(file, path(key), values.get(key)))
        : Optional.empty();
  }

  /** Sections under keys of the user's own. */
  Map<String, YamlSection> sections(String key) {
    Map<String, YamlSection> all = new LinkedHashMap<>();
    section(key)
        .ifPresent(
            section ->
                section.values.forEach(
                    (each, node) ->
                        all.put(each, new YamlSection(file, section.path(each), node))));
    return all;
  }

  /** Sections in a list. */
  List<YamlSection> list(String key) {
    List<YamlSection> all = new ArrayList<>();
    for (Node node : items(key)) {
      all.add(new YamlSection(file, "%s[%d]".formatted(path(key), all.size() + 1), node));
    }
    return all;
  }

  /** Texts in a list. */
  List<String> textList(String key) {
    return items(key).stream().map(node -> scalar(node, path(key))).toList();
  }

  private List<Node> items(String key) {
    if (!has(key)) {
      return List.of();
    }
    if (values.get(key) instanceof SequenceNode list) {
      return list.getValue();
    }
    throw wrong(key, "a list, each line of which begins with '- '");
  }

  /** Refuses what nobody has asked for. */
  void end() {
    for (Map.Entry<String, Node> each : values.entrySet()) {
      if (!asked.contains(each.getKey())) {
        throw at(
            line(each.getValue()),
            "%s is unknown: there may be %s"
                .formatted(path(each.getKey()), String.join(", ", asked)));
      }
    }
  }
}
