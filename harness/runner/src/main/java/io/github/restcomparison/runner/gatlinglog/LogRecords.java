package io.github.restcomparison.runner.gatlinglog;

import io.github.restcomparison.runner.gatlinglog.SimulationLog.Header;
import io.github.restcomparison.runner.gatlinglog.SimulationLog.Visitor;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the records of a simulation.log. Gatling does not specify the format: a run record comes
 * first, then requests, users, groups and errors in the order of their events. The first byte of
 * each record is its type.
 */
final class LogRecords {
  private static final byte RUN = 0;
  private static final byte REQUEST = 1;
  private static final byte USER = 2;
  private static final byte GROUP = 3;
  private static final byte ERROR = 4;

  private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+-]{1,40}");
  private static final String KNOWN_VERSION = "3.15";

  /** The end of the year 9999. A later start is damage, and sums with it might overflow. */
  private static final long LATEST_START_MS = 253_402_300_799_999L;

  private final Path log;
  private final LogFields fields;
  private final Visitor visitor;
  private Header header;

  LogRecords(Path log, ReadableByteChannel channel, Visitor visitor) {
    this.log = log;
    this.fields = new LogFields(log, channel);
    this.visitor = visitor;
  }

  Header read() throws IOException {
    header = header();
    while (fields.nextRecord()) {
      event();
    }
    return header;
  }

  private Header header() throws IOException {
    if (!fields.nextRecord()) {
      throw new SimulationLogException(log, "empty");
    }
    if (fields.int8() != RUN) {
      throw new SimulationLogException(log, "not a binary simulation.log: no run record at byte 0");
    }
    long at = fields.offset();
    String version = fields.string();
    if (!VERSION.matcher(version).matches()) {
      throw fields.damaged(at, "no version of Gatling");
    }
    if (!version.startsWith(KNOWN_VERSION + ".")) {
      throw new SimulationLogException(
          log, "written by Gatling " + version + ", this reader knows " + KNOWN_VERSION);
    }
    String simulationClass = fields.string();
    long start = fields.int64();
    if (start < 0 || start > LATEST_START_MS) {
      throw fields.damaged(fields.offset() - Long.BYTES, "a start at " + start + " ms");
    }
    String description = fields.string();
    List<String> scenarios = new ArrayList<>();
    for (int left = fields.count(); left > 0; left--) {
      scenarios.add(fields.string());
    }
    for (int assertions = fields.count(); assertions > 0; assertions--) {
      fields.skipBytes();
    }
    return new Header(version, simulationClass, start, description, List.copyOf(scenarios));
  }

  private void event() throws IOException {
    byte type = fields.int8();
    switch (type) {
      case REQUEST -> request();
      case USER -> user();
      case GROUP -> skipGroup();
      case ERROR -> visitor.error(fields.cachedString(), time());
      default -> throw fields.damaged(fields.offset() - 1, "unknown record type " + type);
    }
  }

  private void request() throws IOException {
    skipGroupNames();
    String name = fields.cachedString();
    long start = time();
    long end = timeFrom(start);
    boolean ok = fields.flag();
    visitor.request(name, start, end, ok, fields.cachedString());
  }

  private void user() throws IOException {
    int scenario = fields.int32();
    if (scenario < 0 || scenario >= header.scenarios().size()) {
      throw fields.damaged(
          fields.offset() - Integer.BYTES,
          "refers to scenario " + scenario + " of " + header.scenarios().size());
    }
    boolean start = fields.flag();
    visitor.user(header.scenarios().get(scenario), start, time());
  }

  /** Groups are not used, but later records may refer to the names in them. */
  private void skipGroup() throws IOException {
    skipGroupNames();
    timeFrom(time());
    fields.int32(); // the sum of its response times
    fields.flag();
  }

  private void skipGroupNames() throws IOException {
    for (int left = fields.count(); left > 0; left--) {
      fields.cachedString();
    }
  }

  private long time() throws IOException {
    return timeFrom(header.startEpochMs());
  }

  /** Gatling's clock is monotonic, so that a time before {@code earliest} is damage. */
  private long timeFrom(long earliest) throws IOException {
    int afterStart = fields.int32();
    long time = header.startEpochMs() + afterStart;
    if (time < earliest) {
      throw fields.damaged(
          fields.offset() - Integer.BYTES,
          "a time " + (earliest - time) + " ms before the earliest possible");
    }
    return time;
  }
}
