package io.github.restcomparison.analysis.sizing;

/** What keeps a service from answering more. */
public enum Bound {
  /** Those who ask wait for their answers: nobody is left to ask. */
  USERS("its users"),
  /** As many requests come as come, and all are answered. */
  RATE("what comes"),
  /** All threads that may block are held. */
  WORKERS("its threads"),
  /** All CPUs have work. */
  CPU("its CPUs");

  private final String text;

  Bound(String text) {
    this.text = text;
  }

  /** For a table. */
  public String text() {
    return text;
  }
}
