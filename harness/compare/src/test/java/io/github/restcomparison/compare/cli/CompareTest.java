package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.records.plan.StartCommand;
import io.github.restcomparison.runner.host.Placement;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands and their output, without a measurement. */
class CompareTest {
  @TempDir private Path folder;

  @Test
  void unknownVariantIsOneLineWithTheValidOnes() {
    Typed ended = Typed.compare("run", "--variants", "jersey");
    assertThat(ended.err())
        .startsWith(
            "compare: --variants jersey: unknown variant 'jersey'; valid: jersey-sync, jersey-virtual, ")
        .endsWith("; ./compare list explains them\n")
        .hasLineCount(1);
    assertThat(ended.code()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--users 0 | --users 0: must be between 1 and 20000",
        "--users many | --users many: must be between 1 and 20000",
        "--users 5 --users 6 | --users: given twice",
        "--insecure --no-insecure | --insecure: given twice",
        "--requests 0 | --requests 0: must be between 1 and 1000000",
        "--requests 200000 | --requests 200000: the load would take about 27 h 48 min; a run may take 3 h",
        "--requests 200000 --variants vertx-rest | --requests 200000: the load would take about 5 h 34 min; a run may take 3 h",
        "--delay 10m | --delay 10m: the load would take about 83 h 21 min; a run may take 3 h",
        "--requests 9000 --ramp-up 60m --warm-up 60m --delay 1s | --requests 9000: the load would take about 14 h 30 min; a run may take 3 h",
        "--rounds 0 | --rounds 0: must be a number between 1 and 1000, or a range such as 3..10",
        "--rounds 5..3 | --rounds 5..3: must be a number between 1 and 1000, or a range such as 3..10",
        "--delay 11m | --delay 11m: must be between 0ms and 10m",
        "--warm-up 1500ms | --warm-up 1500ms: must be whole seconds between 0s and 60m",
        "--workers few | --workers few: must be between 1 and 20000, or virtual",
        "--wait soon | --wait soon: must be fixed, uniform, shared-tick, http or sql",
        "--variants vertx-rest,client-async | --variants: must be services only, or clients only",
        "--variants client-async --rate 9/s | --rate 9/s: requires services, not clients",
        "--variants client-async --delay 9ms | --delay 9ms: requires services, not clients",
        "--variants vertx-rest,vertx-rest | --variants vertx-rest,vertx-rest: a name is given twice; --control measures one twice",
        "--control jersey-virtual | --control jersey-virtual: must be one of jersey-sync, jersey-async, vertx-rest",
        "--baseline jersey-virtual | --baseline jersey-virtual: must be one of jersey-sync, jersey-async, vertx-rest",
        "--for 1500ms | --for 1500ms: must be whole seconds between 1s and 24h",
        "--for 25h | --for 25h: must be whole seconds between 1s and 24h",
        "--rate fast | --rate fast: must be such as 4000/s, or 100..4000/s for a growing rate",
        "--rate 200..100/s | --rate 200..100/s: must be such as 4000/s, or 100..4000/s for a growing rate",
        "--for 1s | --for 1s: must be more than 80s, the time of the loads of one round",
        "--for 39s --service one={port} --get / --duration 20s --control one | --for 39s: must be more than 40s, the time of the loads of one round",
        "--rate 10 --users 5 | --rate 10: not together with --users 5",
        "--rate 100000 --delay 1s | --rate 100000: must be lower: with this delay it needs 200010 connections, of 20000; or state --connections",
        "--service a=http://127.0.0.1:1 --get /x --allow-concurrent | service a: nothing listens on 127.0.0.1:1",
        "--wait http --variants tomcat | --wait http: tomcat does not support it; valid: jersey-sync, jersey-virtual, jersey-async, vertx-rest, vertx-virtual, jersey-vertx",
        "--protocol many | --protocol many: must be http1-tls or http2",
        "--protocol http1-tls --variants jetty | --protocol http1-tls: jetty supports only HTTP/1.1 without TLS; valid: vertx-rest, vertx-virtual, jersey-vertx, jersey-vertx-virtual, jersey-vertx-cdi, and https addresses",
        "--rate 10 --duration 61m | --duration 61m: must be whole seconds between 1s and 60m",
        "--rate 10 --connections 0 | --connections 0: must be between 1 and 20000, or new",
        "--connections 10 | --connections 10: requires --rate",
        "--rate 10 --connections new --protocol http2 --variants vertx-rest | --connections new: must be a number: HTTP/2 has no Connection: close",
        "--workers 5 --variants vertx-rest | --workers 5: requires a variant whose waiting blocks a thread, or your own service",
        "--injectors 2 | --injectors 2: requires --runtime kubernetes",
        "--images x/ | --images x/: requires --runtime kubernetes",
        "--runtime kubernetes --pin | --pin: not supported with --runtime kubernetes",
        "--runtime kubernetes | --runtime kubernetes: its module is not on the class path; start ./compare",
        "--runtime moon | --runtime moon: must be bare, docker or kubernetes",
        "--colour | unknown option '--colour'; see compare run --help",
        "--rouns 3 | unknown option '--rouns' (did you mean --rounds?); see compare run --help",
        "--ressume | unknown option '--ressume' (did you mean --resume?); see compare run --help",
        "twice | unexpected argument 'twice'; see compare run --help",
        "--resume %s | --resume %s: has no plan.json",
        "--users 5 --resume %s | --users: not with --resume, which takes all settings from %s/plan.json",
        "--env a:B=c | --env a:B=c: requires your own service (--service or --file)",
        "--timeout 5s | --timeout 5s: requires your own service (--service or --file)",
        "--insecure | --insecure: requires your own service (--service or --file)",
        "--ready / | --ready /: requires your own service (--service or --file)",
        "--expect status=200 | --expect status=200: requires --get",
        "--compressed | --compressed: requires --get",
        "--cert a.pem | --cert a.pem: requires your own service (--service or --file)",
        "--service one={port} --get / --key /a.pem | --key /a.pem: requires --cert",
        "--service one={port} --get / --insecure --cacert /a.pem | --cacert /a.pem: not together with --insecure",
        "--service one={port} --get / --cacert /none.pem | --cacert /none.pem: must be a readable file",
        "-F a=b | -F a=b: requires --get",
        "--service one={port} --get / -F a | -F a: must be NAME=VALUE, NAME=@FILE or NAME=<FILE, followed by ;type=TYPE or ;filename=NAME",
        "--service one={port} --get / -F a=@/none.png | -F a=@/none.png: no such file: /none.png",
        "--service one={port} --get / -F a=b -d c | --get /: has body and form; must have one of them",
        "--urls none.txt | --urls none.txt: no such file",
        "--service one={port} --get / --urls none.txt | --urls none.txt: not together with --get /",
        "--service one={port} --urls none.txt -d x | --urls none.txt: not together with -d x",
        "--service one={port} --urls none.txt --data-binary @/bin/sh | --urls none.txt: not together with --data-binary @/bin/sh",
        "--service one={port} --get / --expect matches=a[ | --expect matches=a[: must be a regular expression: Unclosed character class near index 1",
        "--service one={port} --get / --expect status=200,4 | --expect status=200,4: must be between 100 and 599; several are separated by commas",
        "--service one={port} | missing option --get PATH or --urls FILE",
        "--service {port} --get / | --service {port}: must begin with NAME=",
        "--service a_b/c={port} --get / | --service a_b/c={port}: name a_b/c: must be 1 to 40 letters, digits, '.', '_' and '-', and not end in -control",
        "--service one=serve --get / | --service one=serve: command or env must contain {port}, which becomes a free port",
        "--service one=http://h/x --get / | --service one=http://h/x: must be http://HOST:PORT or https://HOST:PORT",
        "--service one=docker:-v --get / | --service one=docker:-v: must be an image name, such as registry/app:1",
        "--service one=vertx-rest@x=1 --get / | --service one=vertx-rest@x=1: vertx-rest@x=1: 'x=1' must be a setting such as WORKERS=400, or jvm=-XX:+UseZGC",
        "--service one=vertx-rest --get / | --get /: requires your own service (--service or --file)",
        "--service one={port} --service one={port} --get / | --service one={port}: two services are named one",
        "--service one={port} --get orders | --get orders: must be a path that begins with a slash, in ASCII, without white space and #; encode these as %20 and %23",
        "--service one={port} -X POST | -X POST: requires --get",
        "--get / | --get /: requires your own service (--service or --file)",
        "--service one={port} --get / -d @/ | -d @/: must be a readable file",
        "--service one={port} --get / -F a=@/ | -F a=@/: must be a readable file: /",
        "--service one={port} --get / --expect atLeast=5s --expect atMost=1s | --expect atMost=1s: atLeast is more than atMost",
        "--service one={port} --get /{id} | --get /{id}: no feeder and no setup has {id}; {{id}} is the text {id}",
        "--service one={port} --get / -H X:{token} | -H X:{token}: no feeder and no setup has {token}; {{token}} is the text {token}",
        "--service one={port} --get / --junit / | --junit /: must be a writable file",
        "--service one={port} --get / --junit /dev/null/report.xml | --junit /dev/null/report.xml: must be a writable file",
        "--file / | /: must be a readable file",
        "--service one={port} --get / -X FETCH | -X FETCH: must be GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS",
        "--service one={port} --get / --expect status=99 | --expect status=99: must be between 100 and 599; several are separated by commas",
        "--service one={port} --get / --expect state=5 | --expect state=5: must be status=201, header:NAME=VALUE, body=TEXT, contains=TEXT, matches=REGEX, json:/POINTER=VALUE, atLeast=TIME or atMost=TIME",
        "--service one={port} --get / --expect contains=a --expect contains=b | --expect contains=b: contains is given twice",
        "--service one=@ --get / | --service one=@: command or env must contain {port}, which becomes a free port",
        "--service one={port} --get / -H Accept | -H Accept: must be NAME:VALUE, such as Accept:text/plain",
        "--service one={port} --get / -d @none.json | -d @none.json: no such file",
        "--service one={port} --get / -H accept: | -H accept:: cannot be removed; state its value",
        "--service one={port} --get / -d @/bin/sh | -d @/bin/sh: must be text in UTF-8 of up to 16 MB; --data-binary sends any file",
        "--service one={port} --get / --data-urlencode a@none.txt | --data-urlencode a@none.txt: no such file",
        "--service one={port} --get / -F a=b;c | -F a=b;c: ;c is not supported; write \"…\" around a value that has ; in it",
        "--service one={port} --get / -F a=</none.txt | -F a=</none.txt: no such file: /none.txt",
        "--service one={port} --get / --form-string a | --form-string a: must be NAME=TEXT",
        "--service one={port} --get http://h/x | --get http://h/x: must be a path that begins with a slash, in ASCII, without white space and #; encode these as %20 and %23",
        "--service one={port} --get /ü | --get /ü: must be a path that begins with a slash, in ASCII, without white space and #; encode these as %20 and %23",
        "--service one={port} --get / -d a� | a�: an argument must be text in UTF-8",
        "--service one={port} --get / -H X:${NEVER_SET} | -H X:${NEVER_SET}: ${NEVER_SET} is not set in the environment; write $${NEVER_SET} to send it as it is",
        "--service one={port} --get / -d ${NEVER_SET} | -d ${NEVER_SET}: ${NEVER_SET} is not set in the environment; write $${NEVER_SET} to send it as it is",
        "--service one={port}${NEVER_SET} --get / | --service one={port}${NEVER_SET}: ${NEVER_SET} is not set in the environment; write $${NEVER_SET} to send it as it is",
        "--service one={port} --get / -H :x | -H :x: must be NAME:VALUE, such as Accept:text/plain",
        "--service one={port} --get / -H a/b~:x | -H a/b~:x: a name of a header has letters, digits and -",
        "--service one={port} --get / -H Content-Length: -d a | -H Content-Length:: cannot be removed",
        "--service one={port} --get / -H Content-Length:9 | -H Content-Length:9: leave it out: the client counts the bytes",
        "--service one={port} --get / -H transfer-encoding:chunked -H A:b -d abc | -H transfer-encoding:chunked: leave it out: the client sends Content-Length",
        "--service one={port} --get / -H Trailer:X | -H Trailer:X: leave it out: the client sends no trailers",
        "--service one={port} --get / -H TE:gzip | -H TE:gzip: must be trailers: the client reads no other coding",
        "--service one={port} --get / -H Connection:Upgrade | -H Connection:Upgrade: must be close or keep-alive",
        "--service one={port} --get / -H Upgrade:h2c | -H Upgrade:h2c: leave it out: --protocol selects the protocol",
        "--service one={port} --get / -H HTTP2-Settings;  | -H HTTP2-Settings;: leave it out: --protocol selects the protocol",
        "--service one=localhost:8080 --get / | --service one=localhost:8080: must begin with http:// or https:// if it is an address, or with docker: if it is an image",
        "--service one=HTTP://h --get / | --service one=HTTP://h: must begin with http:// or https:// if it is an address, or with docker: if it is an image",
        "--service one=[::1]:80/x --get / | --service one=[::1]:80/x: must begin with http:// or https:// if it is an address, or with docker: if it is an image",
        "--duration 3 | --duration 3: must be whole seconds between 1s and 60m, with a unit: 3s or 3m",
        "--delay 100 | --delay 100: must be between 0ms and 10m, with a unit: 100ms or 100s",
        "--think exp:3 | --think exp:3: must be between 0ms and 10m, or exp:MEAN, such as exp:1s, with a unit: exp:3ms or exp:3s",
        "--service one={port} --get / --env two:A=b | --env two:A=b: no service two; services: one",
        "--service one={port} --get / --env one:A | --env one:A: must be NAME:KEY=VALUE",
        "--service one={port} --get / --workers 0 | --workers 0: must be between 1 and 20000",
        "--service one={port} --get / --workers virtual | --workers virtual: must be between 1 and 20000",
        "--service one={port} --service b=jersey-sync --get / --workers 0 | --workers 0: must be between 1 and 20000, or virtual",
        "--service one={port} --get / --ready health | --ready health: must be a path with a slash, or a URL such as http://127.0.0.1:{port2}/health",
        "--service one={port} --get / --timeout 11m | --timeout 11m: must be between 1ms and 10m",
        "--service one={port} --get / --requests 5 --duration 5s | --duration 5s: not together with --requests 5",
        "--service one={port} --get / --wait http | --wait http: requires variants of this project only",
        "--service one={port} --get / --runtime docker | --runtime docker: not supported with --service; use docker:IMAGE",
        "--service one={port} --get / --protocol http2 | --protocol http2: one supports only HTTP/1.1 without TLS; valid: vertx-rest, vertx-virtual, jersey-vertx, jersey-vertx-virtual, jersey-vertx-cdi, and https addresses",
        "--service one={port} --get / --variants vertx-rest | --delay is required: how long a request to vertx-rest waits",
        "--service one={port} --simulation X | --simulation X: must be JAR:CLASS, such as target/load.jar:com.acme.OrdersSimulation",
        "--file none.yaml | none.yaml: no such file; ./compare init writes one",
      })
  void badInputIsOneLineAndNothingIsStarted(String options, String line) {
    Path out = folder.resolve("out");
    String all = (options.contains("--resume") ? "" : "--out " + out + " ") + options;
    Typed ended = Typed.compare(("run " + all.replace("%s", out.toString())).split(" "));
    assertThat(ended.err()).isEqualTo("compare: " + line.replace("%s", out.toString()) + "\n");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(out).doesNotExist();
  }

  /** The users that {@code init} writes made a capacity search fail, and a sweep ignored them. */
  @Test
  void fileForRunIsOneForTheOtherCommandsToo() throws Exception {
    Path file = folder.resolve("compare.yaml");
    Files.writeString(file, CompareFile.templates().get(Path.of(CompareFile.NAME)));
    StringWriter err = new StringWriter();
    CapacityCommand capacity =
        (CapacityCommand) Typed.command(err, "capacity", "--file=" + file).userObject();
    assertThat(capacity.newPlan().runs().load().open().orElseThrow().rate()).hasToString("100/s");
    SweepCommand sweep =
        (SweepCommand) Typed.command(err, "sweep", "--file=" + file, "--users=7").userObject();
    assertThat(sweep.newPlan().users()).containsExactly(7);
    int line = Files.readString(file).split("\n  users: 100")[0].split("\n").length + 1;
    assertThat(err.toString().lines())
        .contains(
            "compare: %s:%d: load.users 100: not used by capacity".formatted(file, line),
            "compare: %s:%d: load.users 100: not used by sweep".formatted(file, line));
  }

  /** Its label is RATE, as that of --rate. */
  @ParameterizedTest
  @ValueSource(strings = {"4000", "4000/s"})
  void highestRateIsWrittenAsARate(String rate) throws Exception {
    CapacityCommand capacity =
        (CapacityCommand)
            Typed.command(new StringWriter(), "capacity", "--max-rate", rate).userObject();
    assertThat(capacity.newPlan().mostRate()).isEqualTo(4_000);
  }

  /** It was in plan.json and in every record without a warning. */
  @Test
  void secretThatIsTypedIsNamed() {
    String address = "--service=a=http://127.0.0.1:1";
    String header = "Authorization: Bearer s3cret";
    String[] words = {"run", address, "--get=/", "-H", header, "--allow-concurrent"};
    String refused = "compare: service a: nothing listens on 127.0.0.1:1";
    assertThat(Typed.compare(words).err().lines())
        .containsExactly(
            "compare: header Authorization: recorded as typed; ${NAME} takes the value from the"
                + " environment, and is recorded itself",
            refused);
    words[4] = "Authorization: Bearer ${HOME}";
    assertThat(Typed.compare(words).err().lines()).containsExactly(refused);
  }

  @Test
  void variantWithoutANameIsOneLine() {
    Typed ended = Typed.compare("run", "--variants=@");
    assertThat(ended.err()).startsWith("compare: --variants @: unknown variant ''").hasLineCount(1);
    assertThat(ended.code()).isEqualTo(2);
  }

  @Test
  void folderThatIsNotThereIsNotListed() {
    assertThat(Typed.compare("list", "no/such").err())
        .isEqualTo("compare: DIR no/such: no such folder\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "capacity --slo p99      | --slo p99: must be terms such as p50<120ms, p99<150ms, p99.9<1000ms, max<2000ms, failures=0 or failures<0.1%, separated by commas",
        "capacity --variants client-async | --variants client-async: clients are compared by run and study only",
        "capacity --max-rate 0  | --max-rate 0: must be a rate between 1/s and 1000000/s",
        "capacity --max-rate 1000001/s | --max-rate 1000001/s: must be a rate between 1/s and 1000000/s",
        "capacity --max-rate 1..9/s | --max-rate 1..9/s: must be a rate between 1/s and 1000000/s",
        "capacity --max-rate fast   | --max-rate fast: must be a rate between 1/s and 1000000/s",
        "capacity --workers few      | --workers few: must be between 1 and 20000, or virtual",
        "sweep --users 10,many       | --users many: must be between 1 and 20000",
        "sweep --users 5..1x2        | --users 5..1x2: '5..1x2' does not grow",
        "sweep --delay soon          | --delay soon: must be between 0ms and 10m",
        "sweep --variants vertx-rest --workers 5,9 | --workers 5,9: requires a variant whose waiting blocks a thread",
        "sweep --rounds 0            | --rounds 0: must be a number between 1 and 1000, or a range such as 3..10",
        "sweep --workers 16..64      | --workers 16..64: must be between 1 and 20000, or virtual",
        "sweep --users 10 --delay 10m | no cell can be measured: 10 users, 600000 ms, jersey-sync: 10 requests of each user would take 6000 s (limit: 60 s)",
        "sweep --users 10 --delay 10m --dry-run | no cell can be measured: 10 users, 600000 ms, jersey-sync: 10 requests of each user would take 6000 s (limit: 60 s)",
        "study rest --rounds 1       | unknown study 'rest'; valid: gateway-2010, rest-2014, async-servlet-2016, connector-bio-nio, client-2023",
      })
  void badSearchOrSweepIsOneLineAndNothingIsStarted(String command, String line) {
    Path out = folder.resolve("out");
    Typed ended = Typed.compare((command.strip() + " --out " + out).split(" +"));
    assertThat(ended.err()).isEqualTo("compare: " + line + "\n");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  @Test
  void folderOfSomethingElseIsRefused() throws Exception {
    Path thesis = Files.writeString(folder.resolve("thesis.txt"), "years of work");
    Typed ended =
        Typed.compare("run", "--out", folder.toString(), "--users", "1", "--allow-concurrent");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("is not empty and has no plan.json");
    assertThat(thesis).hasContent("years of work");
  }

  @Test
  void experimentIsNotWrittenOver() throws Exception {
    Typed.run("--rounds=1")
        .plan(List.of("vertx-rest"), Placement.ANYWHERE, Optional.empty())
        .write(folder);
    Typed ended = Typed.compare("run", "--out", folder.toString());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualTo(
            "compare: --out %s: has an experiment; --resume %s continues it\n"
                .formatted(folder, folder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"run --resume", "run --out", "report", "study --resume", "list"})
  void damagedPlanIsNamed(String command) throws Exception {
    Path experiment = Files.createDirectories(folder.resolve("of/experiment"));
    Path plan = Files.writeString(experiment.resolve("plan.json"), "{ \"session\" : 1");
    String typed = command + " " + (command.equals("list") ? folder.resolve("of") : experiment);
    Typed ended = Typed.compare(typed.split(" "));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualTo(
            "%s: %s: damaged, or not of this version (line 1)\n"
                .formatted(command.equals("list") ? "skipped" : "compare", plan));
  }

  /** It lacked --allow-concurrent: the host was then refused. */
  @ParameterizedTest
  @CsvSource({
    "run --users 5, ''",
    "run --allow-concurrent --rounds 1, --allow-concurrent",
    "startup --json --profile --junit a.xml --verbose, --json --profile --junit a.xml --verbose",
    "sweep --allow-concurrent --pin, --allow-concurrent",
    "capacity --resume /x --allow-concurrent, --allow-concurrent",
    "study rest-2014 --junit=it's.xml, --junit 'it'\\''s.xml'",
  })
  void commandThatResumesHasTheOptionsThatNoPlanHas(String typed, String options) {
    MeasuringCommand command =
        (MeasuringCommand) Typed.command(new StringWriter(), typed.split(" ")).userObject();
    assertThat(command.resumeCommand(Path.of("/my results")))
        .isEqualTo(
            "./compare %s --resume '/my results' %s"
                .formatted(typed.split(" ")[0], options)
                .strip());
  }

  /** With limits of files and connections, high rates would measure the host, not the service. */
  @Test
  void capacityRefusesARateThatItsConnectionsCannotReach() {
    Path out = folder.resolve("out");
    Typed ended =
        Typed.compare("capacity", "--delay", "1s", "--max-rate", "50000", "--out", out.toString());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .startsWith("compare: --max-rate 50000: must be a rate between 1/s and ")
        .contains(" on this host: ")
        .hasLineCount(1);
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "results/20261125-1200, results/20261125-1200",
        "my results/monday, 'my results/monday'",
        "it's, 'it'\\''s'"
      })
  void pathsAreQuotedForAShell(String path, String quoted) {
    assertThat(StartCommand.quoted(path)).isEqualTo(quoted);
  }

  @Test
  void withoutACommandTheCommandsAreNamed() {
    Typed ended = Typed.compare();
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).isEqualTo("compare: missing command; see --help\n");
  }

  @Test
  void completionKnowsTheVariants() {
    assertThat(Typed.compare("generate-completion").out()).contains("jersey-virtual", "--resume");
  }
}
