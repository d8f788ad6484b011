package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The CPUs that each process is pinned to.
 *
 * @param text for people and files
 */
public record Pinning(String text) {
  /** Each process may run on every CPU. */
  public static final Pinning NONE = new Pinning("none");

  /** Returns the pinning that a plan or record states. */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public static Pinning of(String text) {
    return new Pinning(text);
  }

  /** Returns whether service and load generator are pinned to separate CPUs. */
  public boolean isPinned() {
    return !equals(NONE);
  }

  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
