package io.github.restcomparison.compare.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Feeder;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareFileTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void files() throws IOException {
    file = folder.resolve("compare.yaml");
    Files.writeString(folder.resolve("ids.csv"), "id\n1\n2\n");
    Files.writeString(folder.resolve("empty.csv"), "id\n");
    Files.writeString(folder.resolve("empty.json"), "[]");
    Files.writeString(folder.resolve("broken.json"), "[{");
    Files.writeString(folder.resolve("order.json"), "{\"id\": {id}}");
    Files.write(folder.resolve("picture.png"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
  }

  @Test
  void allThatMayStandInItIsRead() throws IOException {
    CompareFile read =
        read(
            """
            environment: {LEVEL: warn}
            services:
              old:
                command: java -jar app.jar --port={port}
                directory: .
                env: {DB: "${DB}"}
                ready: /health
                startLimit: 2m
                stopSignal: INT
                stopLimit: 3s
                workers: 200
                requestCount: /metrics requests_total{uri="/orders"}
              new: {image: "registry/app:1", port: 8080, cpus: 1.5, memory: 512m}
              there: {url: "http://10.0.0.5:8080", restart: systemctl restart app}
              ours: {variant: vertx-rest@EVENT_LOOPS=1}
            requests:
              - path: /orders/{id}
                weight: 3
                query: {verbose: true}
                headers: {Authorization: "Bearer ${TOKEN}"}
                expect: {status: 200, contains: id, json: {/id: "{id}"}, atLeast: 50ms, atMost: 5s}
              - {name: create, method: POST, path: /orders, bodyFile: order.json}
            feeders: [ids.csv]
            timeout: 5s
            insecure: true
            slo: p99<150ms,failures=0
            load: {users: 300, duration: 20s, delay: 100ms, warmUp: 10s}
            """);
    Map<String, ServiceSpec> services = read.users().services();
    assertThat(services).containsOnlyKeys("old", "new", "there", "ours");
    assertThat(services.get("old"))
        .isEqualTo(
            new ServiceSpec(
                new Origin.Command(
                    "java -jar app.jar --port={port}", Optional.of(folder.toString())),
                Map.of("LEVEL", "warn", "DB", "${DB}"),
                new Lifecycle(
                    Optional.of("/health"), Duration.ofMinutes(2), "INT", Duration.ofSeconds(3)),
                OptionalInt.of(200),
                Optional.of(new MetricSource("/metrics", "requests_total{uri=\"/orders\"}")),
                Optional.empty()));
    assertThat(services.get("new").from())
        .isEqualTo(
            new Origin.Image(
                "registry/app:1", OptionalInt.of(8080), Optional.of("1.5"), Optional.of("512m")));
    assertThat(services.get("new").env()).containsOnly(Map.entry("LEVEL", "warn"));
    assertThat(services.get("there").from())
        .isEqualTo(
            new Origin.Address("http://10.0.0.5:8080", Optional.of("systemctl restart app")));
    assertThat(services.get("ours").from())
        .isEqualTo(new Origin.OfCatalogue("vertx-rest@EVENT_LOOPS=1"));
    assertThat(read.users().workload().requests())
        .containsExactly(
            new RequestSpec(
                "GET /orders/{id}",
                3,
                "GET",
                "/orders/{id}",
                Map.of("verbose", "true"),
                Map.of("Authorization", "Bearer ${TOKEN}"),
                Optional.empty(),
                new Expectation(
                    OptionalInt.of(200),
                    Map.of(),
                    Optional.empty(),
                    Optional.of("id"),
                    Map.of("/id", "{id}"),
                    Optional.of(Duration.ofMillis(50)),
                    Optional.of(Duration.ofSeconds(5)))),
            new RequestSpec(
                "create",
                1,
                "POST",
                "/orders",
                Map.of(),
                Map.of(),
                Optional.of("{\"id\": {id}}"),
                Expectation.SUCCESS));
    assertThat(read.users().workload().feeders())
        .containsExactly(new Feeder(folder.resolve("ids.csv").toString()));
    assertThat(read.users().workload().timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(read.users().workload().insecure()).isTrue();
    assertThat(read.slo()).contains("p99<150ms,failures=0");
    assertThat(read.load()).isEqualTo(LoadSpec.stated(300, 0, OptionalInt.of(20), 100, 10_000));
  }

  @Test
  void rateIsAnOpenModel() throws IOException {
    LoadSpec load = read(MINIMAL + "load: {rate: 50/s, duration: 10s, delay: 100ms}\n").load();
    assertThat(load.open()).contains(new OpenModel(50, 50, 10, 20, false));
    assertThat(load.seconds()).isEmpty();
  }

  @Test
  void whatInitWritesIsRead() throws IOException {
    for (Map.Entry<Path, String> each : CompareFile.templates().entrySet()) {
      Files.writeString(folder.resolve(each.getKey()), each.getValue());
    }
    CompareFile read = CompareFile.read(file);
    assertThat(read.users().services()).containsOnlyKeys("platform", "virtual");
    assertThat(read.load()).isEqualTo(UserLoad.USUAL);
  }

  private static final String MINIMAL =
      """
      services: {one: {command: "serve {port}"}}
      requests: [{path: /}]
      """;

  /** The file is the minimal one with a line more, or without one of its own. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "lod: {users: 1} | :3: lod is unknown: there may be environment, feeders, insecure, load,",
        "load: {user: 1} | :3: load.user is unknown: there may be",
        "load: {users: many} | :3: load.users is 'many': it may be a whole number",
        "load: {users: 0} | :3: load: users is 0: it may be a whole number from 1 to 20000",
        "load: {duration: 10} | :3: load.duration is '10': it may be such as 100ms, 3s or 2m",
        "load: {duration: 1500ms} | :3: load: duration is 1500 ms: it may be whole seconds",
        "load: {requests: 5, duration: 5s} | :3: load: duration may be given without requests, or with rate",
        "load: {rate: fast} | :3: load: rate is 'fast': it may be such as 4000/s",
        "load: [users] | :3: load is no list of keys",
        "load: 5 | :3: load is no list of keys",
        "timeout: 0s | timeout is 0 ms: it may be 1ms to 10m",
        "timeout: soon | :3: timeout is 'soon': it may be such as 100ms",
        "insecure: perhaps | :3: insecure is 'perhaps': it may be true or false",
        "feeders: ids.csv | :3: feeders is 'ids.csv': it may be a list",
        "feeders: [ids.txt] | ids.txt': it may be a .csv or a .json file",
        "feeders: [none.csv] | none.csv is not there",
        "feeders: [empty.csv] | empty.csv has no record: it may have a line of names",
        "feeders: [empty.json] | empty.json has no record: it may have an array of JSON objects",
        "feeders: [broken.json] | broken.json has no record",
        "simulation: {class: com.acme.Orders} | simulation may be given without requests only",
        "services: {} | :3: services is there twice",
        "a: [ | :",
      })
  void badTopLevelIsOneLine(String line, String says) {
    refused(MINIMAL + line + "\n", says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | services.one: it has none of them: it may have one of command, image, url and variant",
        "{command: serve {port}, url: http://h} | :1: ",
        "{command: 'serve {port}', url: 'http://h'} | it has command and url: it may have one of",
        "{command: serve} | command is 'serve': it, or its env, must say {port}",
        "{command: ''} | command is '': it may be some text",
        "{command: [a]} | services.one.command may be a text or a number",
        "{comand: x} | it has none of them",
        "{command: 'a {port}', cpu: 1} | services.one.cpu is unknown: there may be command,",
        "{command: 'a {port}', ready: health} | ready is 'health': it may be a path with a slash",
        "{command: 'a {port}', startLimit: 0s} | startLimit is '0ms': it may be 1s to 60m",
        "{command: 'a {port}', stopSignal: USR1} | stopSignal is 'USR1': it may be TERM or INT",
        "{command: 'a {port}', workers: 0} | workers is 0: it may be 1 to 20000",
        "{command: 'a {port}', env: {A-B: c}} | env has 'A-B': a name may have letters, digits and _",
        "{command: 'a {port}', requestCount: metrics} | it may be a path and a metric",
        "{command: 'a {port}', requestCount: 'metrics x'} | path is 'metrics': it may be one that begins with a slash",
        "{command: 'a {port}', cpuSeconds: '/m x'} | cpuSeconds may be given with url",
        "{image: '-rm'} | image is '-rm': it may be the name of one",
        "{image: a, port: 70000} | port is '70000': it may be 1 to 65535",
        "{image: a, memory: 1 GB} | memory is '1 GB': it may be such as 512m",
        "{url: 'ftp://host'} | url is 'ftp://host': it may be http://HOST:PORT",
        "{url: 'http://host/orders'} | url is 'http://host/orders': it may be http://HOST:PORT",
        "{url: 'http://host', env: {A: b}} | env may be given with command or image",
      })
  void badServiceIsOneLine(String service, String says) {
    refused("services: {one: %s}\nrequests: [{path: /}]\n".formatted(service), says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | path is '': it may be one that begins with a slash",
        "{path: orders} | path is 'orders': it may be one that begins with a slash",
        "{path: /a b} | path is '/a b'",
        "{path: /, method: FETCH} | method is 'FETCH': it may be GET, HEAD, POST",
        "{path: /, weight: 0} | weight is '0.0': it may be above 0",
        "{path: /, weight: heavy} | requests[1].weight is 'heavy': it may be a number",
        "{path: /, headers: {'a b': c}} | header is 'a b'",
        "{path: /, bodyFile: none.json} | none.json is not there",
        "{path: /, bodyFile: picture.png} | picture.png is no text in UTF-8",
        "{path: /, expect: {status: 99}} | expect status is 99: it may be 100 to 599",
        "{path: /, expect: {state: 200}} | requests[1].expect.state is unknown",
        "{path: /, expect: {json: {id: 1}}} | expect json is 'id': it may be a JSON pointer",
        "{path: /, expect: {atMost: 5}} | requests[1].expect.atMost is '5': it may be such as 100ms",
        "{path: /}, {path: /} | two requests are named 'GET /'",
      })
  void badRequestIsOneLine(String request, String says) {
    refused("services: {one: {command: 'a {port}'}}\nrequests: [%s]\n".formatted(request), says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | is empty",
        "just text | :1: ",
        "requests: [{path: /}] | services is missing: what should be compared?",
        "services: {one: {command: 'a {port}'}} | requests are missing: what should be asked?",
        "services: {'a b': {command: 'a {port}'}} | service is named 'a b': it may have 1 to 40 letters",
        "services: {x-control: {command: 'a {port}'}} | and not end in -control",
      })
  void badFileIsOneLine(String text, String says) {
    refused(text, says);
  }

  @Test
  void missingFileIsOneLine() {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> CompareFile.read(file))
        .withMessage(file + " is not there: ./compare init writes one");
  }

  private void refused(String text, String says) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> read(text))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .contains(says)
                    .doesNotContain("\n")
                    .matches("(?s).*(compare\\.yaml|feeder|body) ?.*"));
  }

  private CompareFile read(String text) throws IOException {
    Files.writeString(file, text);
    return CompareFile.read(file);
  }
}
