package io.github.restcomparison.analysis.overhead;

/** What a part of a request's overhead was spent on. No instant of a request counts in two. */
public enum OverheadCause {
  /** Due by the schedule of an open model and not sent: no connection free, or a late sender. */
  UNSENT("waiting to be sent", "waiting to be sent"),
  /** All workers were busy: the request waited for one. */
  WORKER("queue for a worker", "waiting for a worker"),
  /** The clock's own lateness, and the queue of the thread that it wakes. */
  WOKEN_LATE("woken late", "woken late"),
  /** What the back end took beyond its delay, its client and the pool of connections included. */
  BACK_END("back end", "the back end's, beyond its delay"),
  /** The service's threads had work and no CPU. */
  RUN_QUEUE("run queue", "waiting for a CPU"),
  /** The service's threads were at work. */
  CPU("work on a CPU", "on a CPU"),
  /** The service's collections stopped it. */
  GC("garbage collection", "garbage collection"),
  /** The answer was there, and the generator's thread was not yet awake. */
  GENERATOR("generator", "the generator's"),
  /** The rest: kernel, loopback, queues on the way in, the generator's own work. */
  NOT_MEASURED("not measured", "not measured");

  private final String label;
  private final String phrase;

  OverheadCause(String label, String phrase) {
    this.label = label;
    this.phrase = phrase;
  }

  /** In a word or two, for tables and charts. */
  public String label() {
    return label;
  }

  /** After a number of ms. */
  String phrase() {
    return phrase;
  }
}
