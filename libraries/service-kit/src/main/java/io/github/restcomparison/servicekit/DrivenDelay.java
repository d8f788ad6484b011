package io.github.restcomparison.servicekit;

import java.time.Duration;

/**
 * A delay that whoever measures the service can set to another one while it warms up, so that the
 * JIT compilers get the same work to do at any rate. Both delays are of one class, and a request
 * takes the same path with either: what is compiled under the one is used under the other.
 */
final class DrivenDelay implements Delay {

  /** A process has one service. */
  private static volatile DrivenDelay ofThisProcess;

  private final Delay usual;
  private volatile Delay now;

  private DrivenDelay(Delay usual) {
    this.usual = usual;
    this.now = usual;
  }

  /** The delay of this process's service, from now on. */
  static Delay ofService(Delay usual) {
    DrivenDelay delay = new DrivenDelay(usual);
    ofThisProcess = delay;
    return delay;
  }

  /** Sets the delay of requests that arrive from now on; 0 for the usual one. */
  static void drive(int delayMs) {
    DrivenDelay delay = ofThisProcess;
    if (delay != null) {
      delay.now = delay.isSettable() && delayMs > 0 ? delay.of(delayMs) : delay.usual;
    }
  }

  /** What a back end takes is its own affair, and without a delay nothing would wait. */
  private boolean isSettable() {
    return !BackEnd.KINDS.contains(usual.kind()) && !usual.longest().isZero();
  }

  private Delay of(int delayMs) {
    return Delay.of(usual.kind(), Duration.ofMillis(delayMs));
  }

  @Override
  public String kind() {
    return usual.kind();
  }

  @Override
  public Duration next() {
    return now.next();
  }

  @Override
  public Duration shortest() {
    return usual.shortest();
  }

  @Override
  public Duration longest() {
    return usual.longest();
  }

  @Override
  public Duration mean() {
    return usual.mean();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DrivenDelay delay && usual.equals(delay.usual);
  }

  @Override
  public int hashCode() {
    return usual.hashCode();
  }
}
