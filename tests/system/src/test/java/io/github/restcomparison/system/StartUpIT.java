package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.StartUp;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.system.driver.CompareProcess;
import io.github.restcomparison.system.driver.RecordsOf;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long services take to their first correct response. */
@Tag("full")
@Order(4)
class StartUpIT {
  @TempDir private Path folder;

  /**
   * Ours, one of the user's, which is ready 4 s before its response is right, and one that dies of
   * it: its connection is closed before the process has ended.
   */
  @Test
  void oursAndOthersAreStartedAndStopped() throws Exception {
    Path out = folder.resolve("out");
    try (CompareProcess compare =
        CompareProcess.start(
            folder,
            "startup",
            "--allow-concurrent",
            "--out=" + out,
            "--rounds=1",
            "--variants=vertx-rest",
            "--service=late=" + UserServicesIT.orders(StartUpIT.class, "4 late"),
            "--service=dying=" + UserServicesIT.orders(StartUpIT.class, "4 dies"),
            "--get=/orders/42",
            "--expect=contains=42")) {
      assertThat(compare.exitCode()).as(compare.output()).isEqualTo(1);
      assertThat(compare.output())
          .contains("first correct response, ms")
          .containsPattern("it ended with exit code 9 after it was ready: .*no memory")
          .doesNotContain("requests/s");
    }
    Map<String, RunRecord> records = RecordsOf.oneRound(out);
    assertThat(records).containsOnlyKeys("late", "vertx-rest", "dying");
    assertThat(records.get("dying").status()).isEqualTo(Status.FAILED);
    for (String right : List.of("late", "vertx-rest")) {
      RunRecord record = records.get(right);
      assertThat(record.status()).isEqualTo(Status.VALID);
      assertThat(record.load()).isEmpty();
      StartUp seen = record.extras().startUp().orElseThrow();
      assertThat(seen.readyMs()).isPositive().isLessThan(seen.firstAnswerMs());
      assertThat(seen.startUpCpuMs()).isPositive();
    }
    assertThat(records.get("late").extras().startUp().orElseThrow().firstAnswerMs())
        .isGreaterThan(4_000);
    UserServicesIT.assertThatNoServiceIsLeft(StartUpIT.class);
  }
}
