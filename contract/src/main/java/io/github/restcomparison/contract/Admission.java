package io.github.restcomparison.contract;

import java.util.OptionalInt;

/**
 * Who is let in: no more than may wait, and nobody once the service is going. Whoever is not is
 * told at once, with {@code 503} and {@code Retry-After}, while it is still cheap to go elsewhere.
 */
public final class Admission {

  /** The seconds after which a client that was refused may try again. */
  public static final String RETRY_AFTER = "1";

  private final OptionalInt mostWaiting;
  private final RequestCount requests;
  private volatile boolean draining;

  /**
   * @param mostWaiting requests that may be in flight at once; any number where it is empty
   */
  public Admission(OptionalInt mostWaiting, RequestCount requests) {
    this.mostWaiting = mostWaiting;
    this.requests = requests;
  }

  /** Whether one more may wait. */
  public boolean admits() {
    return !draining && (mostWaiting.isEmpty() || requests.inFlight() < mostWaiting.getAsInt());
  }

  /** Whether the service is going. */
  public boolean draining() {
    return draining;
  }

  /** Admits nobody from now on. */
  public void refuseAll() {
    draining = true;
  }

  /**
   * Admits nobody from now on, and returns when all who were are answered.
   *
   * @param ms what it may take at most
   */
  public void drain(int ms) {
    refuseAll();
    requests.awaitAnswers(ms);
  }
}
