package io.github.restcomparison.analysis.fleet;

/** What goes wrong, between two moments of a simulation. */
public enum Incident {
  /** All goes well. */
  NONE("nothing"),
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
}
