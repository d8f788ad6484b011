package io.github.restcomparison.compare.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.records.Delay;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Expectation.Body;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Lifetime;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State.BeforeRun;
import io.github.restcomparison.records.service.State.Feeder;
import io.github.restcomparison.records.service.State.UserSetup;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Target;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    Files.writeString(folder.resolve("order.json"), "{\"id\": {id}}");
    Files.write(folder.resolve("picture.png"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
  }

  @Test
  void allSettingsAreRead() throws IOException {
    PlanSettings read =
        read(
            """
            services:
              old:
                command: java -jar app.jar --port={port}
                directory: .
                env: &env {LEVEL: warn, DB: "${DB}"}
                ready: /health
                startLimit: 2m
                stopSignal: INT
                stopLimit: 3s
                workers: 200
                requestCount: /metrics requests_total{uri="/orders"}
              new: {image: "registry/app:1", port: 8080, cpus: 1.5, memory: 512m, env: *env}
              there: {url: "http://10.0.0.5:8080", restart: systemctl restart app, cpuSeconds: /metrics cpu_seconds}
              ours: {variant: vertx-rest@EVENT_LOOPS=1}
            requests:
              - path: /orders/{id}
                weight: 3
                query: {verbose: true}
                headers: {Authorization: "Bearer ${TOKEN}"}
                expect: {status: 200, contains: id, json: {/id: "{id}"}, atLeast: 50ms, atMost: 5s}
              - {name: create, method: POST, path: /orders, bodyFile: order.json}
            feeders: [{file: ids.csv}]
            timeout: 5s
            insecure: true
            beforeRun: {command: ./reset}
            setup:
              requests: [{method: POST, path: /login, bodyFile: order.json}]
              take: {token: json:/token}
              renewAfter: 10m
              renewOn: 401
            slo: p99<150ms,failures=0
            load: {users: 300, duration: 20s, delay: 100ms, warmUp: 10s}
            """);
    Map<String, ServiceSpec> services = read.services();
    assertThat(services).containsOnlyKeys("old", "new", "there", "ours");
    assertThat(services.get("old"))
        .isEqualTo(
            new ServiceSpec(
                new Origin.Command(
                    "java -jar app.jar --port={port}", Optional.of(folder.toString())),
                Map.of("LEVEL", "warn", "DB", "${DB}"),
                new Lifetime(
                    Optional.of("/health"), Duration.ofMinutes(2), "INT", Duration.ofSeconds(3)),
                OptionalInt.of(200),
                Optional.of(new MetricSource("/metrics", "requests_total{uri=\"/orders\"}")),
                Optional.empty()));
    assertThat(services.get("new").from())
        .isEqualTo(
            new Origin.Image(
                "registry/app:1", OptionalInt.of(8080), Optional.of("1.5"), Optional.of("512m")));
    assertThat(services.get("new").env()).isEqualTo(services.get("old").env());
    assertThat(services.get("there").from())
        .isEqualTo(
            new Origin.Address(
                "http://10.0.0.5:8080",
                Optional.of("systemctl restart app"),
                Optional.of(folder.toString()),
                Optional.of(new MetricSource("/metrics", "cpu_seconds"))));
    assertThat(services.get("ours").from())
        .isEqualTo(new Origin.CatalogueVariant("vertx-rest@EVENT_LOOPS=1"));
    assertThat(read.workload().requests())
        .containsExactly(
            new RequestSpec(
                "GET /orders/{id}",
                3,
                "GET",
                new Target("/orders/{id}", Map.of("verbose", "true")),
                Map.of("Authorization", List.of("Bearer ${TOKEN}")),
                Optional.empty(),
                new Expectation(
                    Optional.of("200"),
                    Map.of(),
                    new Body(
                        Optional.empty(),
                        Optional.of("id"),
                        Optional.empty(),
                        Map.of("/id", "{id}")),
                    Optional.of(Duration.ofMillis(50)),
                    Optional.of(Duration.ofSeconds(5)))),
            new RequestSpec(
                "create",
                1,
                "POST",
                new Target("/orders", Map.of()),
                Map.of(),
                Optional.of(new Content.Text("{\"id\": {id}}")),
                Expectation.SUCCESS));
    assertThat(read.workload().state().feeders())
        .containsExactly(new Feeder(folder.resolve("ids.csv").toString(), false, Optional.empty()));
    assertThat(read.workload().state().beforeRun())
        .contains(new BeforeRun("./reset", Optional.of(folder.toString()), Duration.ofMinutes(1)));
    assertThat(read.workload().state().setup().orElseThrow())
        .returns("POST /login", setup -> setup.requests().getFirst().name())
        .returns(Map.of("token", "json:/token"), UserSetup::take)
        .returns(false, UserSetup::once)
        .returns(Optional.of(Duration.ofMinutes(10)), UserSetup::renewAfter)
        .returns(Optional.of("401"), UserSetup::renewOn);
    assertThat(read.workload().timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(read.workload().tls().insecure()).isTrue();
    assertThat(read.slo()).contains(Slo.of("p99<150ms,failures=0"));
    assertThat(read.load())
        .returns(300, Load::concurrency)
        .returns(Duration.ofSeconds(20), Load::loadTime)
        .returns(new Delay(Wait.STATED, Duration.ofMillis(100)), Load::delay)
        .returns(Duration.ofSeconds(10), Load::warmUp);
  }

  @Test
  void rateIsAnOpenModel() throws IOException {
    Load load = read(MINIMAL + "load: {rate: 50/s, duration: 10s, delay: 100ms}\n").load();
    assertThat(load.open()).contains(new OpenModel(new Rate(50, 50), 10));
    assertThat(load.concurrency()).isEqualTo(20);
    assertThat(load.loadTime()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void parameterMakesAServiceForEachOfItsValues() throws IOException {
    String file = MINIMAL.replace("{port}", "{port} {pool}") + "parameters: {pool: 1..4x2}\n";
    assertThat(read(file).services()).containsOnlyKeys("one@pool=1", "one@pool=2", "one@pool=4");
    assertThat(read(file).services().get("one@pool=4").from())
        .isEqualTo(new Origin.Command("serve {port} 4", Optional.of(folder.toString())));
    refused(
        MINIMAL + "parameters: {pool: 1}\n",
        ":3: parameters.pool 1: no service has {pool} in its command or env");
  }

  @Test
  void requestWithABodyIsAPost() throws IOException {
    assertThat(read(MINIMAL.replace("path: /", "path: /, body: x")).workload())
        .extracting(workload -> workload.requests().getFirst().name())
        .isEqualTo("POST /");
  }

  @Test
  void fileOfInitIsRead() throws IOException {
    for (Map.Entry<Path, String> each : CompareFile.templates().entrySet()) {
      Files.writeString(folder.resolve(each.getKey()), each.getValue());
    }
    PlanSettings read = bound(file);
    assertThat(read.services()).containsOnlyKeys("platform", "virtual");
    assertThat(read.load())
        .returns(100, Load::concurrency)
        .returns(Duration.ofSeconds(15), Load::loadTime)
        .returns(new Delay(Wait.STATED, Duration.ZERO), Load::delay)
        .returns(Duration.ofSeconds(40), Load::warmUp);
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
        "lod: {users: 1} | :3: lod: unknown key (did you mean load?); valid:",
        "load: {user: 1} | :3: load.user: unknown key (did you mean users?); valid:",
        "load: {users: many} | :3: load.users many: must be between 1 and 20000",
        "load: {users: 0} | :3: load.users 0: must be between 1 and 20000",
        "load: {duration: 10} | :3: load.duration 10: must be whole seconds between 1s and 60m",
        "load: {duration: 1500ms} | :3: load.duration 1500ms: must be whole seconds between 1s and 60m",
        "load: {requests: 5, duration: 5s} | load.requests 5",
        "load: [users] | :3: load: must be keys and values, such as key: value",
        "load: 5 | :3: load 5: must be keys and values, such as key: value",
        "timeout: 0s | :3: timeout 0s: must be between 1ms and 10m",
        "timeout: soon | :3: timeout soon: must be between 1ms and 10m",
        "insecure: perhaps | :3: insecure perhaps: must be true or false",
        "beforeRun: reset | :3: beforeRun reset: must be keys and values, such as key: value",
        "beforeRun: {command: ''} | :3: beforeRun.command '': must be some text",
        "beforeRun: {command: a, limit: 0s} | :3: beforeRun.limit 0s: must be between 1s and 60m",
        "beforeRun: {limit: 5s} | :3: beforeRun: has no command",
        "setup: {take: {a: json:/a}} | :3: setup: has no requests",
        "setup: {once: true} | :3: setup: has no requests",
        "setup: {requests: [{path: /, headers: {Upgrade: h2c}}]} | :3: setup.requests[1].headers.Upgrade h2c: leave it out",
        "setup: {requests: [{path: login}]} | :3: setup.requests[1].path login: must be a path that begins with a slash",
        "setup: {requests: [{path: /, weight: 2}]} | :3: setup.requests[1].weight 2: only in requests of the load",
        "setup: {requests: [{path: /, body: a, form: ['x=y']}]} | :3: setup.requests[1]: has body and form; must have one of them",
        "setup: {requests: [{path: /}], take: {a: /a}} | :3: setup.take.a /a: must be json:/POINTER, header:NAME or cookie:NAME",
        "setup: {requests: [{path: /}], renewOn: often} | :3: setup.renewOn often: must be between 100 and 599; several are separated by commas",
        "setup: {requests: [{path: /}], renewAfter: 0s} | :3: setup.renewAfter 0s: must be between 1ms and 60m",
        "setup: {requests: [{path: /}], each: user} | :3: setup.each: unknown key; valid: once, renewAfter, renewOn, requests, take",
        "feeders: ids.csv | :3: feeders ids.csv: must be a list, each line of which begins with '- '",
        "feeders: [ids.csv] | :3: feeders[1] ids.csv: must be keys and values, such as key: value",
        "feeders: [{once: true}] | :3: feeders[1]: has no file",
        "feeders: [{file: a, once: maybe}] | :3: feeders[1].once maybe: must be true or false",
        "feeders: [{file: a, delimiter: ab}] | feeders[1].delimiter ab: must be one character, or \\t",
        "simulation: {class: com.acme.Orders} | :3: simulation: must be a text or a number",
        "services: {} | :3: services: given twice",
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
        "{} | :1: services.one: has none; must have one of command, image, url and variant",
        "{command: serve {port}, url: http://h} | :1: ",
        "{command: 'serve {port}', url: 'http://h'} | :1: services.one: has command and url; must have one of command, image, url and variant",
        "{command: serve} | :1: services.one: command or env must contain {port}, which becomes a free port",
        "{command: 'a {port}', port: 80} | :1: services.one: port: not with command",
        "{command: ''} | :1: services.one.command '': must be some text",
        "{command: [a]} | :1: services.one.command: must be some text",
        "{comand: x} | :1: services.one.comand: unknown key (did you mean command?); valid:",
        "{command: 'a {port}', cpu: 1} | :1: services.one.cpu: unknown key (did you mean cpus?); valid:",
        "{command: 'a {port}', ready: health} | ready health: must be a path with a slash",
        "{command: 'a {port}', startLimit: 0s} | :1: services.one.startLimit 0s: must be between 1s and 60m",
        "{command: 'a {port}', stopSignal: USR1} | stopSignal USR1: must be TERM, INT, QUIT, HUP or KILL",
        "{command: 'a {port}', workers: 0} | :1: services.one.workers 0: must be between 1 and 20000",
        "{command: 'a {port}', env: {A-B: c}} | env name A-B: must be of letters, digits and _",
        "{command: 'a {port}', requestCount: metrics} | :1: services.one.requestCount metrics: must be a path and a metric, such as /actuator/prometheus http_server_requests_seconds_count{uri=\"/orders/{id}\"}",
        "{command: 'a {port}', requestCount: 'metrics x'} | path metrics: must be a path such as /metrics",
        "{command: 'a {port}', cpuSeconds: '/m x'} | services.one: cpuSeconds: not with command",
        "{image: '-rm'} | image -rm: must be an image name",
        "{image: a, port: 70000} | port 70000: must be between 1 and 65535",
        "{image: a, memory: 1 GB} | memory 1 GB: must be between 6m and 999999g, such as 512m or 2g",
        "{image: a, memory: 512Mi} | memory 512Mi: must be between 6m and 999999g, such as 512m or 2g",
        "{image: a, memory: 512k} | memory 512k: must be between 6m and 999999g, such as 512m or 2g",
        "{image: a, memory: 0} | memory 0: must be between 6m and 999999g, such as 512m or 2g",
        "{image: a, cpus: 0.0} | cpus 0.0: must be above 0, such as 2 or 1.5",
        "{url: 'ftp://host'} | url ftp://host: must be http://HOST:PORT",
        "{url: 'http://host/orders'} | url http://host/orders: must be http://HOST:PORT",
        "{url: 'http://host', env: {A: b}} | env: only with command or image",
      })
  void badServiceIsOneLine(String service, String says) {
    refused("services: {one: %s}\nrequests: [{path: /}]\n".formatted(service), says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | :2: requests[1]: path '': must be a path that begins with a slash, in ASCII, without white space and #; encode these as %20 and %23",
        "{path: orders} | path orders: must be a path that begins with a slash",
        "{path: /a b} | :2: requests[1].path /a b: must be a path that begins with a slash, in ASCII, without white space and #; encode these as %20 and %23",
        "{path: /, method: FETCH} | method FETCH: must be GET, HEAD, POST",
        "{path: /, weight: 0} | :2: requests[1].weight 0: must be above 0, up to 1000000",
        "{path: /, weight: heavy} | requests[1].weight heavy: must be a number",
        "{path: /, headers: {'a b': c}} | :2: requests[1].headers.a b c: a name of a header has letters, digits and -",
        "{path: /, headers: {Accept: x, Content-Length: 9}} | :2: requests[1].headers.Content-Length 9: leave it out: the client counts the bytes",
        "{path: /, headers: {Connection: [close, TE]}} | :2: requests[1].headers.Connection: must be close or keep-alive",
        "{path: /, bodyFile: none.json} | :2: requests[1].bodyFile none.json (",
        "{path: /, body: a, bodyFile: picture.png} | :2: requests[1].bodyFile: not together with body",
        "{path: /, body: a, bodyFile: order.json} | :2: requests[1].bodyFile: not together with body",
        "{path: /, name: ''} | :2: requests[1].name '': must be some text",
        "{path: /, headers: {Accept: {a: b}}} | :2: requests[1].headers.Accept: must be a text or a number, or a list of these",
        "{path: /, headers: {<<: {Accept: b}}} | :2: requests[1].headers.<<: merge keys are not supported; state each key",
        "{path: /, form: [x]} | :2: requests[1].form[1] x: must be NAME=VALUE, NAME=@FILE or NAME=<FILE, followed by ;type=TYPE or ;filename=NAME",
        "{path: /, form: ['x=@none.png']} | x=@none.png: no such file",
        "{path: /, body: a, form: ['x=y']} | :2: requests[1]: has body and form; must have one of them",
        "{path: /, expect: {status: 99}} | expect.status 99: must be between 100 and 599; several are separated by commas",
        "{path: /, expect: {matches: 'a['}} | expect.matches a[: must be a regular expression: Unclosed character class near index 1",
        "{path: /, expect: {state: 200}} | :2: requests[1].expect.state: unknown key (did you mean status?); valid:",
        "{path: /, expect: {json: {id: 1}}} | expect json id: must be a JSON pointer",
        "{path: /, expect: {atMost: 5}} | :2: requests[1].expect.atMost 5: must be a duration such as 100ms, 3s, 2m or 1h",
        "{path: /}, {path: /} | :2: requests[2]: must be the only one named 'GET /'",
      })
  void badRequestIsOneLine(String request, String says) {
    refused("services: {one: {command: 'a {port}'}}\nrequests: [%s]\n".formatted(request), says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | : is empty",
        "just text | :1: just text: must be keys and values, such as key: value",
        "a: &a [*a] | : is nested too deeply, or has an alias of itself in it",
        "a: 1\\n---\\nb: 2 | :2: expected a single document in the stream: but found another document",
        "services: {'a b': {command: 'a {port}'}} | :1: services.a b: name a b: must be 1 to 40 letters, digits, '.', '_' and '-', and not end in -control",
        "services: {x-control: {command: 'a {port}'}} | and not end in -control",
      })
  void badFileIsOneLine(String text, String says) {
    refused(text.replace("\\n", "\n"), says);
  }

  @Test
  void fileThatIsNoTextIsOneLine() throws IOException {
    Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> CompareFile.read(file))
        .withMessage(file + ": must be text in UTF-8");
  }

  @Test
  void missingFileIsOneLine() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> CompareFile.read(file))
        .withMessage(file + ": no such file; ./compare init writes one");
  }

  private void refused(String text, String says) {
    assertThatExceptionOfType(RuntimeException.class)
        .isThrownBy(() -> read(text))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .contains(says)
                    .doesNotContain("\n")
                    .matches("(?s).*(compare\\.yaml|feeder) ?.*"));
  }

  /** As bound: what a file need not state is filled in. */
  private PlanSettings read(String text) throws IOException {
    Files.writeString(file, text);
    return bound(file);
  }

  static PlanSettings bound(Path file) throws IOException {
    return PlanSettings.of(CompareFile.read(file).withFallback(PlanSettings.usualLoad(true)));
  }
}
