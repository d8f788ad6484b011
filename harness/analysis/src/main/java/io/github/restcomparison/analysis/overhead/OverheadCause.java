package io.github.restcomparison.analysis.overhead;

/** What a part of a request's overhead was spent on. No instant of a request counts in two. */
public enum OverheadCause {
  /** Due by the schedule of an open model and not sent: no connection free, or a late sender. */
  UNSENT("waiting to be sent"),
  /** All workers were busy: the request waited for one. */
  WORKER("waiting for a worker"),
  /** The lateness of the clock, and the queue of the thread that it wakes. */
  WOKEN_LATE("woken late"),
  /** What the back end took beyond its delay, its client and the pool of connections included. */
  BACK_END("back end"),
  /** The service's threads had work and no CPU. */
  RUN_QUEUE("waiting for a CPU"),
  /** The service's threads were at work. */
  CPU("on a CPU"),
  /** The service's collections stopped it. */
  GC("garbage collection"),
  /** The response was there, and the generator's thread was not yet awake. */
  GENERATOR("the generator's"),
  /** The rest: kernel, loopback, queues on the way in, the generator's own work. */
  NOT_MEASURED("not measured");

  private final String label;

  OverheadCause(String label) {
    this.label = label;
  }

  /** In a few words: a piece of a chart, or what follows a number of ms. */
  public String label() {
    return label;
  }
}
