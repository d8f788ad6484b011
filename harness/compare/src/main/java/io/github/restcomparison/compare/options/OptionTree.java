package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.compare.options.Options.Need;
import io.github.restcomparison.compare.options.Options.Sets;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.settings.SettingException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The options that were typed, as a tree of settings. */
final class OptionTree {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String EXPECTATIONS =
      "status=201, header:NAME=VALUE, body=TEXT, contains=TEXT, json:/POINTER=VALUE, atLeast=TIME"
          + " or atMost=TIME";

  private final SettingTree file;
  private final SettingTree tree = new SettingTree();
  private final ObjectNode request = JSON.objectNode();
  private final List<Given> all = new ArrayList<>();

  /** An option that was typed: its mapping, its name, its values. */
  private record Given(Sets sets, String name, List<String> values) {
    String said() {
      return values.getLast().equals("true") ? name : name + " " + values.getLast();
    }
  }

  /**
   * Reads the options of a command.
   *
   * @param file has services that options may refer to
   * @throws UsageException if one is invalid by itself
   */
  OptionTree(CommandSpec command, SettingTree file) {
    this.file = file;
    // An option that was typed twice is listed twice, each time with both values.
    for (OptionSpec option :
        new LinkedHashSet<>(command.commandLine().getParseResult().matchedOptions())) {
      if (option.userObject() instanceof Field field && field.isAnnotationPresent(Sets.class)) {
        all.add(
            new Given(field.getAnnotation(Sets.class), option.names()[0], option.stringValues()));
      }
    }
    all.forEach(this::read);
    // A service must be known before its environment.
    all.stream()
        .filter(each -> each.sets.value().equals("env"))
        .forEach(each -> each.values.forEach(this::env));
    if (request.has("path")) {
      tree.set(
          "--get " + request.path("path").asString(),
          JSON.arrayNode().add(CompareFile.completeRequest(request)),
          "workload",
          "requests");
    }
  }

  SettingTree tree() {
    return tree;
  }

  /** What was typed of an option that has such a need; empty if there is none. */
  Optional<String> dependingOn(Need need) {
    return all.stream().filter(each -> each.sets.needs() == need).map(Given::said).findFirst();
  }

  private void read(Given given) {
    String path = given.sets.value();
    String said = given.said();
    String value = given.values.getLast();
    switch (path) {
      case "env" -> {}
      case "service" -> given.values.forEach(this::service);
      case "variants" ->
          tree.set(
              said,
              given.values.stream().flatMap(text -> VariantNames.split(text).stream()).toList(),
              path);
      case "simulation" ->
          tree.set(
              said,
              CompareFile.simulation(value, said, Path.of("").toAbsolutePath()),
              "workload",
              path);
      case "request/headers" -> given.values.forEach(this::header);
      case "request/expect" -> given.values.forEach(this::expect);
      case "request/body" ->
          request.put(
              "body",
              value.startsWith("@") ? CompareFile.content("body", value.substring(1)) : value);
      default -> {
        String[] names = path.split("/");
        if (names[0].equals("request")) {
          request.put(names[1], value);
          tree.says("/workload/requests/0/" + names[1], said);
        } else {
          tree.set(said, value, names);
        }
      }
    }
  }

  private void service(String text) {
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
    tree.says(pointer, said);
    String value = text.substring(name.length() + 1);
    if (value.startsWith("http://") || value.startsWith("https://")) {
      tree.set(said, value, "services", name, "from", "url");
    } else if (value.startsWith("docker:")) {
      tree.set(said, value.substring("docker:".length()), "services", name, "from", "image");
    } else if (VariantNames.isListed(value.split("@", 2)[0])) {
      tree.set(said, VariantNames.variant(value).name(), "services", name, "from", "variant");
    } else {
      tree.set(said, value, "services", name, "from", "command");
    }
  }

  private void env(String text) {
    String said = "--env " + text;
    String name = name(said, text, ':');
    String[] both = text.substring(name.length() + 1).split("=", 2);
    if (both.length < 2) {
      throw new UsageException(said + ": must be NAME:KEY=VALUE");
    }
    List<String> names = new ArrayList<>(file.at("/services").propertyNames());
    names.addAll(tree.at("/services").propertyNames());
    if (names.isEmpty()) {
      throw new UsageException(said + ": requires " + Need.SERVICE.text);
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

  private void header(String text) {
    String[] both = text.split(":", 2);
    if (both.length < 2) {
      throw new UsageException(
          "-H %s: must be NAME:VALUE, such as Accept:text/plain".formatted(text));
    }
    request.withObjectProperty("headers").withArrayProperty(both[0].strip()).add(both[1].strip());
    tree.says("/workload/requests/0/headers", "-H " + text);
  }

  private void expect(String text) {
    String[] both = text.split("=", 2);
    String[] kind = both[0].split(":", 2);
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
      throw new UsageException("--expect %s: must be %s".formatted(text, EXPECTATIONS));
    }
    String part = kind[0].equals("header") ? "headers" : kind[0];
    ObjectNode expect = request.withObjectProperty("expect");
    ObjectNode section = isNamed ? expect.withObjectProperty(part) : expect;
    String key = isNamed ? kind[1] : part;
    if (section.has(key)) {
      throw new UsageException("--expect %s: %s is given twice".formatted(text, both[0]));
    }
    section.put(key, both[1]);
    tree.says("/workload/requests/0/expect/" + part, "--expect " + text);
  }
}
