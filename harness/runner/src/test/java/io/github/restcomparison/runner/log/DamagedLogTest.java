package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.restcomparison.records.RunFigures.Counts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class DamagedLogTest {
  /** 196 requests, 4 errors, 16 users twice, 24 groups: how-it-was-made.txt. */
  private static final int RECORDS_AFTER_THE_RUN_RECORD = 196 + 4 + 2 * 16 + 24;

  private static final int VERSION_LENGTH_AT = 1;
  private static final int VERSION_AT = 5;

  private static final String NOT_A_LOG = "x.log: not a simulation.log of Gatling 3.15";
  private static final String DAMAGED = "damaged in the record that starts at byte ";

  private byte[] golden;

  @BeforeEach
  void readBytes() throws IOException {
    golden = GoldenLog.bytes();
  }

  @Test
  void cutLogIsReadableOnlyAtTheEndOfARecord() throws IOException {
    long requests = 0;
    int readable = 0;
    for (int length = 1; length <= golden.length; length++) {
      try {
        Counts counts = GoldenLog.read(Arrays.copyOf(golden, length)).counts();
        assertThat(counts.requests()).isBetween(requests, requests + 1);
        requests = counts.requests();
        readable++;
      } catch (IOException e) {
        assertThat(e).hasMessageMatching("x\\.log: " + DAMAGED + "\\d+|" + NOT_A_LOG);
        assertThat(readable == 0 || e.getMessage().contains(DAMAGED)).isTrue();
      }
    }
    assertThat(readable).isEqualTo(RECORDS_AFTER_THE_RUN_RECORD + 1);
  }

  @Test
  void randomDamageIsReadableOrRejectedInOneLine() {
    var random = new Random(20261121);
    int refused = 0;
    for (int round = 0; round < 10_000; round++) {
      byte[] log = golden.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        log[random.nextInt(log.length)] ^= (byte) (1 << random.nextInt(8));
      }
      try {
        assertThat(GoldenLog.read(log).firstStartMs()).isNotNegative();
      } catch (IOException e) {
        refused++;
        assertThat(e.getMessage()).startsWith("x.log: ").doesNotContain("\n");
      }
    }
    // Otherwise the damage never mattered, and the test would prove nothing.
    assertThat(refused).isBetween(2_000, 9_999);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.14.0", "3.16.0", "3.1510", "3 15 1"})
  void otherVersionsAreRejected(String version) {
    System.arraycopy(version.getBytes(), 0, golden, VERSION_AT, version.length());
    assertRefused(golden, NOT_A_LOG);
  }

  @Test
  void everyVersion315IsRead() throws IOException {
    golden[VERSION_AT + 5] = '9';
    assertThat(GoldenLog.read(golden).counts().requests()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"2147483647", "-1", "8193"})
  void impossibleLengthIsRejectedBeforeReading(int length) {
    ByteBuffer.wrap(golden).putInt(VERSION_LENGTH_AT, length);
    assertRefused(golden, NOT_A_LOG);
  }

  @Test
  void startOutOfRangeIsRejected() {
    int startAt = VERSION_AT + 7 + 4 + "GoldenSimulation".length() + 1;
    ByteBuffer.wrap(golden).putLong(startAt, Long.MAX_VALUE);
    assertRefused(golden, "x.log: " + DAMAGED + 0);
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource({
    "09, unknown type 9",
    "00, unknown type 0",
    "02 00000002 01 00000000, scenario 2 of 2",
    "02 FFFFFFFF 01 00000000, scenario -1 of 2",
    "02 00000000 02 00000000, neither true nor false",
    "02 00000000 01 FFFFFFFF, a time 1 ms before the start",
    "01 FFFFFFFF, a count of -1",
    "01 00000000 FFFFFFFF 00000009 00000007, an end 2 ms before the start",
    "03 00000000 00000009 00000007, a group that ends before its start",
    "04 00000000, string 0 when 11 are known",
    "04 0000000D, string 13 when 11 are known",
    "04 FFFFFFF4, string -12 when 11 are known",
    "04 80000000, string -2147483648 when 11 are known",
    "04 0000000C 00000002 41 42 02, unknown encoding 2",
    "04 0000000C 00000001 41 01, one byte of UTF-16",
  })
  void damagedRecordIsReportedWithItsOffset(String record, String damage) {
    byte[] damaged = HexFormat.of().parseHex(record.replace(" ", ""));
    byte[] log = Arrays.copyOf(golden, golden.length + damaged.length);
    System.arraycopy(damaged, 0, log, golden.length, damaged.length);
    assertRefused(log, "x.log: " + DAMAGED + golden.length);
  }

  @Test
  void otherFilesAreRejected() {
    assertRefused(new byte[0], NOT_A_LOG);
    assertRefused("RUN\tSimulation".getBytes(), NOT_A_LOG);
  }

  @Test
  void missingFileIsReported(@TempDir Path directory) throws IOException {
    Path missing = directory.resolve("simulation.log");
    assertFileRefused(missing, missing + ": no such file");
    assertFileRefused(directory, directory + ": no such file");
    assertFileRefused(
        Files.createFile(missing), missing + ": not a simulation.log of Gatling 3.15");
  }

  private static void assertRefused(byte[] log, String message) {
    assertThatIOException().isThrownBy(() -> GoldenLog.read(log)).withMessage(message);
  }

  private static void assertFileRefused(Path log, String message) {
    assertThatIOException()
        .isThrownBy(() -> GatlingLog.read(List.of(log), Optional.empty()))
        .withMessage(message);
  }
}
