package io.github.restcomparison.servicekit;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import picocli.CommandLine.Option;

/**
 * The requests of a service: admits them, counts them, and waits for the last of them when the
 * service stops. A request that is not admitted immediately gets {@code 503} and {@code
 * Retry-After}, so that its client can use another server.
 */
public final class Requests {
  /** {@code Retry-After} of a request that is not admitted, in seconds. */
  public static final String RETRY_AFTER = "1";

  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long LOOK_MS = 10;
  private static final long HELD_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  @Option(names = "--max-waiting", paramLabel = "0..1000000")
  private Integer maxWaiting;

  private int holding;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger inResource = new AtomicInteger();
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder resourceNanos = new LongAdder();
  private volatile LongConsumer resourceTimes = nanos -> {};
  private volatile LongConsumer requestTimes = nanos -> {};
  private volatile long lastChange = System.nanoTime() - QUIET_NANOS;
  private volatile boolean draining;

  /** A request that was admitted. */
  public final class Admitted {
    private final long entered = System.nanoTime();
    private final AtomicBoolean left = new AtomicBoolean();
    private volatile long began;

    private Admitted() {}

    /** Notes that the resource is called: the request no longer waits for a thread. */
    public void begin() {
      began = System.nanoTime();
      begun.increment();
      inResource.incrementAndGet();
    }

    /** Notes its response, or that its client has disconnected; only the first call counts. */
    public void end() {
      if (left.getAndSet(true)) {
        return;
      }
      long now = System.nanoTime();
      if (began != 0) {
        inResource.decrementAndGet();
        ended.increment();
        resourceNanos.add(now - began);
        resourceTimes.accept(now - began);
        requestTimes.accept(now - entered);
      }
      lastChange = now;
      inside.decrementAndGet();
    }
  }

  /**
   * Sets the number of requests that do not count as waiting, because each holds a thread; 0 in
   * models in which no thread waits.
   */
  public Requests holding(int threads) {
    holding = threads;
    return this;
  }

  /** Admits a request, unless the service is full or drains. */
  public Optional<Admitted> enter() {
    Admitted request = new Admitted();
    lastChange = request.entered;
    if (draining) {
      return Optional.empty();
    }
    int now = inside.incrementAndGet();
    if (maxWaiting != null && now > holding + maxWaiting) {
      inside.decrementAndGet();
      return Optional.empty();
    }
    return Optional.of(request);
  }

  /** Returns the number of requests that have reached the resource. */
  public long seen() {
    return begun.sum();
  }

  /** Returns the number of requests in the resource now. */
  public int inFlight() {
    return inResource.get();
  }

  /** Returns the number of requests that wait for a thread that calls the resource. */
  public int queued() {
    return Math.max(0, inside.get() - inResource.get());
  }

  /** Returns the number of requests that have left the resource. */
  public long timed() {
    return ended.sum();
  }

  /** Returns the total time of these in the resource, in µs. */
  public long timedMicros() {
    return resourceNanos.sum() / 1_000;
  }

  /**
   * Returns whether the service drains: it admits no request, and tells clients to close
   * connections.
   */
  public boolean draining() {
    return draining;
  }

  /**
   * Calls back for each request that ends from now on, with nanoseconds.
   *
   * @param resource the time in the resource
   * @param request the time in the service, that in the queue before the resource included
   */
  public void onEnd(LongConsumer resource, LongConsumer request) {
    resourceTimes = resource;
    requestTimes = request;
  }

  /**
   * Admits no request from now on, and returns when all admitted ones have ended and none has
   * arrived for 200 ms: by then requests in sockets have been read and refused. If this thread
   * itself is delayed, so are the reading ones: the 200 ms begin again.
   *
   * @param ms the maximum time
   */
  public void drain(int ms) {
    draining = true;
    long now = System.nanoTime();
    long end = now + TimeUnit.MILLISECONDS.toNanos(ms);
    long quietSince = lastChange;
    try {
      while (now < end && (inside.get() > 0 || now - quietSince < QUIET_NANOS)) {
        Thread.sleep(LOOK_MS);
        long woken = System.nanoTime();
        boolean heldUp = woken - now > HELD_UP_NANOS;
        quietSince = heldUp ? woken : Math.max(quietSince, lastChange);
        now = woken;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
