package io.github.restcomparison.servicekit;

import java.time.Duration;

/**
 * A delay that whoever measures the service can shorten while it warms up, so that few threads or
 * few callers make the JIT compilers work as soon as many. Both delays are of one class, and a
 * request takes the same path with either: what is compiled under the one is used under the other.
 */
final class DrivenDelay implements Delay {
  /** Not 0, with which nothing would wait. */
  private static final Duration SHORT = Duration.ofMillis(1);

  /** A process has one service. */
  private static volatile DrivenDelay ofThisProcess;

  private final Delay usual;
  private final Delay shortened;
  private volatile Delay now;

  private DrivenDelay(Delay usual) {
    this.usual = usual;
    this.shortened =
        usual.longest().compareTo(SHORT) > 0 && !BackEnd.KINDS.contains(usual.kind())
            ? Delay.of(usual.kind(), SHORT)
            : usual;
    this.now = usual;
  }

  /** The delay of this process's service, from now on. */
  static Delay ofService(Delay usual) {
    DrivenDelay delay = new DrivenDelay(usual);
    ofThisProcess = delay;
    return delay;
  }

  /** Shortens the delay of requests that arrive from now on, or ends that. */
  static void drive(boolean on) {
    DrivenDelay delay = ofThisProcess;
    if (delay != null) {
      delay.now = on ? delay.shortened : delay.usual;
    }
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
