package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.Behaviour.Reconnects;
import io.github.restcomparison.records.settings.Count;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The connections of the load generator. If the service has closed a connection that a user keeps,
 * Gatling's client opens another one, and its log does not show it.
 */
public final class Connections {
  /** The connections of this JVM, which makes one run: Netty makes the watch of each by itself. */
  public static final Connections OF_THIS_JVM = new Connections(System::nanoTime);

  /** The idle time after which a close by the service is no race with a request. */
  private static final long IDLE_NANOS = Duration.ofMillis(100).toNanos();

  /** The share of the shortest idle time after which a service may close a connection, too. */
  private static final double ABOUT_IDLE = 0.9;

  /** The minimum wait of a first request on a connection that is not served. */
  private static final Duration UNSERVED = Duration.ofSeconds(10);

  /** The number of responses that the served connections have meanwhile, on average. */
  private static final int MANY_RESPONSES = 10;

  private final LongSupplier nanoTime;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final LongAccumulator shortestIdleNanos = new LongAccumulator(Math::min, Long.MAX_VALUE);
  private final LongAdder racesAll = new LongAdder();
  private final LongAdder replacedAll = new LongAdder();

  /** When a connection last received its first response. */
  private final LongAccumulator lastFirstNanos = new LongAccumulator(Math::max, Long.MIN_VALUE);

  /** Closed connections that no other one has replaced yet. */
  private final AtomicLong closed = new AtomicLong();

  /** Counts at the beginning of the load; negative before. */
  private final AtomicLong racesBefore = new AtomicLong(-1);

  private final AtomicLong replacedBefore = new AtomicLong(-1);

  /**
   * Creates an empty set of connections.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  public Connections(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Returns a connection that is not open yet. */
  public Connection connection() {
    return new Connection();
  }

  /** Notes that a user begins the measured load; only the first one counts. */
  void beginLoad() {
    replacedBefore.compareAndSet(-1, replacedAll.sum());
    racesBefore.compareAndSet(-1, racesAll.sum());
  }

  /**
   * Returns the requests of the load that needed a new connection, because the service had closed
   * an idle one; empty if none did.
   */
  public Optional<Reconnects> reconnects() {
    long requests = replacedAll.sum() - Math.max(0, replacedBefore.get());
    return requests == 0
        ? Optional.empty()
        : Optional.of(new Reconnects(requests, Math.rint(shortestIdleNanos.get() / 1e6)));
  }

  /**
   * Returns the number of requests of the load that were sent while the service closed their
   * connection because it had been idle. It reads none of them.
   */
  long races() {
    return racesAll.sum() - Math.max(0, racesBefore.get());
  }

  /**
   * Returns the reason if the service reads from some connections only, and from the others once
   * these are closed: the former have many responses, while the latter wait for their first one. A
   * busy service is late, too, but first responses still arrive on one connection or another.
   */
  public Optional<String> unserved() {
    long now = nanoTime.getAsLong();
    long served = 0;
    long unserved = 0;
    long responses = 0;
    for (Connection each : open) {
      if (each.received > 0) {
        served++;
        responses += each.received;
      } else if (each.isWaiting && now - each.sentNanos >= UNSERVED.toNanos()) {
        unserved++;
      }
    }
    boolean takesNoMore = served > 0 && now - lastFirstNanos.longValue() >= UNSERVED.toNanos();
    if (!takesNoMore || unserved == 0 || responses < MANY_RESPONSES * served) {
      return Optional.empty();
    }
    String why =
        "serves %s at a time: %d more had no response within %d s; -H 'Connection: close'"
            + " sends each request over a separate connection";
    return Optional.of(
        why.formatted(Count.of(served, "connection"), unserved, UNSERVED.toSeconds()));
  }

  /** A connection, whose events come from one thread. */
  public final class Connection {
    private volatile boolean isWaiting;
    private volatile long sentNanos;
    private volatile long receivedNanos;
    private volatile int received;
    private boolean isOurs;

    private Connection() {}

    /** Notes that it was opened. */
    public void opened() {
      open.add(this);
      if (closed.get() > 0) {
        closed.decrementAndGet();
        replacedAll.increment();
      }
    }

    /** Notes that a part of a request was sent. */
    public void sent() {
      if (!isWaiting) {
        sentNanos = nanoTime.getAsLong();
        isWaiting = true;
      }
    }

    /** Notes that a part of a response was received. */
    public void received() {
      receivedNanos = nanoTime.getAsLong();
      isWaiting = false;
      if (received++ == 0) {
        lastFirstNanos.accumulate(receivedNanos);
      }
    }

    /** Notes that the load generator closes it. */
    public void close() {
      isOurs = true;
    }

    /** Notes that it is closed. */
    public void closed() {
      open.remove(this);
      if (isOurs || received == 0) {
        return;
      }
      long now = nanoTime.getAsLong();
      if (isWaiting) {
        boolean isRace =
            sentNanos - receivedNanos >= ABOUT_IDLE * shortestIdleNanos.get()
                && now - sentNanos < IDLE_NANOS;
        if (isRace) {
          racesAll.increment();
          closed.incrementAndGet();
        }
      } else if (now - receivedNanos >= IDLE_NANOS) {
        shortestIdleNanos.accumulate(now - receivedNanos);
        closed.incrementAndGet();
      }
    }
  }
}
