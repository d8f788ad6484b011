package io.github.restcomparison.compare.options;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.compare.options.Options.Setting;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.FormPart;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.variants.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The options that were typed, as a tree of settings. */
final class OptionTree {
  private static final String EXPECTATIONS =
      "status=201, header:NAME=VALUE, body=TEXT, contains=TEXT, matches=REGEX, json:/POINTER=VALUE, atLeast=TIME"
          + " or atMost=TIME";
  private static final Pattern EXPECTATION =
      Pattern.compile(
          "(?s)(status|body|contains|matches|atLeast|atMost|(header|json):([^=]+))=(.*)");

  private static final Pattern URL =
      Pattern.compile("(?:([A-Za-z]+)\\s+)?(/\\S*)(?:\\s+(\\d{1,6}(?:\\.\\d{1,6})?))?");

  /** An address or an image without its prefix; no command has this form. */
  private static final Pattern ADDRESS =
      Pattern.compile("(\\w+://\\S*|localhost|([\\w.-]+|\\[[0-9A-Fa-f:]+]):\\d{1,5})(/\\S*)?");

  /** The header of curl's default type of a body. */
  private static final String TYPE = "Content-Type";

  private static final String FORM = TYPE + ": application/x-www-form-urlencoded";

  private final SettingTree file;
  private final SettingTree tree = new SettingTree();
  private final ObjectNode request = JsonNodeFactory.instance.objectNode();
  private final List<String> environment = new ArrayList<>();
  private final Body body;

  /** True if the type is neither stated nor the default one. */
  private boolean isUntyped;

  /**
   * Reads the options of a command.
   *
   * @param file has services that options may refer to
   * @throws SettingException if one is invalid by itself
   */
  OptionTree(CommandSpec command, SettingTree file) {
    this.file = file;
    this.body = new Body(file.has("/feeders") || file.has("/setup"));
    // An option that was typed twice is listed twice, each time with both values.
    Map<OptionSpec, Integer> read = new HashMap<>();
    for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
      if (option.userObject() instanceof Setting setting) {
        List<String> values = option.stringValues();
        refuseIf(
            values.size() > 1 && !option.isMultiValue(), option.longestName() + ": given twice");
        read(setting, option.names()[0], values.get(read.merge(option, 1, Integer::sum) - 1));
      }
    }
    body.setIn(request);
    // A service must be known before its environment.
    environment.forEach(this::env);
    boolean hasBody = request.has("body") || request.has("bodyFile");
    if (hasBody && !isUntyped && !hasHeader(TYPE)) {
      header("-d", FORM);
    }
    if (tree.root().remove("urls") instanceof JsonNode urls) {
      urls(urls.asString());
    } else if (request.has("path")) {
      tree.root().putArray("requests").add(request);
    } else if (!request.isEmpty()) {
      String first = request.propertyNames().iterator().next();
      throw new SettingException(tree.typed("/requests/0/" + first) + ": requires --get");
    }
  }

  SettingTree tree() {
    return tree;
  }

  private void read(Setting setting, String name, String value) {
    String typed = setting.label().isEmpty() ? name : name + " " + value;
    String[] path = setting.path().split("/");
    switch (path[0]) {
      case "file" -> {}
      case "env" -> environment.add(value);
      case "service" -> service(value);
      case "header" -> header(typed, value);
      case "form" -> {
        ArrayNode form = request.withArrayProperty("form");
        tree.recordTyped("/requests/0/form/" + form.size(), typed);
        tree.recordTyped("/requests/0/form", typed);
        form.add(
            path[1].equals("text")
                ? FormPart.ofText(typed, value)
                : FormPart.resolve(typed, Path.of(""), value));
      }
      case "body" -> {
        body.add(Body.Kind.of(path[1]), typed, value);
        tree.recordTyped("/requests/0/body", typed);
        tree.recordTyped("/requests/0/bodyFile", typed);
      }
      case "cert", "key", "cacert" ->
          tree.set(typed, Path.of(value).toAbsolutePath().normalize().toString(), path);
      case "compressed" -> {
        if (value.equals("true")) {
          header(typed, "Accept-Encoding: gzip, deflate");
        }
      }
      case "expect" -> expect(value);
      case "variants" -> tree.set(typed, split(value), path);
      case "request" -> {
        request.put(path[1], value);
        tree.recordTyped("/requests/0/" + path[1], typed);
        if (path[1].equals("path")) {
          tree.recordTyped("/requests", typed);
        }
      }
      default -> tree.set(typed, value, path);
    }
  }

  private void service(String text) {
    String typed = "--service " + text;
    String name = name(typed, text, '=');
    String pointer = SettingTree.pointer("services", name);
    refuseIf(tree.has(pointer) || file.has(pointer), "%s: two services are named %s", typed, name);
    tree.recordTyped(pointer, typed);
    String value = text.substring(name.length() + 1);
    boolean isServer = value.startsWith("http://") || value.startsWith("https://");
    refuseIf(
        !isServer && !value.startsWith("docker:") && ADDRESS.matcher(value).matches(),
        typed
            + ": must begin with http:// or https:// if it is an address, or with docker: if it is"
            + " an image");
    if (isServer) {
      tree.set(typed, value, "services", name, "url");
    } else if (value.startsWith("docker:")) {
      tree.set(typed, value.substring("docker:".length()), "services", name, "image");
    } else if (isListed(value.split("@", 2)[0])) {
      tree.set(typed, value, "services", name, "variant");
    } else {
      tree.set(typed, value, "services", name, "command");
    }
  }

  /** Splits a list of names at its commas, but not within the flag of a JVM. */
  private static List<String> split(String text) {
    List<String> names = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String start = part.strip().split("@", 2)[0];
      boolean isInFlag = !names.isEmpty() && names.getLast().contains("@jvm=");
      if (isInFlag && !isListed(start) && Variant.client(start).isEmpty()) {
        names.set(names.size() - 1, names.getLast() + "," + part);
      } else {
        names.add(part.strip());
      }
    }
    return names;
  }

  /** Returns whether the catalogue has a variant of that name. */
  private static boolean isListed(String name) {
    return Variant.services().stream().anyMatch(variant -> variant.name().equals(name));
  }

  private void env(String text) {
    String typed = "--env " + text;
    String name = name(typed, text, ':');
    String[] both = text.substring(name.length() + 1).split("=", 2);
    refuseIf(both.length < 2, typed + ": must be NAME:KEY=VALUE");
    List<String> names = new ArrayList<>(file.at("/services").propertyNames());
    names.addAll(tree.at("/services").propertyNames());
    refuseIf(names.isEmpty(), typed + ": requires " + PlanReader.SERVICE);
    if (!names.contains(name)) {
      throw new SettingException(
          "%s: no service %s; services: %s".formatted(typed, name, String.join(", ", names)));
    }
    tree.set(typed, both[1], "services", name, "env", both[0]);
  }

  private static String name(String typed, String text, char end) {
    int at = text.indexOf(end);
    refuseIf(at < 1, "%s: must begin with NAME%s", typed, end);
    return text.substring(0, at);
  }

  /**
   * Sets a header as curl does: {@code NAME:} removes the client's own, {@code NAME;} sends one
   * without a value.
   */
  private void header(String typed, String text) {
    boolean isEmpty = text.matches("[^:]+;\\s*");
    String[] both = text.split(isEmpty ? ";" : ":", 2);
    String name = both[0].strip();
    refuseIf(
        both.length < 2 || name.isEmpty(),
        typed + ": must be NAME:VALUE, such as Accept:text/plain");
    if (!isEmpty && both[1].isBlank()) {
      refuseIf(name.matches("(?i)content-length"), typed + ": cannot be removed");
      refuseIf(name.matches("(?i)host|accept"), typed + ": cannot be removed; state its value");
      isUntyped |= name.equalsIgnoreCase(TYPE);
      return;
    }
    request.withObjectProperty("headers").withArrayProperty(name).add(both[1].strip());
    tree.recordTyped(SettingTree.pointer("requests", "0", "headers", name), typed);
    tree.recordTyped("/requests/0/headers", typed);
  }

  private boolean hasHeader(String name) {
    return request.path("headers").propertyNames().stream().anyMatch(name::equalsIgnoreCase);
  }

  /**
   * Reads a file with a request in each line; a line that is there twice is drawn twice as often.
   */
  private void urls(String file) {
    String typed = "--urls " + file;
    for (String other : List.of("path", "method", "body", "form")) {
      boolean isStated = request.has(other) || other.equals("body") && request.has("bodyFile");
      refuseIf(isStated, "%s: not together with %s", typed, tree.typed("/requests/0/" + other));
    }
    Map<String, ObjectNode> requests = new LinkedHashMap<>();
    int number = 0;
    for (String line : CompareFile.content(typed, file).split("\\R")) {
      number++;
      Matcher parts = URL.matcher(line.strip());
      if (line.isBlank() || line.strip().startsWith("#")) {
        continue;
      }
      String at = "%s:%d".formatted(file, number);
      refuseIf(
          !parts.matches(),
          at + ": must be a method, a path and a weight, such as GET /orders/42 3");
      String method = parts.group(1) == null ? "GET" : parts.group(1);
      double weight = parts.group(3) == null ? 1 : Double.parseDouble(parts.group(3));
      String place = "/requests/" + requests.size();
      ObjectNode each =
          requests.computeIfAbsent(
              method + " " + parts.group(2),
              _ -> {
                tree.recordTyped(place, at);
                return request.deepCopy().put("method", method).put("path", parts.group(2));
              });
      each.put("weight", each.path("weight").asDouble(0) + weight);
    }
    refuseIf(requests.isEmpty(), typed + ": has no line");
    tree.recordTyped("/requests", typed);
    tree.root().putArray("requests").addAll(requests.values());
  }

  private void expect(String text) {
    Matcher parts = EXPECTATION.matcher(text);
    refuseIf(!parts.matches(), "--expect %s: must be %s", text, EXPECTATIONS);
    String named = parts.group(2);
    String part = named == null ? parts.group(1) : named.equals("header") ? "headers" : named;
    ObjectNode expect = request.withObjectProperty("expect");
    ObjectNode section = named == null ? expect : expect.withObjectProperty(part);
    String key = named == null ? part : parts.group(3);
    refuseIf(section.has(key), "--expect %s: %s is given twice", text, parts.group(1));
    section.put(key, parts.group(4));
    tree.recordTyped("/requests/0/expect", "--expect " + text);
    tree.recordTyped("/requests/0/expect/" + part, "--expect " + text);
  }
}
