package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.compare.file.UserFiles;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.settings.SettingException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The options that were typed, as a tree of settings. */
final class OptionTree {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final SettingTree tree = new SettingTree();
  private final List<Given> all = new ArrayList<>();

  /** An option that was typed: its mapping, its name, its values. */
  private record Given(Sets sets, String name, List<String> values) {
    String said() {
      String value = values.isEmpty() ? "" : values.getLast();
      return value.isEmpty() || value.equals("true") ? name : name + " " + value;
    }
  }

  private OptionTree() {}

  /**
   * Reads the options of a command.
   *
   * @param file has services that options may refer to
   * @throws UsageException if one is invalid by itself
   */
  static OptionTree of(CommandSpec command, SettingTree file) {
    OptionTree options = new OptionTree();
    // An option that was typed twice is listed twice, each time with both values.
    for (OptionSpec option :
        new LinkedHashSet<>(command.commandLine().getParseResult().matchedOptions())) {
      Sets sets =
          option.userObject() instanceof Field field ? field.getAnnotation(Sets.class) : null;
      if (sets != null) {
        options.all.add(new Given(sets, option.names()[0], option.stringValues()));
      }
    }
    options.read(file);
    return options;
  }

  SettingTree tree() {
    return tree;
  }

  /** What was typed of an option that sets something; empty if there is none. */
  Optional<String> any() {
    return all.stream().map(Given::said).findFirst();
  }

  /** What was typed of an option that has such a need; empty if there is none. */
  Optional<String> dependingOn(Sets.Need need) {
    return all.stream().filter(each -> each.sets.needs() == need).map(Given::said).findFirst();
  }

  private void read(SettingTree file) {
    Map<String, Given> request = new LinkedHashMap<>();
    for (Given each : all) {
      String path = each.sets.value();
      if (path.startsWith("request/")) {
        request.put(path.substring("request/".length()), each);
        continue;
      }
      switch (path) {
        case "service" -> each.values.forEach(text -> service(text, file));
        case "env" -> {}
        case "variants" -> {
          ArrayNode names = JSON.arrayNode();
          each.values.forEach(text -> VariantNames.split(text).forEach(names::add));
          tree.set(each.said(), names, "variants");
        }
        case "simulation" ->
            tree.set(
                each.said(),
                UserFiles.simulation(
                    each.values.getLast(), each.said(), Path.of("").toAbsolutePath()),
                "workload",
                "simulation");
        default -> tree.set(each.said(), each.values.getLast(), path.split("/"));
      }
    }
    all.stream()
        .filter(each -> each.sets.value().equals("env"))
        .flatMap(each -> each.values.stream())
        .forEach(text -> env(text, file));
    if (request.containsKey("path")) {
      request(request);
    }
  }

  private void service(String text, SettingTree file) {
    String said = "--service " + text;
    String name = name(said, text, '=');
    String pointer = SettingTree.pointer("services", name);
    if (tree.has(pointer) || file.has(pointer)) {
      throw new UsageException("%s: two services are named %s".formatted(said, name));
    }
    try {
      ServiceSpec.checkName(name);
    } catch (SettingException e) {
      throw new UsageException(said + ": " + e.getMessage());
    }
    String value = text.substring(name.length() + 1);
    String key =
        value.startsWith("http://") || value.startsWith("https://")
            ? "url"
            : value.startsWith("docker:")
                ? "image"
                : VariantNames.isListed(value.split("@")[0]) ? "variant" : "command";
    tree.says(pointer, said);
    tree.set(
        said,
        key.equals("image")
            ? value.substring("docker:".length())
            : key.equals("variant") ? VariantNames.variant(value).name() : value,
        "services",
        name,
        "from",
        key);
  }

  private void env(String text, SettingTree file) {
    String said = "--env " + text;
    String name = name(said, text, ':');
    String[] both = text.substring(name.length() + 1).split("=", 2);
    if (both.length < 2) {
      throw new UsageException(said + ": must be NAME:KEY=VALUE");
    }
    List<String> names = new ArrayList<>(file.at("/services").propertyNames());
    names.addAll(tree.at("/services").propertyNames());
    if (names.isEmpty()) {
      throw new UsageException(said + ": requires " + Sets.Need.SERVICE.text());
    }
    if (!names.contains(name)) {
      throw new UsageException(
          "%s: no service %s; services: %s".formatted(said, name, String.join(", ", names)));
    }
    tree.set(said, both[1], "services", name, "env", both[0]);
  }

  private static String name(String said, String text, char end) {
    int at = text.indexOf(end);
    if (at < 1) {
      throw new UsageException("%s: must begin with NAME%s".formatted(said, end));
    }
    return text.substring(0, at);
  }

  private void request(Map<String, Given> given) {
    ObjectNode request = JSON.objectNode();
    String place = SettingTree.pointer("workload", "requests") + "/0";
    given.forEach(
        (key, each) -> {
          String value = each.values.getLast();
          tree.says(place + "/" + key, each.said());
          switch (key) {
            case "body" ->
                request.put(
                    key, value.startsWith("@") ? UserFiles.body(value.substring(1)) : value);
            case "headers" -> each.values.forEach(header -> header(header, request));
            case "expect" -> each.values.forEach(text -> expect(text, request));
            default -> request.put(key, value);
          }
        });
    if (!request.has("method") && request.has("body")) {
      request.put("method", "POST");
    }
    ArrayNode requests = JSON.arrayNode();
    requests.add(CompareFile.withDefaults(request));
    tree.set(given.get("path").said(), requests, "workload", "requests");
  }

  private static void header(String header, ObjectNode request) {
    String[] parts = header.split(":", 2);
    if (parts.length < 2) {
      throw new UsageException(
          "-H %s: must be NAME:VALUE, such as Accept:text/plain".formatted(header));
    }
    request.withObjectProperty("headers").withArrayProperty(parts[0].strip()).add(parts[1].strip());
  }

  private void expect(String text, ObjectNode request) {
    String[] both = text.split("=", 2);
    String[] kind = both[0].split(":", 2);
    ObjectNode expect = request.withObjectProperty("expect");
    boolean isNamed = kind.length == 2 && !kind[1].isEmpty();
    boolean isValid =
        both.length == 2
            && switch (kind[0]) {
              case "header", "json" -> isNamed;
              case "status" -> both[1].matches("[1-5]\\d\\d");
              case "body", "contains", "atLeast", "atMost" -> kind.length == 1;
              default -> false;
            };
    if (!isValid) {
      throw new UsageException(
          "--expect %s: must be %s".formatted(text, Options.Request.EXPECTATIONS));
    }
    switch (kind[0]) {
      case "header" -> expect.withObjectProperty("headers").put(kind[1], both[1]);
      case "json" -> expect.withObjectProperty("json").put(kind[1], both[1]);
      default -> expect.put(kind[0], both[1]);
    }
    tree.says("/workload/requests/0/expect/" + kind[0], "--expect " + text);
  }
}
