package io.github.restcomparison.compare.file;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.DidYouMean;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Feeder;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads {@code compare.yaml} as a tree of settings, and files that it or an option names. What is
 * wrong in it is named by its line.
 */
public final class CompareFile {
  /** Its usual name. */
  public static final String NAME = "compare.yaml";

  private static final ObjectNode SCHEMA = FileSchema.all();
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
    ObjectNode all = (ObjectNode) reader.value(root, SCHEMA, "", JsonPointer.empty());
    all.path("services").forEachEntry(reader::completeService);
    all.forEachEntry(reader.tree.root()::set);
    return reader.tree;
  }

  /** Returns what {@code compare init} writes: text by file, relative to where it is called. */
  public static Map<Path, String> templates() throws IOException {
    try (InputStream resource = CompareFile.class.getResourceAsStream(NAME)) {
      Map<Path, String> files = new LinkedHashMap<>();
      files.put(Path.of(NAME), new String(resource.readAllBytes(), StandardCharsets.UTF_8));
      files.put(Path.of("compare.schema.json"), SCHEMA.toPrettyString() + "\n");
      return files;
    }
  }

  private Node compose() throws IOException {
    try {
      LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
      return new Compose(settings)
          .composeString(Files.readString(file))
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

  private JsonNode value(Node node, JsonNode schema, String name, JsonPointer at) {
    boolean isListOrText = schema.at("/anyOf/1").has("items");
    JsonNode form = isListOrText ? schema.at("/anyOf/1") : schema;
    String type = form.path("type").asString("");
    tree.says(at.toString(), at(node, name));
    return switch (node) {
      case MappingNode mapping when type.equals("object") -> section(mapping, form, name, at);
      case SequenceNode sequence when type.equals("array") -> {
        ArrayNode list = JSON.arrayNode();
        for (Node each : sequence.getValue()) {
          int index = list.size();
          String own = "%s[%d]".formatted(name, index + 1);
          list.add(value(each, form.get("items"), own, at.appendIndex(index)));
        }
        yield list;
      }
      case ScalarNode scalar when isListOrText ->
          JSON.arrayNode().add(text(scalar, name, at.appendIndex(0)));
      case ScalarNode scalar when !type.equals("object") && !type.equals("array") ->
          text(scalar, name, at);
      default ->
          throw new UsageException(
              "%s: must be %s"
                  .formatted(
                      at(node, name),
                      switch (type) {
                        case "array" -> "a list, each line of which begins with '- '";
                        case "object" -> "keys and values, such as key: value";
                        default -> "a text or a number";
                      }));
    };
  }

  private ObjectNode section(MappingNode mapping, JsonNode schema, String name, JsonPointer at) {
    ObjectNode section = JSON.objectNode();
    JsonNode keys = schema.path("properties");
    TreeSet<String> seen = new TreeSet<>();
    for (NodeTuple each : mapping.getValue()) {
      if (!(each.getKeyNode() instanceof ScalarNode scalar)) {
        throw new UsageException(at(each.getKeyNode(), name) + ": a key must be a text");
      }
      String key = scalar.getValue();
      String path = name.isEmpty() ? key : name + "." + key;
      if (schema.has("properties") && !keys.has(key)) {
        throw new UsageException(
            "%s: unknown key%s; valid: %s"
                .formatted(
                    at(scalar, path),
                    DidYouMean.clause(key, keys.propertyNames()),
                    String.join(", ", new TreeSet<>(keys.propertyNames()))));
      }
      if (!seen.add(key)) {
        throw new UsageException(at(scalar, path) + ": given twice");
      }
      String part = part(at, key);
      ObjectNode in = part.isEmpty() ? section : section.withObjectProperty(part);
      JsonPointer inside = part.isEmpty() ? at : at.appendProperty(part);
      JsonNode own = keys.has(key) ? keys.get(key) : schema.get("additionalProperties");
      in.set(key, value(each.getValueNode(), own, path, inside.appendProperty(key)));
    }
    return at.toString().matches("/workload/requests/\\d+") ? request(section) : section;
  }

  /** The record that has a key of the section around it; empty for the section itself. */
  private static String part(JsonPointer at, String key) {
    if (at.matches()) {
      return FileSchema.keys(Workload.class).has(key) ? "workload" : "";
    }
    boolean isService = at.toString().matches("/services/[^/]+");
    return isService && FileSchema.keys(Origin.class).has(key)
        ? "from"
        : isService && FileSchema.keys(Lifecycle.class).has(key) ? "lifecycle" : "";
  }

  /** A text; some are records in the plan. */
  private JsonNode text(ScalarNode scalar, String name, JsonPointer at) {
    String text = scalar.getValue();
    String said = at(scalar, name + " " + (text.isEmpty() ? "''" : text));
    tree.says(at.toString(), said);
    String pointer = at.toString();
    if (pointer.equals("/workload/simulation")) {
      return simulation(text, said, file.toAbsolutePath().getParent());
    }
    if (pointer.matches("/workload/feeders/\\d+")) {
      return feeder(inFolder(text));
    }
    if (!pointer.matches("/services/[^/]+/(requestCount|cpuSeconds)")) {
      return JSON.stringNode(text);
    }
    String[] both = text.strip().split("\\s+", 2);
    if (both.length < 2) {
      throw new UsageException(said + ": must be " + MetricSource.EXAMPLE);
    }
    return JSON.objectNode().put("path", both[0]).put("metric", both[1]);
  }

  private ObjectNode request(ObjectNode request) {
    JsonNode bodyFile = request.remove("bodyFile");
    if (bodyFile != null) {
      request.put("body", content("body", inFolder(bodyFile.stringValue())));
    }
    return completeRequest(request);
  }

  /** Fills in what a request need not state. */
  public static ObjectNode completeRequest(ObjectNode request) {
    ObjectNode all = JSON.objectNode();
    String method = request.path("method").asString(request.has("body") ? "POST" : "GET");
    String path = request.path("path").asString("");
    all.put("name", method + " " + path).put("weight", 1).put("method", method).put("path", path);
    all.putObject("expect");
    return all.setAll(request);
  }

  private void completeService(String name, JsonNode service) {
    String subject = tree.typed(SettingTree.pointer("services", name));
    try {
      ServiceSpec.checkName(name);
    } catch (SettingException e) {
      throw new UsageException(subject + ": " + e.getMessage());
    }
    JsonNode from = service.path("from");
    List<String> kinds = Stream.of("command", "image", "url", "variant").filter(from::has).toList();
    if (kinds.size() != 1) {
      throw new UsageException(
          "%s: has %s; must have one of command, image, url and variant"
              .formatted(subject, kinds.isEmpty() ? "none" : String.join(" and ", kinds)));
    }
    if (from.has("command")) {
      ((ObjectNode) from).put("directory", inFolder(from.path("directory").asString(".")));
    }
  }

  private String inFolder(String path) {
    return file.toAbsolutePath().getParent().resolve(path).normalize().toString();
  }

  private String at(Node node, String name) {
    int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    return "%s:%d%s".formatted(file, line, name.isEmpty() ? "" : ": " + name);
  }

  /**
   * Returns a simulation, given as {@code JAR:CLASS} or {@code FOLDER:CLASS}.
   *
   * @param said what the user typed
   * @param folder that paths are relative to
   * @throws UsageException if it is not that
   */
  public static ObjectNode simulation(String text, String said, Path folder) {
    int colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new UsageException(
          said + ": must be JAR:CLASS, such as target/load.jar:com.acme.OrdersSimulation");
    }
    Path classes = folder.resolve(text.substring(0, colon)).normalize();
    if (!Files.exists(classes)) {
      throw new UsageException("%s: %s: no such file".formatted(said, classes));
    }
    return JSON.objectNode()
        .put("className", text.substring(colon + 1))
        .put("folder", classes.toString());
  }

  private static ObjectNode feeder(String file) {
    Feeder feeder = new Feeder(file);
    String text = content("feeder", file);
    boolean isCsv = file.endsWith(".csv");
    boolean hasRecord =
        isCsv ? text.lines().filter(line -> !line.isBlank()).count() > 1 : isArrayOfObjects(text);
    if (!hasRecord) {
      throw new UsageException(
          "feeder %s: must have %s"
              .formatted(
                  file,
                  isCsv
                      ? "a line of names, and a line for each record"
                      : "an array of JSON objects"));
    }
    return JSON.objectNode().put("file", feeder.file());
  }

  private static boolean isArrayOfObjects(String text) {
    try {
      JsonNode root = new JsonMapper().readTree(text);
      return root.isArray() && !root.isEmpty() && root.valueStream().allMatch(JsonNode::isObject);
    } catch (JacksonException e) {
      return false;
    }
  }

  /**
   * Returns the text in a file.
   *
   * @param what the file is for
   * @throws UsageException if there is no such file, or it is not text
   */
  public static String content(String what, String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new UsageException("%s %s does not exist".formatted(what, file));
    } catch (MalformedInputException e) {
      throw new UsageException("%s %s is not text in UTF-8".formatted(what, file));
    } catch (IOException e) {
      throw new UsageException("%s %s cannot be read: %s".formatted(what, file, e.getMessage()));
    }
  }
}
