package io.github.restcomparison.runner.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of requests and responses that Gatling's log does not have, of the warm-up or of the
 * measured load. The warm-up has a separate instance, so that the same code counts both.
 */
public final class Exchanges {
  /** The maximum number of values: some headers count down, or always differ. */
  private static final int MAX_VALUES = 100;

  private final LongAdder sent = new LongAdder();
  private final LongAdder responses = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder right = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder extra = new LongAdder();
  private final Map<String, Map<String, LongAdder>> traits = new ConcurrentHashMap<>();
  private final LongAdder noteEarlyResponse = new LongAdder();
  private final ResponsesByStatus byStatus = new ResponsesByStatus();
  private final Connections connections;
  private volatile String problem = "no response";
  private volatile String usedUp;

  /** Counts over connections that nobody watches. */
  public Exchanges() {
    this(new Connections(System::nanoTime));
  }

  /** Counts over some connections. */
  public Exchanges(Connections connections) {
    this.connections = connections;
  }

  /** Begins to count the requests of a user. */
  void begin() {
    connections.beginLoad();
  }

  /** Returns the correct responses by status. */
  public ResponsesByStatus byStatus() {
    return byStatus;
  }

  /** Returns the connections. */
  public Connections connections() {
    return connections;
  }

  /** Counts a request that is written to a connection; one that is sent again counts again. */
  public void sent() {
    sent.increment();
  }

  /**
   * Counts a response.
   *
   * @param size in bytes: its head, and its body before any compression
   * @param values by trait, such as {@code status}
   * @param wrong the violation, null if there is none
   */
  public void received(long size, Map<String, String> values, String wrong) {
    responses.increment();
    if (wrong == null) {
      right.increment();
    } else {
      problem = wrong;
    }
    bytes.add(size);
    values.forEach(
        (trait, value) -> {
          Map<String, LongAdder> counts =
              traits.computeIfAbsent(trait, any -> new ConcurrentHashMap<>());
          if (counts.size() < MAX_VALUES || counts.containsKey(value)) {
            counts.computeIfAbsent(value, any -> new LongAdder()).increment();
          }
        });
  }

  /**
   * Counts a rehearsed response: the first ones of the measured load then take no branch that was
   * not taken before.
   *
   * @param number of the response
   */
  void rehearse(int number) {
    String status = number % 2 == 0 ? "404" : "200";
    received(number, Map.of("status", status), null);
    byStatus.add(status, Integer.parseInt(status), "text/plain", number % 5, number, number + 1L);
  }

  /** Counts a request that has ended, with or without a response. */
  public void end() {
    ended.increment();
  }

  /** Returns the number of requests that have ended, with or without a response. */
  public long ended() {
    return ended.sum();
  }

  /** Returns the number of requests without a correct response. */
  long failed() {
    return ended.sum() - right.sum();
  }

  /** Returns the violation of the last incorrect response. */
  String problem() {
    return problem;
  }

  /**
   * Returns the number of responses by trait and value: at most about a hundred values of a trait,
   * the first that were observed; empty if there was no response.
   */
  public Optional<Map<String, Map<String, Long>>> byTrait() {
    Map<String, Map<String, Long>> counts = new TreeMap<>();
    traits.forEach(
        (trait, values) -> {
          Map<String, Long> sums = counts.computeIfAbsent(trait, any -> new TreeMap<>());
          values.forEach((value, count) -> sums.put(value, count.sum()));
        });
    return Optional.of(counts).filter(some -> !some.isEmpty());
  }

  /**
   * Returns the number of requests that wait for a response; exact if none was sent again or
   * failed.
   */
  public long waiting() {
    return sent.sum() - responses.sum();
  }

  /** Returns the number of responses until now. */
  public long responses() {
    return responses.sum();
  }

  /**
   * Returns the number of requests that were sent again, because the service closed a kept
   * connection without a response; exact if no request failed. It excludes requests that it did not
   * read, because it closed the connection as idle at that moment.
   *
   * @param requests in Gatling's log
   */
  public long repeated(long requests) {
    return Math.max(0, sent.sum() - requests - connections.races());
  }

  /** Counts a request that is not part of the load: of a setup, or one that is sent again. */
  public void addExtra() {
    extra.increment();
  }

  /** Notes that a request that was counted as sent is sent again, and is not part of the load. */
  public void noteResent() {
    sent.decrement();
  }

  /** Returns the number of requests that were not part of the load, since the check has ended. */
  public long extra() {
    return extra.sum();
  }

  /** Notes that the check has ended, whose requests count nowhere. */
  public void noteChecked() {
    extra.reset();
  }

  /** Counts a response that arrived before the content of its request had been sent. */
  public void noteEarlyResponse() {
    noteEarlyResponse.increment();
  }

  /** Returns notes for readers of the run. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (extra() > 0) {
      String note = "%,d %s sent in addition to the load: by the setup, or again after a new setup";
      notes.add(note.formatted(extra(), extra() == 1 ? "request was" : "requests were"));
    }
    if (noteEarlyResponse.sum() > 0) {
      String note = "%,d of %,d responses arrived before the request body had been sent";
      notes.add(note.formatted(noteEarlyResponse.sum(), responses()));
    }
    byStatus.note().ifPresent(notes::add);
    return notes;
  }

  /** Notes that a user ended, because the records that its requests need are used up. */
  public void noteRecordsUsedUp(String why) {
    usedUp = why;
  }

  /** Returns why users ended early; empty if none did. */
  public Optional<String> usedUpReason() {
    return Optional.ofNullable(usedUp);
  }

  /** Returns the mean size of all responses in bytes; NaN if there were none. */
  public double bytes() {
    return (double) bytes.sum() / responses.sum();
  }
}
