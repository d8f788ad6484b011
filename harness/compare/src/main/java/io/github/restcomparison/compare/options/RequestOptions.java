package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.file.UserFiles;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.UserSimulation;
import io.github.restcomparison.records.service.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/** What services of the user's are asked, as curl has it; what is not given is null. */
final class RequestOptions {
  private static final String EXPECTATIONS =
      "status=201, header:NAME=VALUE, body=TEXT, contains=TEXT, json:/POINTER=VALUE, atLeast=TIME or"
          + " atMost=TIME";

  @Option(
      names = {"--get", "--path"},
      paramLabel = "PATH",
      description = "The path that services of yours are asked for, with its query.")
  private String path;

  @Option(
      names = {"-X", "--method"},
      paramLabel = "METHOD",
      description = "The method (default: GET; with a body POST).")
  private String method;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "NAME:VALUE",
      description =
          "A header; $${TOKEN} in it is looked up in the environment, and never recorded.")
  private List<String> headers = List.of();

  @Option(
      names = {"-d", "--data"},
      paramLabel = "BODY",
      description = "The body, or @FILE for what is in a file.")
  private String body;

  @Option(
      names = "--expect",
      paramLabel = "WHAT",
      description =
          "What every answer must be, else it failed; more than once for more: "
              + EXPECTATIONS
              + " (default: any status from 200 to 299).")
  private List<String> expect = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "What an answer may take, 1ms to 10m (default: 60s).")
  private Duration timeout;

  @Option(names = "--insecure", description = "Accept any certificate of an https service.")
  private boolean insecure;

  @Option(
      names = "--simulation",
      paramLabel = "CLASS",
      description =
          "A Gatling simulation of yours, in Java, as the load; it finds the service's address in"
              + " System.getProperty(\"baseUrl\").")
  private String simulation;

  @Option(
      names = "--simulations",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Where its classes and jars are, or its sources (default: here).")
  private Path simulations;

  /** Whether anything is to be asked. */
  boolean areGiven() {
    return path != null || simulation != null;
  }

  /**
   * What is asked.
   *
   * @param otherwise what a file says, where nothing is given here
   * @throws UsageException where nothing is, or it cannot be sent
   */
  Workload workload(Optional<Workload> otherwise) {
    if (!areGiven()) {
      if (method != null || body != null || !headers.isEmpty() || !expect.isEmpty()) {
        throw new UsageException("-X, -H, -d and --expect may be given with --get (or --path)");
      }
      return otherwise.orElseThrow(
          () -> new UsageException("--get is missing: which path should be asked for?"));
    }
    return new Workload(
        path == null ? List.of() : List.of(request()),
        List.of(),
        Optional.ofNullable(simulation)
            .map(
                name ->
                    new UserSimulation(name, simulations.toAbsolutePath().normalize().toString())),
        timeout == null ? Workload.USUAL_TIMEOUT : timeout,
        insecure);
  }

  private RequestSpec request() {
    Optional<String> sent =
        Optional.ofNullable(body)
            .map(text -> text.startsWith("@") ? UserFiles.body(text.substring(1)) : text);
    String verb = method != null ? method : sent.isPresent() ? "POST" : "GET";
    Map<String, String> all = new LinkedHashMap<>();
    for (String header : headers) {
      String[] parts = header.split(":", 2);
      if (parts.length < 2) {
        throw new UsageException(
            "-H is '%s': it may be NAME:VALUE, such as Accept:text/plain".formatted(header));
      }
      all.put(parts[0].strip(), parts[1].strip());
    }
    return new RequestSpec(verb + " " + path, 1, verb, path, Map.of(), all, sent, expectation());
  }

  private Expectation expectation() {
    OptionalInt status = OptionalInt.empty();
    Map<String, String> wantedHeaders = new LinkedHashMap<>();
    Map<String, String> json = new LinkedHashMap<>();
    Map<String, String> rest = new LinkedHashMap<>();
    for (String each : expect) {
      String[] parts = each.split("=", 2);
      if (parts.length < 2) {
        throw wrong(each);
      }
      switch (parts[0].split(":", 2)[0]) {
        case "status" -> status = OptionalInt.of(number(each, parts[1]));
        case "header" -> wantedHeaders.put(named(each, parts[0]), parts[1]);
        case "json" -> json.put(named(each, parts[0]), parts[1]);
        case "body", "contains", "atLeast", "atMost" -> rest.put(parts[0], parts[1]);
        default -> throw wrong(each);
      }
    }
    return new Expectation(
        status,
        wantedHeaders,
        Optional.ofNullable(rest.get("body")),
        Optional.ofNullable(rest.get("contains")),
        json,
        time(rest, "atLeast"),
        time(rest, "atMost"));
  }

  private static Optional<Duration> time(Map<String, String> all, String name) {
    return Optional.ofNullable(all.get(name))
        .map(text -> DurationText.parse(text).orElseThrow(() -> wrong(name + "=" + text)));
  }

  private static String named(String each, String key) {
    String[] parts = key.split(":", 2);
    if (parts.length < 2 || parts[1].isEmpty()) {
      throw wrong(each);
    }
    return parts[1];
  }

  private static int number(String each, String text) {
    if (!text.matches("\\d{3}")) {
      throw wrong(each);
    }
    return Integer.parseInt(text);
  }

  private static UsageException wrong(String each) {
    return new UsageException("--expect is '%s': it may be %s".formatted(each, EXPECTATIONS));
  }
}
