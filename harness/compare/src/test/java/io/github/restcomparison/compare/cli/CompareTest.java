package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.options.DurationConverter;
import io.github.restcomparison.runner.variants.Catalogue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a user types and reads, where nothing is measured. */
class CompareTest {
  @TempDir private Path folder;

  @Test
  void unknownVariantIsOneLineThatNamesThoseThereAre() {
    Typed ended = Typed.compare("run", "--variants", "jersey");
    assertThat(ended.err())
        .startsWith("compare: no variant 'jersey': there are jersey-sync, jersey-virtual, ")
        .hasLineCount(1);
    assertThat(ended.code()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--users 0                  | --users is 0: it may be a whole number from 1 to 20000",
        "--users many               | Invalid value for option '--users': 'many' is not an int",
        "--requests 0               | --requests is 0: it may be a whole number from 1 to 1000000",
        "--rounds 0                 | --rounds is 0: it may be a whole number from 1 to 1000",
        "--delay 100                | Invalid value for option '--delay': '100' is no duration: it may be such as 100ms, 3s or 2m",
        "--delay 11m                | --delay in ms is 660000: it may be a whole number from 0 to 600000",
        "--warm-up 1500ms           | --warm-up in seconds is 1.5: it may be a whole number from 0 to 3600",
        "--workers few              | --workers is 'few': it may be a whole number from 1 to 20000, or virtual",
        "--study rest               | no study 'rest': there are gateway-2010, rest-2014, async-servlet-2016, connector-bio-nio, client-2023",
        "--quick                    | --quick: it may be given with --study",
        "--wait soon                | --wait is 'soon': it may be fixed, uniform, shared-tick, http or sql",
        "--variants vertx-rest,client-async | --variants names services and clients: it may be services only, or clients only",
        "--variants vertx-rest,vertx-rest | what is compared names one twice: --aa enters a control by itself",
        "--control jersey-virtual   | --control is 'jersey-virtual': it may be one of what is compared",
        "--for 1500ms               | --for in seconds is 1.5: it may be a whole number from 1 to 86400",
        "--rate fast                | --rate is 'fast': it may be such as 4000/s, or 100..4000/s for one that grows",
        "--rate 10 --users 5        | --users and --requests may be given without --rate only",
        "--http2=many               | --http2 is 'many': it may be each or shared",
        "--tls --variants jetty      | jetty speaks HTTP/1.1 without TLS only; vertx-rest, vertx-virtual, jersey-vertx, jersey-vertx-virtual, jersey-vertx-cdi speak others",
        "--rate 10 --duration 61m   | --duration in seconds is 3660: it may be a whole number from 1 to 3600",
        "--rate 10 --connections 0  | --connections is 0: it may be a whole number from 1 to 20000",
        "--connections 10           | --duration, --connections and --new-connections may be given with --rate",
        "--rate 10 --new-connections --http2 --variants vertx-rest | --new-connections may be given in HTTP/1.1 only: HTTP/2 has no Connection: close",
        "--injectors 2              | --context, --namespace, --injectors, --image*, --service-* and --injector-* may be given with --runtime kubernetes",
        "--colour                   | no option '--colour': compare run --help names all",
        "--rouns 3                  | no option '--rouns' (did you mean --rounds?): compare run --help names all",
        "--ressume                  | no option '--ressume' (did you mean --resume?): compare run --help names all",
        "twice                      | argument 'twice' is too much: compare run --help names what may be given",
        "--resume                   | %s holds no experiment to go on with",
        "--study rest-2014 --resume | %s holds no study to go on with",
      })
  void badInputIsOneLineAndNothingIsStarted(String options, String line) {
    Typed ended = Typed.compare(("run --out " + folder.resolve("out") + " " + options).split(" "));
    assertThat(ended.err())
        .isEqualTo("compare: " + line.replace("%s", folder.resolve("out").toString()) + "\n");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--service one={port} | --get is missing: which path should be asked for?",
        "--service {port} --get / | --service is '{port}': it may begin with NAME=",
        "--service a_b/c={port} --get / | --service: service is named 'a_b/c': it may have 1 to 40 letters, digits, '.', '_' and '-', and not end in -control",
        "--service one=serve --get / | --service one: command is 'serve': it, or its env, must say {port}, which becomes a free port",
        "--service one=http://h/x --get / | --service one: url is 'http://h/x': it may be http://HOST:PORT or https://HOST:PORT",
        "--service one=docker:-v --get / | --service one: image is '-v': it may be the name of one, such as registry/app:1",
        "--service one=vertx-rest@x=1 --get / | --service: 'x=1' in 'vertx-rest@x=1' is no setting: it may be like WORKERS=400, or jvm=-XX:+UseZGC",
        "--service one={port} --service one={port} --get / | --service: two are named 'one'",
        "--service one={port} --get orders | path is 'orders': it may be one that begins with a slash, without white space",
        "--service one={port} -X POST | -X, -H, -d and --expect may be given with --get (or --path)",
        "--get / | --service is missing: what should be asked? NAME=COMMAND, NAME=URL or NAME=docker:IMAGE",
        "--service one={port} --get / -X FETCH | method is 'FETCH': it may be GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
        "--service one={port} --get / --expect status=99 | --expect is 'status=99': it may be status=201, header:NAME=VALUE, body=TEXT, contains=TEXT, json:/POINTER=VALUE, atLeast=TIME or atMost=TIME",
        "--service one={port} --get / -H Accept | -H is 'Accept': it may be NAME:VALUE, such as Accept:text/plain",
        "--service one={port} --get / -d @none.json | body none.json is not there",
        "--service one={port} --get / -H X:${NEVER_SET} | service one: ${NEVER_SET} is not set: it must be in the environment of compare",
        "--service one={port} --get / --env two:A=b | --env names 'two': there are one",
        "--service one={port} --get / --env one:A | --env is 'one:A': it may be NAME:KEY=VALUE",
        "--service one={port} --get / --restart two=x | --restart names 'two': there are one",
        "--service one={port} --get / --ready health | --service one: ready is 'health': it may be a path with a slash, or a URL such as http://127.0.0.1:{port2}/health",
        "--service one={port} --get / --start-limit 0s | --service one: startLimit is '0ms': it may be 1s to 60m",
        "--service one={port} --get / --timeout 11m | timeout is 660000 ms: it may be 1ms to 10m",
        "--service one={port} --get / --request-count x | --service one: 'x': it may be a path and a metric, such as /actuator/prometheus http_server_requests_seconds_count{uri=\"/orders/{id}\"}",
        "--service one={port} --get / --requests 5 --duration 5s | --duration may be given without requests, or with rate",
        "--service one={port} --get / --wait http | --wait may be given where all that is compared are variants",
        "--service one={port} --get / --runtime docker | --runtime is 'docker': a service of yours says by itself what it runs in (docker:IMAGE)",
        "--service one={port} --get / --http2 | one has no https address, which TLS needs",
        "--service one={port} --get / --variants vertx-rest | --delay is missing: how long should a request to vertx-rest wait?",
        "--service one={port} --simulation 1x | simulation is '1x': it may be a class, such as com.acme.OrdersSimulation",
        "--service one={port} --get / --simulation X | simulation may be given without requests only",
        "--service one={port} --get / --param pool | --param is 'pool': it may be NAME=LIST, such as pool=10,20,50",
        "--service one={port} --get / --param pool=1,2 | --param pool: no service has {pool} in its command or env",
        "--file none.yaml | none.yaml is not there: ./compare init writes one",
      })
  void badServiceIsOneLineAndNothingIsStarted(String options, String line) {
    badInputIsOneLineAndNothingIsStarted(options, line);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "capacity --slo p99      | --slo is 'p99': it may be terms such as p50<120ms, p99<150ms, p99.9<1000ms, max<2000ms, failures=0 or failures<0.1%, separated by commas",
        "capacity --max-rate 5  | --max-rate is 5: it may be a whole number from 4000 to 1000000",
        "capacity --workers few      | --workers is 'few': it may be a whole number from 1 to 20000, or virtual",
        "sweep --users 10,many       | --users has 'many': it may be whole numbers, and ranges such as 16..1024x2",
        "sweep --users 5..1x2        | --users: '5..1x2' does not grow",
        "sweep --delay soon          | --delay: 'soon' is no duration: it may be such as 100ms, 3s or 2m",
        "sweep --rounds 0            | --rounds is 0: it may be a whole number from 1 to 100",
        "sweep --workers 16..64      | --workers is '16..64': it may be a whole number from 1 to 20000, or virtual",
      })
  void badSearchOrSweepIsOneLineAndNothingIsStarted(String command, String line) {
    Path out = folder.resolve("out");
    Typed ended = Typed.compare((command.strip() + " --out " + out).split(" +"));
    assertThat(ended.err()).isEqualTo("compare: " + line + "\n");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no/such --users 9           | RESULTS is 'no/such': it may be the folder of an experiment",
        "src                         | --users or --rate says what is planned for: one of them",
        "src --users 9 --rate 9/s    | --users or --rate says what is planned for: one of them",
        "src --users 0               | --users is 0: it may be 1 to 100000000",
        "src --rate 10               | --rate is '10': it may be such as 20000/s",
        "src --rate 0/s              | --rate is '0/s': it may be more than 0",
        "src --rate 9/s --think 1s   | --think may be given with --users: a rate does not wait",
        "src --users 9 --cpus many   | --cpus is 'many': it may be a number such as 8 or 0.5",
        "src --users 9 --memory 2t   | --memory is '2t': it may be such as 512m or 2g",
        "src --users 9 --nodes 0     | --nodes is '0': it may be auto, or 1 to 1000000",
        "src --users 9 --price 4     | --price is '4': it may be such as 0.04/cpu-hour",
        "src --users 9 --slo max<9ms | --slo is 'max<9ms': percentiles can be predicted, failures and max cannot",
        "src --users 9               | src/runs is missing: there is no run to report",
      })
  void badPlanIsOneLine(String options, String line) {
    Typed ended = Typed.compare(("plan --delay 1s " + options.strip()).split(" +"));
    assertThat(ended.err()).startsWith("compare: " + line).hasLineCount(1);
    assertThat(ended.code()).isBetween(1, 2);
    assertThat(Path.of("src/plan")).doesNotExist();
  }

  @Test
  void folderOfSomethingElseIsRefused() throws Exception {
    Path thesis = Files.writeString(folder.resolve("thesis.txt"), "years of work");
    Typed ended =
        Typed.compare("run", "--out", folder.toString(), "--users", "1", "--allow-concurrent");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("is not empty, and holds no experiment to go on with");
    assertThat(thesis).hasContent("years of work");
  }

  @Test
  void withoutACommandTheCommandsAreNamed() {
    Typed ended = Typed.compare();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualTo(
            "compare: what is to be done? run, sweep, capacity, memory, plan, report, list, diff or init (--help)\n");
  }

  @Test
  void reportOfNothingIsOneLine() {
    Typed ended = Typed.compare("report", folder.toString());
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualTo(
            "compare: %s is missing: there is no run to report\n"
                .formatted(folder.resolve("runs")));
  }

  @Test
  void diffOfOtherLoadsIsRefusedUnlessForced() throws Exception {
    Path before = experiment("before", "\"users\" : 1000");
    Path after = experiment("after", "\"users\" : 500");
    Typed refused = Typed.compare("diff", before.toString(), after.toString());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .isEqualTo(
            "compare: not comparable (--force compares all the same): users: 1000 before, 500"
                + " after\n");
    Typed forced = Typed.compare("diff", "--force", before.toString(), after.toString());
    assertThat(forced.code()).isZero();
    assertThat(forced.out()).contains("not the same: users: 1000 before, 500 after", "preview");
    assertThat(
            Typed.compare("diff", "--force", "--json", before.toString(), after.toString()).out())
        .contains("\"outcome\" : \"PREVIEW\"");
  }

  private Path experiment(String name, String users) throws IOException {
    Path run = Files.createDirectories(folder.resolve(name).resolve("runs/01-01-x"));
    try (InputStream recorded =
        CompareTest.class.getResourceAsStream("/run-folder/recorded/run.json")) {
      String record = new String(recorded.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(run.resolve("run.json"), record.replaceFirst("\"users\" : \\d+", users));
    }
    return folder.resolve(name);
  }

  @Test
  void listNamesEveryVariant() {
    Typed ended = Typed.compare("list", folder.toString());
    assertThat(ended.code()).isZero();
    Catalogue.variants()
        .forEach(each -> assertThat(ended.out()).contains(each.name(), each.threadModel()));
    assertThat(Typed.compare("list", folder.toString(), "--json").out())
        .contains("\"name\" : \"vertx-rest\"", "\"experiments\" : [ ]");
  }

  @Test
  void completionKnowsTheVariants() {
    assertThat(Typed.compare("generate-completion").out()).contains("jersey-virtual", "--resume");
  }

  @ParameterizedTest
  @CsvSource({"100ms, 100", "3s, 3000", "2m, 120000", "0ms, 0"})
  void durationsAreReadAsPeopleWriteThem(String text, long ms) {
    assertThat(new DurationConverter().convert(text).toMillis()).isEqualTo(ms);
  }
}
