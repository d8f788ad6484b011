package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonValue;

/** A criterion that judges a run. */
public enum Gate {
  /** Every planned request got a correct response, and the service counted it. */
  ANSWERS("answers"),
  /** There is a window in which all users were active. */
  WINDOW("window"),
  /** As many requests were in flight as Little's law states. */
  LITTLES_LAW("littlesLaw"),
  /** The throughput does not exceed what users, workers and delay allow. */
  BOUND("bound"),
  /** The load generator was not at its limit; otherwise figures are a bound. */
  GENERATOR("generator"),
  /** The host did not disturb the run. */
  HOST("host"),
  /** The records of the feeders were not used up. */
  FEEDERS("feeders"),
  /** Nearly every request was sent once. */
  REPEATED("repeated"),
  /** The requests of the warm-up succeeded. */
  WARM_UP("warmUp"),
  /** The run is not only one injector's share of a load. */
  SHARE("share"),
  /** The shares of several injectors are one load. */
  INJECTORS("injectors"),
  /** The kernel seldom stopped the service for its CPU limit. */
  THROTTLING("throttling");

  private final String text;

  Gate(String text) {
    this.text = text;
  }

  /** Returns its name in files and on pages. */
  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
