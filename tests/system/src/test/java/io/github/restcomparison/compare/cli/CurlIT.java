package io.github.restcomparison.compare.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.FormPart;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.HabitsServer;
import io.github.restcomparison.system.driver.HabitsServer.Request;
import io.github.restcomparison.system.driver.HabitsServer.Response;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a server receives of each option with each character is what curl sends for the same option,
 * or the option is refused.
 */
@Tag("full")
@Order(4)
class CurlIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final CommandLine LINE = Compare.commandLine();

  /** All of ASCII that can be printed, and characters of two, three and four bytes in UTF-8. */
  private static final String ALL =
      IntStream.rangeClosed(' ', '~').mapToObj(Character::toString).collect(joining())
          + "\u00fc\u0141\u20ac\ud83d\ude00";

  /** Those that something reads in its own way, alone and before another character. */
  private static final List<String> SPECIAL =
      IntStream.rangeClosed(' ', '~')
          .filter(c -> !Character.isLetterOrDigit(c))
          .mapToObj(Character::toString)
          .toList();

  /**
   * Requests that are sent, by the number in their path; each has an option in the syntax of curl.
   */
  private static final Map<String, String[]> CASES = new LinkedHashMap<>();

  private static final List<String> REFUSED = new ArrayList<>();
  private static final Map<String, Request> OURS = new ConcurrentHashMap<>();
  private static final Map<String, Request> CURLS = new ConcurrentHashMap<>();

  @TempDir private static Path folder;
  private static String said;

  @BeforeAll
  static void send() throws Exception {
    assumeTrue(Cmd.isInstalled("curl"), "curl is not installed");
    Path file = Files.writeString(folder.resolve("all.txt"), ALL + "\r\n\t" + ALL + "\n");
    Files.writeString(folder.resolve("doc.json"), "{\r\n}");
    Files.writeString(folder.resolve("a,;\"b.png"), "x");
    ArrayNode requests = JSON.createArrayNode();
    for (String[] each : options(file)) {
      String number = each[1].startsWith("//127") ? "//" : Integer.toString(CASES.size());
      String path =
          (number.equals("//") ? "" : "/" + number) + (each[0].equals("--get") ? each[1] : "/");
      try {
        requests.add(ours(number, path, each));
        CASES.put(number, new String[] {path, each[0], each[1]});
      } catch (SettingException e) {
        REFUSED.add(String.join(" ", each));
      }
    }
    feeder(requests);
    try (HabitsServer ours = new HabitsServer(request -> seen(OURS, request));
        HabitsServer curls = new HabitsServer(request -> seen(CURLS, request))) {
      ObjectNode all = JSON.createObjectNode();
      all.putObject("services").putObject("one").put("url", ours.uri().toString());
      all.putArray("feeders").addObject().put("file", "values.json");
      all.set("requests", requests);
      all.putObject("load").put("users", 1).put("requests", 1).put("warmUp", "0s");
      Path yaml = Files.writeString(folder.resolve("compare.yaml"), all.toString());
      try (CompareProcess compare =
          CompareProcess.start(
              folder,
              "run",
              "--file=" + yaml,
              "--rounds=1",
              "--control=none",
              "--out=" + folder.resolve("out"))) {
        curl(curls.uri().toString());
        compare.exitCode();
        said = compare.output();
      }
    }
  }

  /** One that begins with two slashes has no number. */
  private static Response seen(Map<String, Request> all, Request request) {
    String number = request.target().startsWith("//") ? "//" : request.target().split("[/?]", 3)[1];
    all.putIfAbsent(number, request);
    return Response.of(200, "ok");
  }

  private static List<String[]> options(Path file) {
    String inPath = ALL.replaceAll("[^!-~]|#", "");
    List<String[]> options = new ArrayList<>();
    for (String each :
        List.of("//127.0.0.1:9/y", "/../a/./b", "/\\\\a@b:1/", "?" + inPath, "/x" + inPath)) {
      options.add(new String[] {"--get", each});
    }
    for (String option : List.of("-d", "--data-raw", "--data-binary", "--data-urlencode")) {
      for (String text : List.of("", "x" + ALL, "a=" + ALL, "\t" + ALL + "\r\n")) {
        options.add(new String[] {option, text});
      }
      options.add(new String[] {option, "@" + file});
    }
    options.add(new String[] {"--data-urlencode", "n@" + file});
    String quoted = ALL.replaceAll("([\\\\\"])", "\\\\$1");
    for (String text :
        List.of(
            "a=",
            "a=x" + ALL.replace(";", ""),
            "a=\"" + quoted + "\"",
            "a!#$%&'()*+,-./0:;<>?@[\\]^_`{|}~\" b=x",
            "a=x;type=text/html;charset=utf-8",
            "a=x;type=a/b;filename=" + "\"" + quoted + "\"",
            "a=@" + file,
            "a=@" + file + ";filename=b.pdf;type=x/y",
            "a=@\"" + folder + "/a,;\\\"b.png\"",
            "a=<" + file,
            "a=<" + folder + "/doc.json;type=application/json")) {
      options.add(new String[] {"-F", text});
    }
    options.add(new String[] {"--form-string", "a=" + ALL});
    options.add(new String[] {"-H", "X-A: x" + ALL});
    options.add(new String[] {"-H", "Cookie: a=" + ALL});
    options.add(new String[] {"-H", "X-Empty;"});
    options.add(new String[] {"-H", "X-None:"});
    for (String each : SPECIAL) {
      for (String text : List.of(each + "b", "b" + each)) {
        options.add(new String[] {"--get", "/" + text});
        options.add(new String[] {"-d", text});
        options.add(new String[] {"--data-urlencode", text});
        options.add(new String[] {"-F", "a=" + text});
        options.add(new String[] {"--form-string", "a=" + text});
        options.add(new String[] {"-H", "X-A:" + text});
      }
    }
    return options;
  }

  private static ObjectNode ours(String number, String path, String[] option) throws IOException {
    List<String> words = new ArrayList<>(List.of("run", "--service=one={port}", "--get", path));
    if (!option[0].equals("--get")) {
      words.addAll(List.of(option));
    }
    PlanReader reader =
        new PlanReader(
            LINE.parseArgs(words.toArray(String[]::new)).subcommand().commandSpec(),
            isForeign -> new SettingTree());
    RequestSpec spec = reader.settings().workload().requests().getFirst();
    ObjectNode request = JSON.createObjectNode();
    request
        .put("name", "n" + number)
        .put("method", spec.method())
        .put("path", spec.target().path());
    ObjectNode headers = request.putObject("headers");
    spec.headers().forEach((name, values) -> values.forEach(headers.putArray(name)::add));
    switch (spec.content().orElse(null)) {
      case Content.Text(String body) -> request.put("body", body);
      case Content.Bytes(String body) -> request.put("bodyFile", body);
      case Content.Form(List<FormPart> form) ->
          form.forEach(part -> request.withArrayProperty("form").add(part.text()));
      case null -> {}
    }
    return request;
  }

  private static void feeder(ArrayNode requests) throws IOException {
    ObjectNode value = JSON.createObjectNode().put("v", ALL);
    Files.writeString(folder.resolve("values.json"), value.toString());
    ObjectNode path =
        requests.addObject().put("name", "path").put("path", "/path/{v}?q={v}&r={=v}");
    path.putObject("query").put("s", "a+{v}");
    path.putObject("headers").put("X-A", "{v}").put("Cookie", "a={v}");
    ObjectNode form = requests.addObject().put("name", "form").put("method", "POST");
    form.put("path", "/form/{{v}}").put("body", "a={v}&b={=v}&c={{v}}");
    form.putObject("headers").put("Content-Type", "application/x-www-form-urlencoded");
    ObjectNode json = requests.addObject().put("name", "json").put("method", "POST");
    json.put("path", "/json/").put("body", "{\"a\": {v}, \"b\": {{v}}, \"c\": {w}}");
    ObjectNode parts = requests.addObject().put("name", "parts").put("method", "POST");
    parts.put("path", "/parts/").putArray("form").add("a={v}");
  }

  /** One process sends them all. */
  private static void curl(String base) throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    CASES.forEach(
        (number, each) -> {
          lines.add(lines.isEmpty() ? "" : "next");
          lines.addAll(List.of("silent", "globoff", "path-as-is", "output = /dev/null"));
          lines.add("header = \"User-Agent:\"");
          lines.add("url = " + quoted(base + each[0]));
          String name =
              Map.of("-d", "data", "-F", "form", "-H", "header")
                  .getOrDefault(each[1], each[1].replace("--", ""));
          if (!name.equals("get")) {
            lines.add(name + " = " + quoted(each[2]));
          }
        });
    Path config = Files.write(folder.resolve("curl.config"), lines);
    Cmd.of("curl", "--config", config.toString()).output();
  }

  private static String quoted(String text) {
    return "\""
        + text.replaceAll("([\\\\\"])", "\\\\$1")
            .replace("\t", "\\t")
            .replace("\r", "\\r")
            .replace("\n", "\\n")
        + "\"";
  }

  @Test
  void serverReceivesWhatCurlSends() {
    assertThat(CASES).hasSizeGreaterThan(350);
    assertThat(OURS.keySet()).as(said).containsAll(CASES.keySet());
    List<String> different = new ArrayList<>();
    CASES.forEach(
        (number, each) -> {
          List<Object> ours = comparable(OURS.get(number));
          List<Object> curls = comparable(CURLS.get(number));
          if (!ours.equals(curls)) {
            different.add("%s %s%nours:   %s%ncurl's: %s".formatted(each[1], each[2], ours, curls));
          }
        });
    assertThat(different).isEmpty();
  }

  /** Headers in any order, those of the client itself excluded, and any boundary of parts. */
  private static List<Object> comparable(Request request) {
    String type = "content-type: multipart/form-data; boundary=";
    String boundary =
        request.headers().stream()
            .filter(each -> each.startsWith(type))
            .map(each -> each.substring(type.length()))
            .findFirst()
            .orElse("");
    List<String> headers =
        request.headers().stream()
            .filter(each -> !each.startsWith("host:"))
            .filter(each -> boundary.isEmpty() || !each.startsWith("content-length:"))
            .map(each -> boundary.isEmpty() ? each : each.replace(boundary, "BOUNDARY"))
            .map(each -> each.replaceFirst(":\\s*", ": ").strip())
            .sorted()
            .toList();
    String body =
        boundary.isEmpty() ? request.body() : request.body().replace(boundary, "BOUNDARY");
    return List.of(request.method(), request.target(), headers, body);
  }

  /** The table in docs/reference.md. */
  @Test
  void refusalsAreThoseThatAreDocumented() {
    assertThat(REFUSED)
        .isNotEmpty()
        .allMatch(
            each ->
                each.matches(
                    "(?s)--get .*[ #].*|-d @.*|--data-binary @.*|--data-urlencode b?@.*|-F a=[@<(].*|-F a=.*;.*"));
  }

  @Test
  void valuesOfAFeederAreEncodedWhereTheyStand() {
    Request path = OURS.get("path");
    String[] parts = path.target().split("[/?&]", -1);
    String value = parts[2];
    assertThat(URLDecoder.decode(value.replace("+", "%2B"), UTF_8)).isEqualTo(ALL);
    assertThat(value).matches("[A-Za-z0-9._~%-]+");
    assertThat(path.target())
        .isEqualTo(
            "/path/%1$s?q=%1$s&r=%2$s&s=a%%2B%1$s"
                .formatted(
                    value,
                    ALL.replace(" ", "%20")
                        .replace("#", "%23")
                        .replace(
                            ALL.substring(ALL.indexOf('~') + 1),
                            "%C3%BC%C5%81%E2%82%AC%F0%9F%98%80")));
    String bytes = new String(ALL.getBytes(UTF_8), ISO_8859_1);
    assertThat(path.headers()).contains("x-a: " + bytes, "cookie: a=" + bytes);
    assertThat(OURS.get("form"))
        .returns("/form/{v}", Request::target)
        .returns("a=%s&b=%s&c={v}".formatted(value.replace("%20", "+"), bytes), Request::body);
    assertThat(OURS.get("json").body())
        .isEqualTo("{\"a\": %s, \"b\": {v}, \"c\": {w}}".formatted(bytes));
    assertThat(OURS.get("parts").body()).contains("\r\n\r\n" + bytes + "\r\n--");
  }
}
