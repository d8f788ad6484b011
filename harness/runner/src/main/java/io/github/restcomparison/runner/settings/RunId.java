package io.github.restcomparison.runner.settings;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalInt;

/**
 * A run's place in the experiment.
 *
 * @param round counted from 1
 * @param position within the round, from 1; absent where the next free one is meant
 * @param attempt 1, or more where it is repeated because the host was disturbed in the one before
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunId(int round, OptionalInt position, int attempt) {

  /** A run that nobody planned: the next of the first round. */
  public static final RunId NEXT = new RunId(1, OptionalInt.empty(), 1);

  /** The name of the folder of a variant's run. */
  public String folder(int position, String variant) {
    String safe = variant.replaceAll("[^A-Za-z0-9._-]", "_");
    String repeated = attempt == 1 ? "" : "-repeated" + (attempt == 2 ? "" : "-" + (attempt - 1));
    return "%02d-%02d-%s%s".formatted(round, position, safe, repeated);
  }
}
