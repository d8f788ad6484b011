package io.github.restcomparison.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.figures.Injectors;
import io.github.restcomparison.system.driver.SyntheticLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The records of a hundred injectors, made up, merged. {@code -Dmerge.requests=1000000} makes it a
 * million requests of each.
 */
@Tag("nightly")
class MergeIT {
  private static final int INJECTORS = 100;
  private static final int USERS = 1_000;
  private static final int REQUESTS = Integer.getInteger("merge.requests", 5_000);

  private static final Path RECORD =
      Path.of("../../harness/records/src/test/resources/run-folder/recorded/run.json");
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Instant AT = Instant.parse("2026-11-23T12:00:00Z");

  @TempDir private Path folder;

  @Test
  void percentilesAreThoseOfAllRequestsOfAHundredInjectors() throws Exception {
    long[] byMillis = new long[2_000];
    List<Path> comparisons = new ArrayList<>();
    for (int injector = 1; injector <= INJECTORS; injector++) {
      comparisons.add(injector(injector, byMillis));
    }
    long begun = System.nanoTime();
    Injectors injectors = Injectors.read(comparisons);
    Load load =
        ClosedLoad.of(INJECTORS * USERS, REQUESTS / USERS, 100, Wait.FIXED, OptionalInt.empty(), 0);
    RunRecord merged =
        injectors.join(load, InjectorsIT.unseen(injectors), new RunFolder(folder.resolve("out")));
    System.out.printf(
        "merged: %d injectors x %,d requests in %.1f s%n",
        INJECTORS, REQUESTS, (System.nanoTime() - begun) / 1e9);
    Latency latency = merged.load().orElseThrow().latency().orElseThrow();
    assertThat(merged.load().orElseThrow().counts().requests())
        .isEqualTo((long) INJECTORS * REQUESTS);
    assertThat(List.of(latency.p50(), latency.p99(), latency.percentiles().p999(), latency.max()))
        .containsExactly(
            nearestRank(byMillis, 0.5),
            nearestRank(byMillis, 0.99),
            nearestRank(byMillis, 0.999),
            nearestRank(byMillis, 1));
  }

  /** Its folder with its runs; the logs of all are different ones. */
  private Path injector(int number, long[] byMillis) throws IOException {
    Path own = folder.resolve("injector-" + number);
    Path run = Files.createDirectories(own.resolve("comparison/runs/01-01-vertx-rest"));
    Path report = Files.createDirectories(own.resolve("gatling/run"));
    ObjectNode record = (ObjectNode) JSON.readTree(RECORD.toFile());
    record.put("gatlingReport", "../gatling/run/index.html");
    ((ObjectNode) record.get("settings")).put("users", USERS).put("requests", REQUESTS / USERS);
    record
        .putObject("share")
        .put("injector", number)
        .put("of", INJECTORS)
        .put("measureAt", AT.toString())
        .put("clockOffsetMs", 0)
        .put("clockUncertaintyMs", 1);
    Files.writeString(run.resolve("run.json"), record.toString());
    new SyntheticLog(AT.toEpochMilli(), USERS, REQUESTS / USERS, number)
        .write(report.resolve("simulation.log"), byMillis);
    return own.resolve("comparison");
  }

  /** The smallest latency that so great a share of all did not exceed, counted by hand. */
  private static int nearestRank(long[] byMillis, double share) {
    long rank = (long) Math.ceil(share * LongStream.of(byMillis).sum());
    long passed = 0;
    for (int millis = 0; ; millis++) {
      passed += byMillis[millis];
      if (passed >= rank) {
        return millis;
      }
    }
  }
}
