package io.github.restcomparison.compare.file;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.SettingSchema;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.FormPart;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads {@code compare.yaml} as a tree of settings, and files that it or an option names. A message
 * about an invalid part names its line.
 */
public final class CompareFile {
  /** Its default name. */
  public static final String NAME = "compare.yaml";

  /** Paths are relative to the folder of the file. */
  private static final String PATHS =
      "/services/[^/]+/directory|/beforeRun/directory|(/setup)?/requests/\\d+/bodyFile|/feeders/\\d+/file|/simulation|/cert|/key|/cacert";

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Path file;
  private final SettingTree tree = new SettingTree();

  private CompareFile(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws SettingException if it is not YAML, a file that it names is missing, or a setting is
   *     invalid; one line names the file, the line and the key
   * @throws IOException if it cannot be read
   */
  public static SettingTree read(Path file) throws IOException {
    CompareFile reader = new CompareFile(file);
    JsonNode all;
    try {
      all = reader.value(reader.compose(), "", JsonPointer.empty());
    } catch (StackOverflowError e) {
      throw new SettingException(file + ": is nested too deeply, or has an alias of itself in it");
    }
    if (!(all instanceof ObjectNode settings)) {
      throw new SettingException(
          reader.tree.typed("") + ": must be keys and values, such as key: value");
    }
    reader.tree.root().setAll(settings);
    reader.tree.check(PlanSettings.class);
    settings.path("services").forEach(reader::setDirectory);
    reader.setDirectory(settings.path("beforeRun"));
    return reader.tree;
  }

  /**
   * A command, and the restart of a service, are run in a folder relative to the folder of the
   * file.
   */
  private void setDirectory(JsonNode each) {
    if (each instanceof ObjectNode section && (section.has("command") || section.has("restart"))) {
      section.put("directory", inFolder(section.path("directory").asString(".")));
    }
  }

  /** Returns the files of {@code compare init}: text by path, relative to the current folder. */
  public static Map<Path, String> templates() throws IOException {
    try (InputStream resource = CompareFile.class.getResourceAsStream(NAME)) {
      Map<Path, String> files = new LinkedHashMap<>();
      files.put(Path.of(NAME), new String(resource.readAllBytes(), StandardCharsets.UTF_8));
      files.put(Path.of("compare.schema.json"), SettingSchema.ofFile().toPrettyString() + "\n");
      return files;
    }
  }

  private Node compose() {
    String name = file.toString();
    refuseIf(!Files.exists(file), name + ": no such file; ./compare init writes one");
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(name).build();
      return new Compose(settings)
          .composeString(content(name, name))
          .orElseThrow(() -> new SettingException(file + ": is empty"));
    } catch (MarkedYamlEngineException e) {
      int where = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      String context = e.getContext() == null ? "" : e.getContext() + ": ";
      throw new SettingException("%s:%d: %s%s".formatted(file, where, context, e.getProblem()));
    } catch (YamlEngineException e) {
      throw new SettingException("%s: %s".formatted(file, e.getMessage()));
    }
  }

  private JsonNode value(Node node, String name, JsonPointer at) {
    tree.recordTyped(at.toString(), location(node, name));
    return switch (node) {
      case MappingNode mapping -> section(mapping, name, at);
      case SequenceNode sequence -> {
        ArrayNode list = JSON.arrayNode();
        for (Node each : sequence.getValue()) {
          int index = list.size();
          list.add(value(each, "%s[%d]".formatted(name, index + 1), at.appendIndex(index)));
        }
        yield list;
      }
      case ScalarNode scalar -> {
        String text = scalar.getValue();
        tree.recordTyped(
            at.toString(), location(scalar, (name + " " + (text.isEmpty() ? "''" : text)).strip()));
        String value =
            at.toString().matches(PATHS)
                ? inFolder(text)
                : at.toString().matches("(/setup)?/requests/\\d+/form(/\\d+)?")
                    ? part(scalar, text)
                    : text;
        yield JSON.stringNode(value);
      }
      default -> throw new SettingException(location(node, name) + ": must be a text or a number");
    };
  }

  private ObjectNode section(MappingNode mapping, String name, JsonPointer at) {
    ObjectNode section = JSON.objectNode();
    for (NodeTuple each : mapping.getValue()) {
      if (!(each.getKeyNode() instanceof ScalarNode scalar)) {
        throw new SettingException(location(each.getKeyNode(), name) + ": a key must be a text");
      }
      String key = scalar.getValue();
      String path = name.isEmpty() ? key : name + "." + key;
      refuseIf(section.has(key), location(scalar, path) + ": given twice");
      refuseIf(
          key.equals("<<"),
          location(scalar, path) + ": merge keys are not supported; state each key");
      JsonNode value = value(each.getValueNode(), path, at.appendProperty(key));
      if (key.equals("bodyFile") && at.toString().matches("(/setup)?/requests/\\d+")) {
        refuseIf(section.has("body"), location(scalar, path) + ": not together with body");
        setBody(tree.typed(at.appendProperty(key).toString()), section, value.asString(""));
      } else {
        section.set(key, value);
      }
    }
    return section;
  }

  /**
   * Sets the content of a file as the body of a request.
   *
   * @param typed what the user typed
   * @throws SettingException if it cannot be read
   */
  public static void setBody(String typed, ObjectNode request, String file) {
    switch (read(typed, file, Content::of)) {
      case Content.Text(String body) -> request.put("body", body);
      case Content.Bytes(String path) -> request.put("bodyFile", path);
      case Content.Form _ -> throw new AssertionError("a form is no file");
    }
  }

  /**
   * Returns the text in a file that is a part of a body.
   *
   * @param typed what the user typed
   * @throws SettingException if it cannot be read, is no text, or too long for a record
   */
  public static String text(String typed, String file) {
    if (read(typed, file, Content::of) instanceof Content.Text(String text)) {
      return text;
    }
    throw new SettingException(
        typed + ": must be text in UTF-8 of up to 16 MB; --data-binary sends any file");
  }

  private String part(ScalarNode node, String text) {
    return FormPart.resolve(location(node, text), file.toAbsolutePath().getParent(), text);
  }

  private String inFolder(String path) {
    return file.toAbsolutePath().getParent().resolve(path).normalize().toString();
  }

  private String location(Node node, String name) {
    int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    return "%s:%d%s".formatted(file, line, name.isEmpty() ? "" : ": " + name);
  }

  /**
   * Returns the text in a file, without a byte order mark.
   *
   * @param typed what the user typed
   * @throws SettingException if there is no such file, or it is not text
   */
  public static String content(String typed, String file) {
    return read(typed, file, Files::readString).replaceFirst("^\ufeff", "");
  }

  /** Reads a file. */
  private interface Reader<T> {
    T read(Path file) throws IOException;
  }

  private static <T> T read(String typed, String file, Reader<T> reader) {
    // A path in compare.yaml is relative to its folder.
    String where = typed.endsWith(file) ? typed : typed + " (" + file + ")";
    try {
      return reader.read(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new SettingException(where + ": no such file");
    } catch (MalformedInputException e) {
      throw new SettingException(where + ": must be text in UTF-8");
    } catch (OutOfMemoryError e) {
      throw new SettingException(where + ": is too large");
    } catch (IOException e) {
      throw new SettingException(where + ": must be a readable file");
    }
  }
}
