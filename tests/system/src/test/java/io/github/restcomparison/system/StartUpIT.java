package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.StartUp;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long services take to their first right answer. */
class StartUpIT {
  @TempDir private Path folder;

  private String startUp(int code, String... arguments) throws Exception {
    String[] all =
        Stream.concat(
                Stream.of("startup", "--out=" + folder.resolve("out"), "--allow-concurrent"),
                List.of(arguments).stream())
            .toArray(String[]::new);
    try (CompareProcess compare = CompareProcess.start(folder, all)) {
      assertThat(compare.exitCode()).as(compare.output()).isEqualTo(code);
      return compare.output();
    }
  }

  /** Ours and one of the user's, which is ready 4 s before it answers right. */
  @Test
  void oursAndOthersAreStartedAndStopped() throws Exception {
    String output =
        startUp(
            0,
            "--rounds=1",
            "--variants=vertx-rest",
            "--service=late=" + UserServicesIT.orders("4 late"),
            "--get=/orders/42");
    assertThat(output).contains("first right answer, ms").doesNotContain("requests/s");
    Map<String, RunRecord> records = RecordsOf.oneRound(folder.resolve("out"));
    assertThat(records).containsOnlyKeys("late", "vertx-rest");
    for (RunRecord each : records.values()) {
      assertThat(each.load()).isEmpty();
      StartUp seen = each.figures().startUp().orElseThrow();
      assertThat(seen.readyMs()).isPositive().isLessThan(seen.firstAnswerMs());
      assertThat(seen.startUpCpuMs()).isPositive();
    }
    assertThat(records.get("late").figures().startUp().orElseThrow().firstAnswerMs())
        .isGreaterThan(4_000);
    assertThat(ProcessHandle.allProcesses())
        .noneMatch(each -> each.info().commandLine().orElse("").contains("Orders.java"));
  }

  @Test
  void wrongAnswerFails() throws Exception {
    String service = "--service=mine=" + UserServicesIT.orders("4 wrong");
    String output = startUp(1, "--rounds=1", service, "--get=/orders/42", "--expect=contains=42");
    assertThat(output).contains("GET /orders/42: body '{}' does not contain '42'");
  }
}
