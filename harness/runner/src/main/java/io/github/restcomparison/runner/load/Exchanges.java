package io.github.restcomparison.runner.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the requests and responses of the warm-up, or of the measured load: what Gatling's log
 * does not have. The warm-up has one of its own, so that the same code counts both.
 */
public final class Exchanges {
  /** Some headers count down, or are never the same. */
  private static final int MOST_VALUES = 100;

  private final LongAdder sent = new LongAdder();
  private final LongAdder responses = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder right = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder beside = new LongAdder();
  private final Map<String, Map<String, LongAdder>> traits = new ConcurrentHashMap<>();
  private final LongAdder unread = new LongAdder();
  private final ByStatus byStatus = new ByStatus();
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

  /** A user begins to send what is counted here. */
  void begin() {
    connections.beginLoad();
  }

  /** Returns the correct responses by status. */
  public ByStatus byStatus() {
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
   * @param wrong what is wrong with it, null if nothing is
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
          if (counts.size() < MOST_VALUES || counts.containsKey(value)) {
            counts.computeIfAbsent(value, any -> new LongAdder()).increment();
          }
        });
  }

  /**
   * Counts a response that nobody has sent: the first ones of the measured load then take no branch
   * that was not taken before.
   *
   * @param number of the response
   */
  void rehearse(int number) {
    String status = number % 2 == 0 ? "404" : "200";
    received(number, Map.of("status", status), null);
    byStatus.add(status, Integer.parseInt(status), "text/plain", number % 5, number, number + 1L);
  }

  /** Counts a request that has ended, with a response or without. */
  public void end() {
    ended.increment();
  }

  /** Returns how many requests have ended, with a response or without. */
  public long ended() {
    return ended.sum();
  }

  /** Returns how many requests had no response, or a wrong one. */
  long failed() {
    return ended.sum() - right.sum();
  }

  /** Returns what was wrong with the last wrong response. */
  String problem() {
    return problem;
  }

  /**
   * Returns how many responses had a value, by trait and value: some hundred values of a trait at
   * most, those that were seen first; empty if there was no response.
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

  /** Returns how many requests wait for a response; exact if none was sent again or failed. */
  public long waiting() {
    return sent.sum() - responses.sum();
  }

  /** Returns how many responses were received until now. */
  public long responses() {
    return responses.sum();
  }

  /**
   * Returns how many requests were sent again, because the service closed a kept connection without
   * a response; exact if no request failed. Without those that it did not read, because it closed
   * the connection as idle at that moment.
   *
   * @param requests in Gatling's log
   */
  public long repeated(long requests) {
    return Math.max(0, sent.sum() - requests - connections.races());
  }

  /** Counts a request that is no part of the load: of a setup, or one that is sent again. */
  public void addBeside() {
    beside.increment();
  }

  /** A request that was counted as sent is no part of the load, but sent again. */
  public void sentAgain() {
    sent.decrement();
  }

  /** Returns how many requests were no part of the load, since the check has ended. */
  public long beside() {
    return beside.sum();
  }

  /** The check has ended, whose requests count nowhere. */
  public void checked() {
    beside.reset();
  }

  /** Counts a response that arrived before the content of its request had been sent. */
  public void unread() {
    unread.increment();
  }

  /** Returns what a reader of the run should know. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (beside() > 0) {
      String note = "%,d %s sent beside the load: by its setup, or again after that";
      notes.add(note.formatted(beside(), beside() == 1 ? "request was" : "requests were"));
    }
    if (unread.sum() > 0) {
      String note = "%,d of %,d responses arrived before the upload had been sent";
      notes.add(note.formatted(unread.sum(), responses()));
    }
    byStatus.note().ifPresent(notes::add);
    return notes;
  }

  /** Notes that a user ended, because the records that its requests need are used up. */
  public void usedUp(String why) {
    usedUp = why;
  }

  /** Returns why users ended before their time; empty if none did. */
  public Optional<String> usedUp() {
    return Optional.ofNullable(usedUp);
  }

  /** Returns the mean size of all responses in bytes; NaN if there were none. */
  public double bytes() {
    return (double) bytes.sum() / responses.sum();
  }
}
