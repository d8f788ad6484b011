package io.github.restcomparison.system.driver;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A simulation.log as Gatling 3.15 writes it, of users who ask one request after the other and wait
 * for each response for a time drawn at random.
 *
 * @param startMs of the load, since 1970
 */
public record SyntheticLog(long startMs, int users, int requestsPerUser, long seed) {
  private static final int SHORTEST_MS = 100;

  /** Responses take as long as the shortest, and in the mean {@value} ms more. */
  private static final double MEAN_EXCESS_MS = 12;

  private static final int LONGEST_MS = 1_000;

  /**
   * Writes it.
   *
   * @param byMillis is added how many requests took how many ms
   */
  public void write(Path file, long[] byMillis) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (DataOutputStream log =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
      log.writeByte(0);
      string(log, "3.15.1");
      string(log, "com.acme.Synthetic");
      log.writeLong(startMs);
      string(log, "");
      log.writeInt(1);
      string(log, "measured");
      log.writeInt(0);
      for (int user = 0; user < users; user++) {
        user(log, true, 0);
      }
      for (int user = 0; user < users; user++) {
        int atMs = 0;
        for (int request = 0; request < requestsPerUser; request++) {
          int millis = millis(random);
          byMillis[millis]++;
          request(log, user == 0 && request == 0, atMs, atMs + millis);
          atMs += millis;
        }
        user(log, false, atMs);
      }
    }
  }

  private static int millis(SplittableRandom random) {
    double excess = -MEAN_EXCESS_MS * Math.log(1 - random.nextDouble());
    return Math.min(LONGEST_MS, SHORTEST_MS + (int) excess);
  }

  private static void user(DataOutputStream log, boolean start, int atMs) throws IOException {
    log.writeByte(2);
    log.writeInt(0);
    log.writeBoolean(start);
    log.writeInt(atMs);
  }

  /** Its two texts are written in full the first time, and as their numbers afterwards. */
  private static void request(DataOutputStream log, boolean isFirst, int startMs, int endMs)
      throws IOException {
    log.writeByte(1);
    log.writeInt(0);
    log.writeInt(isFirst ? 1 : -1);
    if (isFirst) {
      string(log, "resource");
    }
    log.writeInt(startMs);
    log.writeInt(endMs);
    log.writeBoolean(true);
    log.writeInt(isFirst ? 2 : -2);
    if (isFirst) {
      string(log, "");
    }
  }

  /** Its length, its bytes, and that each is a character; of an empty one its length alone. */
  private static void string(DataOutputStream log, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    log.writeInt(bytes.length);
    if (bytes.length > 0) {
      log.write(bytes);
      log.writeByte(0);
    }
  }
}
