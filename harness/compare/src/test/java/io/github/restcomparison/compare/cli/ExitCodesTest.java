package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.experiment.Progress;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.OfStudy;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The exit code of each command: 0 if all is valid, 1 if something failed, is invalid or has
 * regressed, 2 if nothing was started, 130 if it was interrupted. Commands that measure go on with
 * results that are complete.
 */
class ExitCodesTest {
  private static final List<String> MEASURING =
      List.of("run", "startup", "sweep", "memory", "capacity", "study");

  /** A service with half of the others' throughput. */
  private static final String HALF = "h";

  /** Memory before, and while a request waits. */
  private static final String WAITING =
      """
      "waiting" : {
        "waiting" : 1,
        "before" : {"heapAfterGc" : 1, "rss" : 1, "threads" : 1},
        "during" : {"heapAfterGc" : 2, "rss" : 2, "threads" : 2}
      },
      """;

  @TempDir private static Path folder;
  private static String record;

  @BeforeAll
  static void measure() throws Exception {
    try (InputStream golden =
        ExitCodesTest.class.getResourceAsStream("/run-folder/recorded/run.json")) {
      record = new String(golden.readAllBytes(), StandardCharsets.UTF_8);
    }
    for (Status status : List.of(Status.VALID, Status.INVALID, Status.FAILED)) {
      RunCommand run = (RunCommand) command("run", "--users=1", "--rounds=1");
      fill(folder.resolve("run-" + status), run.newPlan(), status, 100);
      RunCommand startUp = (RunCommand) command("startup", "--rounds=1");
      fill(folder.resolve("startup-" + status), startUp.newPlan(), status, 100);
      SweepCommand sweep = (SweepCommand) command("sweep", "--users=1", "--rounds=1");
      fill(folder.resolve("sweep-" + status), sweep.newPlan(), status);
      MemoryCommand memory = (MemoryCommand) command("memory", "--users=1", "--delay=1s");
      fill(folder.resolve("memory-" + status), memory.newPlan(), status);
      String rate = status == Status.FAILED ? "1" : "2";
      CapacityCommand capacity =
          (CapacityCommand) command("capacity", "--max-rate=" + rate, "--slo=p50<300ms");
      fill(folder.resolve("capacity-" + status), capacity.newPlan(), status);
      PlanReader reader =
          Typed.run("--service=a=serve {port}", "--get=/", "--users=1", "--rounds=1");
      String load = Study.of("rest-2014").loads().getFirst().name();
      ExperimentPlan experiment =
          reader.plan(
              List.of("a"), Placement.ANYWHERE, Optional.of(new OfStudy("rest-2014", load)));
      Path study = folder.resolve("study-" + status);
      new StudyPlan("rest-2014", Map.of(load, experiment)).write(study);
      fill(study.resolve(load), experiment, status, 100);
    }
    RunCommand run = (RunCommand) command("run", "--users=1", "--rounds=4");
    fill(folder.resolve("run-fast"), run.newPlan(), Status.VALID, 100);
    fill(folder.resolve("run-slow"), run.newPlan(), Status.VALID, 50);
    for (String other : List.of("b", HALF)) {
      run = (RunCommand) services("a," + other, "run", "--users=1", "--rounds=4", "--baseline=a");
      fill(folder.resolve("run-baseline-" + other), run.newPlan(), Status.VALID, 100);
    }
    Files.createDirectories(folder.resolve("empty"));
    Files.writeString(Files.createDirectories(folder.resolve("damaged")).resolve("plan.json"), "{");
    measureForDiff();
    measureInPart();
  }

  /** Other services, requests and users than those of run-fast. */
  private static void measureForDiff() throws Exception {
    for (String services : List.of("b", "a,b", "a,INVALID", "a,FAILED")) {
      RunCommand run = (RunCommand) services(services, "run", "--users=1", "--rounds=4");
      fill(folder.resolve("run-" + services), run.newPlan(), Status.VALID, 100);
    }
    RunCommand users = (RunCommand) command("run", "--users=2", "--rounds=4");
    fill(folder.resolve("run-users"), users.newPlan(), Status.VALID, 100);
    RunCommand path = (RunCommand) command("run", "--users=1", "--rounds=4", "--get=/other");
    fill(folder.resolve("run-path"), path.newPlan(), Status.VALID, 100);
  }

  /** All was valid until the measurement ended too early, or before its first run. */
  private static void measureInPart() throws Exception {
    RunCommand run = (RunCommand) services("a,b", "run", "--users=1", "--rounds=1");
    SweepCommand sweep = (SweepCommand) command("sweep", "--users=1,2", "--rounds=1");
    MemoryCommand memory = (MemoryCommand) command("memory", "--users=1,2", "--delay=1s");
    CapacityCommand capacity = (CapacityCommand) command("capacity", "--max-rate=2");
    Path part = folder.resolve("run-part");
    fill(part, run.newPlan(), Status.VALID, 100);
    delete(part.resolve("runs"), "b");
    for (Object command : List.of(sweep, memory)) {
      SweepPlan plan =
          command instanceof SweepCommand ? sweep.newPlan() : ((MemoryCommand) command).newPlan();
      part = folder.resolve(plan.command() + "-part");
      fill(part, plan, Status.VALID);
      delete(part.resolve("cells"), "2-users");
      plan.write(folder.resolve(plan.command() + "-begun"));
    }
    run.newPlan().write(folder.resolve("run-begun"));
    capacity.newPlan().write(folder.resolve("capacity-begun"));
    PlanReader reader = Typed.run("--service=a=serve {port}", "--get=/", "--users=1", "--rounds=1");
    List<String> loads =
        Study.of("gateway-2010").loads().stream().map(Study.Load::name).limit(2).toList();
    Map<String, ExperimentPlan> plans = new LinkedHashMap<>();
    for (String load : loads) {
      OfStudy of = new OfStudy("gateway-2010", load);
      plans.put(load, reader.plan(List.of("a"), Placement.ANYWHERE, Optional.of(of)));
    }
    StudyPlan study = new StudyPlan("gateway-2010", plans);
    study.write(folder.resolve("study-begun"));
    study.write(folder.resolve("study-part"));
    fill(
        folder.resolve("study-part").resolve(loads.getFirst()),
        plans.get(loads.getFirst()),
        Status.VALID,
        100);
  }

  /** Deletes the folder whose name has a text. */
  private static void delete(Path in, String name) throws IOException {
    List<Path> doomed;
    try (Stream<Path> all = Files.walk(in)) {
      doomed =
          all.filter(each -> in.relativize(each).getName(0).toString().contains(name))
              .sorted(Comparator.reverseOrder())
              .toList();
    }
    assertThat(doomed).isNotEmpty();
    for (Path each : doomed) {
      Files.delete(each);
    }
  }

  private static Object command(String... words) {
    return services("a", words);
  }

  private static Object services(String names, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    for (String name : names.split(",")) {
      all.add("--service=%s=serve {port}".formatted(name));
    }
    if (all.stream().noneMatch(word -> word.startsWith("--get"))) {
      all.add("--get=/");
    }
    if (List.of("run", "startup").contains(words[0])) {
      all.add("--control=none");
    }
    all.add("--no-pin");
    return Typed.command(new StringWriter(), all.toArray(String[]::new)).userObject();
  }

  private static void fill(Path path, SweepPlan plan, Status status) throws Exception {
    plan.write(path);
    for (SweepPlan.Cell cell : plan.cells()) {
      fill(path.resolve(cell.folder()), plan.experiment(cell), status, 100);
    }
  }

  /** The least rate meets the SLO, and the next one misses it. */
  private static void fill(Path path, CapacityPlan plan, Status status) throws Exception {
    plan.write(path);
    for (int rate = 1; rate <= plan.mostRate(); rate++) {
      fill(new CapacityPlan.Folder(path).step("a", rate), plan.step("a", rate), status, rate);
    }
  }

  /** Measures all rounds with records of this status, whose throughput differs by 1 %. */
  private static void fill(Path path, ExperimentPlan plan, Status status, int throughput)
      throws Exception {
    Experiment.Executor executor =
        (request, own, live) -> {
          Files.writeString(new RunFolder(own).recordFile(), record(request, status, throughput));
          return "";
        };
    Experiment.Context context =
        new Experiment.Context(
            Placement.ANYWHERE,
            executor,
            new Progress(new PrintWriter(new StringWriter()), false),
            new ExperimentTime(path, Optional.empty(), System::nanoTime),
            Optional::empty,
            true,
            null);
    for (int round = 1; round <= plan.design().rounds().most(); round++) {
      new Experiment(path, plan, context).measureSmallRound(round);
    }
  }

  private static String record(RunRequest request, Status status, int throughput) {
    int round = request.place().runId().round();
    String variant = request.place().runId().variant();
    String requests = request.user().map(JsonFiles::text).orElse("{}");
    double own = variant.equals(HALF) ? throughput / 2.0 : throughput;
    boolean missesSlo = request.load().open().filter(open -> open.rate().to() > 1).isPresent();
    return record
        .replace("\"p50\" : 107", "\"p50\" : " + (missesSlo ? 400 : 107))
        .replace(
            "\"latencyByRequest\"",
            (request.conduct().subject() == Subject.MEMORY ? WAITING : "")
                + "\"workload\" : %s, \"latencyByRequest\"".formatted(requests))
        .replace("\"users\" : 20", "\"users\" : " + request.load().concurrency())
        .replace("\"variant\" : \"jersey-sync\"", "\"variant\" : \"%s\"".formatted(variant))
        .replace("\"round\" : 1", "\"round\" : " + round)
        .replace("\"steady\" : false", "\"steady\" : true")
        .replace(
            "\"status\" : \"VALID\"",
            "\"status\" : \"%s\"".formatted(variant.length() > 1 ? variant : status))
        .replace("\"throughput\" : 177.177", "\"throughput\" : " + own * (1 + round / 100.0));
  }

  private static Stream<String> lines() {
    List<String> lines = new ArrayList<>();
    for (String command : MEASURING) {
      lines.add("1 | %s --resume DIR/%s-FAILED --allow-concurrent".formatted(command, command));
      lines.add("2 | %s --resume DIR/empty".formatted(command));
      lines.add("2 | %s --out DIR/run-VALID".formatted(command));
      lines.add("2 | %s --no-such-option".formatted(command));
      lines.add("0 | %s --resume DIR/%s-VALID --allow-concurrent".formatted(command, command));
      lines.add("0 | report DIR/%s-VALID".formatted(command));
      lines.add("1 | report DIR/%s-FAILED".formatted(command));
      lines.add("1 | report DIR/%s-INVALID".formatted(command));
      lines.add("1 | %s --resume DIR/%s-INVALID --allow-concurrent".formatted(command, command));
      lines.add("2 | %s --resume DIR/damaged".formatted(command));
      lines.add("2 | %s --out DIR/damaged".formatted(command));
    }
    return lines.stream();
  }

  @ParameterizedTest
  @MethodSource("lines")
  @ValueSource(
      strings = {
        "1 | report DIR/empty",
        "2 | report DIR/damaged",
        "1 | report DIR/run-part",
        "1 | report DIR/sweep-part",
        "1 | report DIR/memory-part",
        "1 | report DIR/study-part",
        "1 | report DIR/run-begun",
        "1 | report DIR/sweep-begun",
        "1 | report DIR/memory-begun",
        "1 | report DIR/capacity-begun",
        "1 | report DIR/study-begun",
        "2 | report DIR/none",
        "2 | report",
        "0 | run --resume DIR/run-baseline-h --allow-concurrent",
        "1 | run --resume DIR/run-baseline-h --allow-concurrent --fail-if-worse 40",
        "0 | run --resume DIR/run-baseline-b --allow-concurrent --fail-if-worse 5",
        "2 | run --resume DIR/run-baseline-b --allow-concurrent --fail-if-worse 0",
        "2 | run --resume DIR/run-fast --allow-concurrent --fail-if-worse 5",
        "0 | diff DIR/run-fast DIR/run-fast",
        "0 | diff DIR/run-slow DIR/run-fast",
        "0 | diff DIR/run-fast DIR/run-a,b",
        "0 | diff DIR/run-a,b DIR/run-fast",
        "0 | diff DIR/run-fast DIR/run-path --force",
        "0 | diff DIR/run-fast DIR/run-users --force",
        "1 | diff DIR/run-fast DIR/run-slow",
        "1 | diff DIR/run-slow DIR/run-FAILED",
        "2 | diff DIR/run-fast DIR/run-path",
        "2 | diff DIR/run-fast DIR/run-users",
        "2 | diff DIR/run-fast DIR/run-INVALID",
        "2 | diff DIR/run-INVALID DIR/run-fast",
        "2 | diff DIR/run-INVALID DIR/run-INVALID",
        "2 | diff DIR/run-FAILED DIR/run-fast",
        "2 | diff DIR/run-FAILED DIR/run-FAILED",
        "2 | diff DIR/run-fast DIR/run-b",
        "2 | diff DIR/run-fast DIR/run-b --force",
        "2 | diff DIR/run-a,INVALID DIR/run-a,INVALID",
        "2 | diff DIR/run-a,FAILED DIR/run-a,FAILED",
        "2 | diff DIR/run-VALID DIR/run-VALID",
        "2 | diff DIR/startup-VALID DIR/run-fast --force",
        "2 | diff DIR/sweep-VALID DIR/sweep-VALID",
        "2 | diff DIR/study-VALID DIR/study-VALID",
        "2 | diff DIR/run-fast DIR/none",
        "2 | diff DIR/run-fast DIR/empty",
        "2 | diff DIR/damaged DIR/run-fast",
        "2 | diff DIR/run-fast",
        "0 | list DIR/run-VALID",
        "2 | list DIR",
        "2 | list DIR --json",
        "0 | list DIR/none --help",
        "2 | list DIR/none",
        "2 | list DIR --no-such-option",
        "2 | init DIR",
        "0 | init --help",
        "0 | --help",
        "0 | --version",
        "0 | generate-completion",
        "2 | no-such-command",
      })
  void eachCommandEndsWithItsCode(String line) {
    String[] both = line.split(" \\| ");
    Typed ended = Typed.compare(both[1].replace("DIR", folder.toString()).split(" "));
    assertThat(ended.code())
        .as("%s%n%s%s", line, ended.out(), ended.err())
        .isEqualTo(Integer.parseInt(both[0]));
  }

  /** An address is asked, and a command started, by the thread that is interrupted. */
  @ParameterizedTest
  @CsvSource({"run, URL", "sweep, URL", "capacity, URL", "startup, sleep 60 # {port}"})
  void interruptedCommandEndsWith130(String command, String service) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      Thread.currentThread().interrupt();
      Typed ended =
          Typed.compare(
              command,
              "--service=a=" + service.replace("URL", url),
              "--get=/",
              "--out=" + folder.resolve("interrupted-" + command),
              "--allow-concurrent");
      assertThat(ended.code()).as(ended.err()).isEqualTo(130);
    } finally {
      Thread.interrupted();
      server.stop(0);
    }
  }
}
