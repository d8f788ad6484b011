package io.github.restcomparison.runner.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A load for the tests of figures and gates: users of the measured scenario and their requests. */
public final class RecordedLoad {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final LogBytes log = new LogBytes(bytes);

  public RecordedLoad userStarts(long at) {
    return user(GatlingLog.SCENARIO, true, at);
  }

  public RecordedLoad userEnds(long at) {
    return user(GatlingLog.SCENARIO, false, at);
  }

  public RecordedLoad user(String scenario, boolean starts, long at) {
    log.user(scenario, starts, at);
    return this;
  }

  public RecordedLoad request(long start, long end) {
    return request("GET", start, end);
  }

  public RecordedLoad request(String name, long start, long end) {
    log.request(name, start, end, true, "");
    return this;
  }

  public RecordedLoad failure(long start, long end, String message) {
    return failure("GET", start, end, message);
  }

  public RecordedLoad failure(String name, long start, long end, String message) {
    log.request(name, start, end, false, message);
    return this;
  }

  public RecordedLoad notBuilt(String message) {
    log.error(message, 0);
    return this;
  }

  /** Writes Gatling's log. */
  public void write(Path log) throws IOException {
    Files.write(log, bytes.toByteArray());
  }

  public GatlingLog log() {
    byte[] all = bytes.toByteArray();
    try {
      return GatlingLog.of(List.of(() -> LogBytes.open(all)), Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A load with this many users and successful requests of this many ms each. */
  public static RecordedLoad of(int users, int responses, int millis) {
    RecordedLoad load = new RecordedLoad();
    for (int user = 0; user < users; user++) {
      load.userStarts(0);
    }
    for (int i = 0; i < responses; i++) {
      load.request(0, millis);
    }
    for (int user = 0; user < users; user++) {
      load.userEnds(millis);
    }
    return load;
  }

  /** Users who each send this many requests, and all get responses together every this many ms. */
  public static RecordedLoad waves(int users, int requests, int millis) {
    RecordedLoad load = new RecordedLoad();
    for (int user = 0; user < users; user++) {
      load.userStarts(0);
    }
    for (int number = 0; number < users * requests; number++) {
      long start = number / users * (long) millis;
      load.request(start, start + millis);
    }
    for (int user = 0; user < users; user++) {
      load.userEnds((long) requests * millis);
    }
    return load;
  }
}
