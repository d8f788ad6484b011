package io.github.restcomparison.analysis.fleet;

import java.util.Locale;

/** What goes wrong, between two moments of a simulation. */
public enum Incident {
  /** All goes well. */
  NONE("nothing goes wrong"),
  /** The back end takes ten times as long. */
  SLOW_BACK_END("the back end takes 10 times as long"),
  /** A tenth of the nodes dies, and comes back at the end. */
  NODES_DIE("a tenth of the nodes is dead"),
  /** As many users again come, and go at the end. */
  BURST("twice as many users");

  private final String text;

  Incident(String text) {
    this.text = text;
  }

  /** A clause. */
  public String text() {
    return text;
  }

  /** As it is written on a command line: {@code slow-back-end}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
