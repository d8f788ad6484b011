package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.experiment.DryRun;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Placement;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --dry-run} prints the plan and starts nothing. */
class DryRunTest {
  @TempDir private Path folder;

  private Typed dryRun(String... arguments) {
    Path out = folder.resolve("out");
    Typed ended =
        Typed.compare(
            Stream.concat(
                    Stream.of(arguments),
                    Stream.of("--out=" + out, "--dry-run", "--allow-concurrent"))
                .toArray(String[]::new));
    assertThat(out).doesNotExist();
    return ended;
  }

  @Test
  void roundsServicesAndRequestsAreNamedAndNoSecret() throws Exception {
    Path photo = Files.write(folder.resolve("photo.png"), new byte[] {(byte) 0xff, 0});
    Path file = folder.resolve("compare.yaml");
    Files.writeString(
        file,
        """
        services:
          one: {command: "serve {port}", env: {TOKEN: "${HOME}"}, ready: /health}
          two: {url: "http://127.0.0.1:1", restart: "again"}
        requests:
          - {path: "/a%20b?c=1", weight: 3, headers: {X: "${HOME}"}}
          - {path: /photos, bodyFile: photo.png}
        load: {users: 7, duration: 10s, warmUp: 0s}
        beforeRun: {command: "./reset ${HOME}"}
        setup:
          requests: [{path: /login, headers: {P: "${HOME}"}}]
          take: {token: "json:/a"}
          once: true
          renewAfter: 10m
        design: {seed: 1, time: 5m}
        """);
    Typed ended = dryRun("run", "--file=" + file);
    assertThat(ended.code()).isZero();
    assertThat(ended.err()).isEmpty();
    // 6 s around each of three runs of 10 s
    assertThat(ended.out())
        .startsWith("3 to 10 rounds of about 48 s, each in a random order: one, two, one-control\n")
        .contains(
            "It takes about 2 min 24 s to 8 min 00 s",
            "No round starts that would end after 5 min 00 s.",
            "\none\n  before   ./reset ${HOME}\n  runs     serve {port}\n  in       " + folder,
            "  with     TOKEN=${HOME}\n",
            "  ready    when /health returns 200 to 299\n",
            "  runs     again; asks http://127.0.0.1:1\n  in       " + folder,
            "\nSetup, once for all users, again after 10m\n  GET /login HTTP/1.1\n  P: ${HOME}\n",
            "  {token} is json:/a of a response\n",
            "\nGET /a%20b?c=1, 75",
            "  GET /a%20b?c=1 HTTP/1.1\n  X: ${HOME}\n",
            "  POST /photos HTTP/1.1\n\n  " + photo + " (2 bytes)\n")
        .doesNotContain(System.getenv("HOME") + "\n");
  }

  /** It pulled the images. */
  @Test
  void nothingIsPulled() throws Exception {
    assertThat(ofImage("--allow-concurrent", "--dry-run").code()).isZero();
    assertThat(folder.resolve("docker.log")).content().contains("version").doesNotContain("pull");
  }

  /** A dry run was refused while something measured. */
  @Test
  void hostThatMeasuresRefusesASecondMeasurementAndNoDryRun() throws Exception {
    try (FileChannel file =
            FileChannel.open(
                folder.resolve("rest-comparison.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      assertThat(ofImage("--rounds=1", "--dry-run").code()).isZero();
      Typed refused = ofImage("--rounds=1");
      // A JVM may warn before.
      assertThat(refused.err().lines().filter(line -> line.startsWith("compare: ")))
          .singleElement()
          .asString()
          .startsWith("compare: another measurement runs on this host (process ")
          .endsWith("or allow it with --allow-concurrent");
      assertThat(refused.code()).isEqualTo(2);
      assertThat(folder.resolve("out")).doesNotExist();
    }
  }

  /** Plans to measure an image that is not here, in its own JVM; Docker logs its arguments. */
  private Typed ofImage(String... options) throws Exception {
    Path docker = folder.resolve("docker");
    String script = "#!/bin/sh\necho $@ >> '%s.log'; [ $1 != inspect ]\n".formatted(docker);
    Files.writeString(docker, script);
    assertThat(docker.toFile().setExecutable(true)).isTrue();
    Path java = Path.of(System.getProperty("java.home"), "bin/java");
    Path project = Path.of("../..").toAbsolutePath().normalize();
    List<String> words =
        new ArrayList<>(List.of(java.toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("-Djava.io.tmpdir=" + folder, "-Dproject=" + project));
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), Compare.class.getName()));
    words.addAll(List.of("run", "--service=a=docker:x/y", "--get=/", "--users=1"));
    words.addAll(List.of("--out=" + folder.resolve("out")));
    words.addAll(List.of(options));
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    int code = builder.start().waitFor();
    return new Typed(code, Files.readString(out), Files.readString(err));
  }

  @Test
  void protocolOfTheRequestsIsNamed() throws Exception {
    PlanReader reader =
        Typed.run("--service=a=https://127.0.0.1:1", "--get=/", "--protocol=http2", "--no-pin");
    ExperimentPlan plan = reader.plan(List.of("a"), Placement.ANYWHERE, Optional.empty());
    assertThat(DryRun.of(Map.of("", plan), Path.of("../.."))).contains("\n  GET / HTTP/2\n");
  }

  @Test
  void missingRequirementIsRefusedWithCodeTwo() {
    Typed ended = dryRun("run", "--service=a=http://127.0.0.1:1", "--get=/");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .isEqualTo("compare: service a: nothing listens on 127.0.0.1:1" + System.lineSeparator());
  }
}
