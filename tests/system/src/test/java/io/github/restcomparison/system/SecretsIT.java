package io.github.restcomparison.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.compare.cli.CompareInProcess;
import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.system.driver.CompareProcess;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No file that {@code compare} writes, and nothing that it prints, has the value of a secret; that
 * of {@code --profile} neither, which shows where services spend their CPU.
 */
@Tag("full")
@Order(2)
class SecretsIT {
  private static final String KEY = "vR7mQ2xL9kT4wZ8pB3nH6sJ1dF5gY0cA7eU2iO9r";
  private static final List<String> LINES =
      List.of(
          "q7Zk2Lw9Xv4Rt8BnM3pY6sDc1Hf5Gj0aKe4Uo8Wi",
          "T5rLb1YhCe7Vq3nXw8Zk9Pd2Fs6Ag4Jm0Ub1Oy3i",
          "H8sJ1dF5gY0cAv7mQ2xL9kT4wZ8pB3nR6eU2iO9r");
  private static final String ODD = "Zk+9/Q=x7y w3Rü-m5Vb8Nc1La6Jd4Gf0Ts2Hp9E";
  private static final String TOKEN = "eyJhbGciOiJub25lIn0.Xw8ZkT5rLb1YhCe7Vq3n";

  private static final Path SERVICES = Path.of("src/test/services").toAbsolutePath();

  /** Compiled once, not by each JVM that starts it. */
  private static final Path SERVICE = UserServicesIT.compiled(SERVICES.resolve("Confiding.java"));

  @TempDir private Path folder;

  /** The other service is no JVM. */
  @Test
  void secretIsNowhereAndJvmsAreProfiled() throws Exception {
    String java = "exec '%s' -Dkey=${KEY} -cp %s Confiding {port} %s";
    String python = "exec python3 -u %s/confiding.py {port} %s";
    // The token is no secret of the command: only what the setup takes has the number behind it.
    String taken = TOKEN + "-";
    Path file = folder.resolve("compare.yaml");
    Files.writeString(
        file,
        """
        services:
          one: {command: "%s", env: {PEM: "${PEM}"}}
          other: {command: "%s", env: {OTHER: "${OTHER}"}}
        requests:
          - method: POST
            path: "/echo?q=${ODD}"
            headers: {Authorization: "Bearer {token}"}
            body: "key=${KEY}&pem=${PEM}"
            expect: {contains: right}
        setup: {requests: [{path: /login}], take: {token: json:/token}}
        load: {users: 2, think: 20ms, duration: 3s, warmUp: 0s}
        """
            .formatted(
                java.formatted(Cmd.JAVA, SERVICE, TOKEN), python.formatted(SERVICES, TOKEN)));
    Path out = folder.resolve("out");
    Map<String, String> environment =
        Map.of(
            "KEY", KEY, "PEM", String.join("\n", LINES), "ODD", ODD, "OTHER", "only-of-the-other");
    String output;
    try (CompareProcess compare =
        CompareProcess.start(
            environment,
            List.of(),
            folder,
            "run",
            "--file=" + file,
            "--out=" + out,
            "--rounds=1",
            "--control=none",
            "--profile",
            "--junit=" + folder.resolve("junit.xml"))) {
      compare.exitCode();
      output = compare.output();
    }
    List<String> planted = new ArrayList<>(LINES);
    planted.addAll(List.of(KEY, ODD, "only-of-the-other"));
    planted.add(URLEncoder.encode(ODD, UTF_8));
    planted.add(URLEncoder.encode(ODD, UTF_8).replace("+", "%20"));
    planted.add(taken);
    assertThat(Files.readString(log("one")))
        .contains("KEY=${KEY}", "PEM=${PEM}", "OTHER=null", "issued {token}", "Bearer {token}");
    assertThat(Files.readString(log("other")))
        .contains("OTHER=${OTHER}", "Bearer {token}", "key=${KEY}&pem=${PEM}");
    assertThat(recordings()).as(output).hasSize(1);
    assertThat(RecordingFile.readAllEvents(recordings().getFirst())).isNotEmpty();
    Path page = out.resolve("comparison.md");
    String shown = Files.readString(page);
    assertThat(shown)
        .contains(
            "## Where the CPU goes",
            "% java.base", // which makes the strings of its responses
            "other: not profiled: no JVM with a Flight Recorder was seen");
    Files.delete(page);
    CompareInProcess.run("report", out.toString());
    assertThat(page).hasContent(shown);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path each : files.filter(Files::isRegularFile).filter(it -> !it.equals(file)).toList()) {
        assertHasNone(each, planted);
      }
    }
  }

  private static void assertHasNone(Path file, List<String> planted) throws IOException {
    String content = Files.readString(file, ISO_8859_1);
    for (String secret : planted) {
      for (Charset charset : List.of(UTF_8, ISO_8859_1, UTF_16LE)) {
        String bytes = new String(secret.getBytes(charset), ISO_8859_1);
        // The number of the token differs in each run: the command has its beginning.
        int at = content.indexOf(bytes);
        String found =
            at < 0 ? "" : content.substring(Math.max(0, at - 100), at) + "<" + secret + ">";
        assertThat(found).as(file.toString()).isEmpty();
      }
    }
  }

  private Path log(String service) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("out/runs"))) {
      return files
          .filter(each -> each.endsWith("service.log"))
          .filter(each -> each.getParent().getFileName().toString().endsWith(service))
          .findFirst()
          .orElseThrow();
    }
  }

  private List<Path> recordings() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(each -> each.endsWith(CpuProfile.RECORDING)).toList();
    }
  }
}
