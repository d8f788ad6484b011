package io.github.restcomparison.compare.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that are used once limit a search, and a grid. */
class FeederShortageTest {
  @TempDir private Path folder;

  /** A later rate needed more records than there were, which ended the search. */
  @Test
  void highestRateIsOneThatTheRecordsAreEnoughFor() throws Exception {
    Path file = withRecords(5_000, "requests: [{path: '/{id}'}]");
    StringWriter err = new StringWriter();
    CapacityCommand capacity =
        (CapacityCommand) Typed.command(err, "capacity", "--file=" + file).userObject();
    // 10 s at 500/s, and one request of the check
    assertThat(capacity.newPlan().mostRate()).isBetween(490.0, 499.0);
    assertThat(err.toString()).contains("highest rate 49", "has 5,000 records");
    Path out = folder.resolve("out");
    Typed refused = Typed.compare("capacity", "--file=" + file, "--max-rate=4000", "--out=" + out);
    assertThat(refused.err())
        .startsWith("compare: --max-rate 4000: must be a rate between 1/s and 49")
        .contains("has 5,000 records");
    assertThat(refused.code()).isEqualTo(2);
  }

  @Test
  void cellsWithTooFewRecordsAreSkipped() throws Exception {
    Path file = withRecords(150, "requests: [{path: /}]\nsetup: {requests: [{path: '/{id}'}]}");
    StringWriter err = new StringWriter();
    SweepCommand sweep =
        (SweepCommand) Typed.command(err, "sweep", "--file=" + file, "--users=10,160").userObject();
    assertThat(sweep.newPlan().cells()).extracting(GridCell::users).containsExactly(10);
    assertThat(sweep.newPlan().skipped())
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("160 users, 0 ms: feeder ")
        .contains("has 150 records");
    MemoryCommand memory =
        (MemoryCommand)
            Typed.command(err, "memory", "--file=" + file, "--users=10,160", "--delay=1s")
                .userObject();
    assertThat(memory.newPlan().cells()).extracting(GridCell::users).containsExactly(10);
    assertThat(memory.newPlan().skipped())
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("has 150 records");
  }

  private Path withRecords(int number, String requests) throws IOException {
    String ids = IntStream.range(0, number).mapToObj(Integer::toString).collect(joining("\n"));
    Files.writeString(folder.resolve("ids.csv"), "id\n" + ids + "\n");
    return Files.writeString(
        folder.resolve("compare.yaml"),
        "services: {a: {command: 'x {port}'}}\nfeeders: [{file: ids.csv, once: true}]\n%s\n"
            .formatted(requests));
  }
}
