package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.Plan;
import io.github.restcomparison.records.plan.StudyPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

  @TempDir private static Path folder;

  @BeforeAll
  static void measure() throws Exception {
    for (Status status : List.of(Status.VALID, Status.INVALID, Status.FAILED)) {
      String rate = status == Status.FAILED ? "1" : "2";
      for (Plan plan :
          List.of(
              Measured.plan("a", "run", "--users=1", "--rounds=1"),
              Measured.plan("a", "startup", "--rounds=1"),
              Measured.plan("a", "sweep", "--users=1", "--rounds=1"),
              memory("1"),
              Measured.plan("a", "capacity", "--max-rate=" + rate, "--slo=p50<300ms"),
              Measured.study("rest-2014", 1))) {
        write(plan.command() + "-" + status, plan, status, 100);
      }
    }
    Plan run = Measured.plan("a", "run", "--users=1", "--rounds=4");
    write("run-fast", run, Status.VALID, 100);
    write("run-slow", run, Status.VALID, 50);
    for (String other : List.of("b", Measured.HALF)) {
      run = Measured.plan("a," + other, "run", "--users=1", "--rounds=4", "--baseline=a");
      write("run-baseline-" + other, run, Status.VALID, 100);
    }
    Files.createDirectories(folder.resolve("empty"));
    Files.writeString(Files.createDirectories(folder.resolve("damaged")).resolve("plan.json"), "{");
    measureForDiff();
    measureInPart();
  }

  private static Plan memory(String users) throws IOException {
    return Measured.plan("a", "memory", "--users=" + users, "--delay=1s");
  }

  private static void write(String name, Plan plan, Status status, int throughput)
      throws Exception {
    new Measured(status, throughput).write(folder.resolve(name), plan);
  }

  /** Other services, requests and users than those of run-fast. */
  private static void measureForDiff() throws Exception {
    for (String services : List.of("b", "a,b", "a,INVALID", "a,FAILED")) {
      Plan run = Measured.plan(services, "run", "--users=1", "--rounds=4");
      write("run-" + services, run, Status.VALID, 100);
    }
    Plan users = Measured.plan("a", "run", "--users=2", "--rounds=4");
    write("run-users", users, Status.VALID, 100);
    Plan path = Measured.plan("a", "run", "--users=1", "--rounds=4", "--get=/other");
    write("run-path", path, Status.VALID, 100);
  }

  /** All was valid until the measurement ended too early, or before its first run. */
  private static void measureInPart() throws Exception {
    Plan run = Measured.plan("a,b", "run", "--users=1", "--rounds=1");
    writeInPart("run", run, "runs", "b");
    Plan sweep = Measured.plan("a", "sweep", "--users=1,2", "--rounds=1");
    writeInPart("sweep", sweep, "cells", "2-users");
    writeInPart("memory", memory("1,2"), "cells", "2-users");
    StudyPlan study = Measured.study("gateway-2010", 2);
    List<String> loads = List.copyOf(study.experiments().keySet());
    writeInPart("study", study, "", loads.getLast());
    Measured.plan("a", "capacity", "--max-rate=2").write(folder.resolve("capacity-begun"));
  }

  private static void writeInPart(String command, Plan plan, String in, String missing)
      throws Exception {
    plan.write(folder.resolve(command + "-begun"));
    write(command + "-part", plan, Status.VALID, 100);
    delete(folder.resolve(command + "-part").resolve(in), missing);
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

  /** The interrupted thread connects to an address, or starts a command. */
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
