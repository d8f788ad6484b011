package io.github.restcomparison.compare.file;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.DidYouMean;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
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
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code compare.yaml} as a tree of settings; what is wrong in it is named by its line. */
public final class CompareFile {
  /** Its usual name. */
  public static final String NAME = "compare.yaml";

  private static final String SCHEMA = "compare.schema.json";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Path file;
  private final SettingTree tree = new SettingTree();

  private CompareFile(Path file) {
    this.file = file;
  }

  /**
   * Reads one. Paths in it are relative to its folder.
   *
   * @throws UsageException if it is invalid; one line names the file, the line and the key
   * @throws IOException if it cannot be read
   */
  public static SettingTree read(Path file) throws IOException {
    CompareFile reader = new CompareFile(file);
    Node root = reader.compose();
    reader.tree.says("", file.toString());
    ObjectNode all = (ObjectNode) reader.value(root, FileKeys.all(), "", JsonPointer.empty());
    reader.addEnvironment(all);
    all.forEachEntry(reader.tree.root()::set);
    return reader.tree;
  }

  /** What {@code compare init} writes: text by file, relative to where it is called. */
  public static Map<Path, String> templates() throws IOException {
    Map<Path, String> files = new LinkedHashMap<>();
    try (InputStream resource = CompareFile.class.getResourceAsStream(NAME)) {
      files.put(Path.of(NAME), new String(resource.readAllBytes(), StandardCharsets.UTF_8));
    }
    ObjectNode schema = JSON.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "compare.yaml of rest-comparison");
    FileKeys.all().schema().forEachEntry(schema::set);
    files.put(
        Path.of(SCHEMA),
        new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n");
    return files;
  }

  private Node compose() throws IOException {
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
      return new Compose(settings)
          .composeString(Files.readString(file, StandardCharsets.UTF_8))
          .orElseThrow(() -> new UsageException(file + ": is empty"));
    } catch (NoSuchFileException e) {
      throw new UsageException(file + ": no such file; ./compare init writes one");
    } catch (MarkedYamlEngineException e) {
      int where = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new UsageException("%s:%d: %s".formatted(file, where, e.getProblem()));
    } catch (YamlEngineException e) {
      throw new UsageException("%s: %s".formatted(file, e.getMessage()));
    }
  }

  private JsonNode value(Node node, FileKeys keys, String name, JsonPointer at) {
    if (node instanceof ScalarNode scalar && keys.keys() == null && keys.item() == null) {
      String text = scalar.getValue();
      tree.says(at.toString(), at(node, name + " " + (text.isEmpty() ? "''" : text)));
      return leaf(text, keys, at);
    }
    tree.says(at.toString(), at(node, name));
    if (node instanceof SequenceNode sequence && keys.type() == List.class) {
      ArrayNode list = JSON.arrayNode();
      for (Node each : sequence.getValue()) {
        int index = list.size();
        list.add(
            value(each, keys.item(), "%s[%d]".formatted(name, index + 1), at.appendIndex(index)));
      }
      return list;
    }
    if (node instanceof ScalarNode && keys.isListOfTexts()) {
      return JSON.arrayNode().add(value(node, keys.item(), name, at.appendIndex(0)));
    }
    if (node instanceof MappingNode mapping && (keys.keys() != null || keys.type() == Map.class)) {
      return section(mapping, keys, name, at);
    }
    String valid =
        keys.type() == List.class
            ? "a list, each line of which begins with '- '"
            : keys.keys() == null && keys.item() == null
                ? "a text or a number"
                : "keys and values, such as key: value";
    throw new UsageException(at(node, name) + ": must be " + valid);
  }

  private ObjectNode section(MappingNode mapping, FileKeys keys, String name, JsonPointer at) {
    ObjectNode section = JSON.objectNode();
    TreeSet<String> seen = new TreeSet<>();
    for (NodeTuple each : mapping.getValue()) {
      if (!(each.getKeyNode() instanceof ScalarNode scalar)) {
        throw new UsageException(at(each.getKeyNode(), name) + ": a key must be a text");
      }
      String key = scalar.getValue();
      String path = name.isEmpty() ? key : name + "." + key;
      FileKeys own = keys.keys() == null ? keys.item() : keys.keys().get(key);
      if (own == null) {
        throw new UsageException(
            "%s: unknown key%s; valid: %s"
                .formatted(
                    at(scalar, path),
                    DidYouMean.clause(key, keys.keys().keySet()),
                    String.join(", ", new TreeSet<>(keys.keys().keySet()))));
      }
      if (!seen.add(key)) {
        throw new UsageException(at(scalar, path) + ": given twice");
      }
      boolean isPart = !own.within().isEmpty();
      ObjectNode in = isPart ? section.withObjectProperty(own.within()) : section;
      JsonPointer inside = isPart ? at.appendProperty(own.within()) : at;
      in.set(key, value(each.getValueNode(), own, path, inside.appendProperty(key)));
    }
    return section.has("path") || section.has("bodyFile") || isRequest(keys)
        ? request(section, at)
        : keys.type() == ServiceSpec.class ? service(section, at) : section;
  }

  private static boolean isRequest(FileKeys keys) {
    return keys.keys() != null && keys.keys().containsKey("bodyFile");
  }

  /** Values that are texts here and records in the plan. */
  private JsonNode leaf(String text, FileKeys keys, JsonPointer at) {
    return switch (keys.type().getSimpleName()) {
      case "Feeder" -> JSON.objectNode().put("file", UserFiles.feeder(inFolder(text)).file());
      case "UserSimulation" -> UserFiles.simulation(text, tree.typed(at.toString()), folder());
      case "MetricSource" -> metric(text, at);
      default -> JSON.stringNode(text);
    };
  }

  private JsonNode metric(String text, JsonPointer at) {
    String[] both = text.strip().split("\\s+", 2);
    if (both.length < 2) {
      throw new UsageException(tree.typed(at.toString()) + ": must be " + MetricSource.EXAMPLE);
    }
    return JSON.objectNode().put("path", both[0]).put("metric", both[1]);
  }

  private ObjectNode request(ObjectNode request, JsonPointer at) {
    JsonNode bodyFile = request.remove("bodyFile");
    if (bodyFile != null) {
      request.put("body", UserFiles.body(inFolder(bodyFile.stringValue())));
    }
    return withDefaults(request);
  }

  /** Fills in what a request need not state. */
  public static ObjectNode withDefaults(ObjectNode request) {
    String method = request.path("method").asString("GET");
    request.put("method", method);
    if (!request.has("path")) {
      request.put("path", "");
    }
    if (!request.has("name")) {
      request.put("name", method + " " + request.path("path").asString());
    }
    if (!request.has("weight")) {
      request.put("weight", 1);
    }
    request.withObjectProperty("expect");
    return request;
  }

  private ObjectNode service(ObjectNode service, JsonPointer at) {
    String subject = tree.typed(at.toString());
    try {
      ServiceSpec.checkName(subject.substring(subject.lastIndexOf("services.") + 9));
    } catch (SettingException e) {
      throw new UsageException(subject + ": " + e.getMessage());
    }
    List<String> kinds =
        List.of("command", "image", "url", "variant").stream()
            .filter(service.path("from")::has)
            .toList();
    if (kinds.size() != 1) {
      throw new UsageException(
          "%s: has %s; must have one of command, image, url and variant"
              .formatted(subject, kinds.isEmpty() ? "none" : String.join(" and ", kinds)));
    }
    if (kinds.getFirst().equals("command")) {
      ObjectNode from = (ObjectNode) service.get("from");
      from.put("directory", inFolder(from.path("directory").asString(".")));
    }
    return service;
  }

  /** Variables of all that is started here; those of a service take precedence. */
  private void addEnvironment(ObjectNode all) {
    JsonNode environment = all.remove("environment");
    if (environment == null) {
      return;
    }
    for (JsonNode service : all.path("services")) {
      if (service.path("from").has("command") || service.path("from").has("image")) {
        ObjectNode own = ((ObjectNode) service).withObjectProperty("env");
        environment.forEachEntry(
            (name, value) -> {
              if (!own.has(name)) {
                own.set(name, value);
              }
            });
      }
    }
  }

  private Path folder() {
    return file.toAbsolutePath().normalize().getParent();
  }

  private String inFolder(String path) {
    return folder().resolve(path).normalize().toString();
  }

  private String at(Node node, String name) {
    int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    return "%s:%d%s".formatted(file, line, name.isEmpty() ? "" : ": " + name);
  }

  /** Sections of the user's own under a key, such as parameters; none if the key is absent. */
  public static Map<String, String> texts(JsonNode section) {
    Map<String, String> all = new LinkedHashMap<>();
    section.forEachEntry((name, value) -> all.put(name, value.asString()));
    return all;
  }

  /** The names in a list of texts. */
  public static List<String> names(JsonNode list) {
    List<String> all = new ArrayList<>();
    list.forEach(each -> all.add(each.asString()));
    return all;
  }
}
