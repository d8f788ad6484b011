package io.github.restcomparison.system.conformance;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The outcomes that are right, as the tables have them: {@code 400 closed or 200}. One without an
 * end may leave the connection open or close it.
 *
 * @param outcomes each as its words, the statuses and perhaps an end
 */
record Expectation(List<String> outcomes) {

  /** Reads the words of a table. */
  static Expectation of(String words) {
    return new Expectation(
        Arrays.stream(words.split(" or ")).map(String::strip).peek(Expectation::check).toList());
  }

  private static void check(String outcome) {
    if (!outcome.matches("(\\d{3} )*(\\d{3}|open|closed|silent|garbled)")) {
      throw new IllegalArgumentException("'" + outcome + "' is no outcome");
    }
  }

  /** Whether what came is one of them. */
  boolean holds(Outcome outcome) {
    String came = outcome.toString();
    return outcomes.stream()
        .anyMatch(
            right ->
                came.equals(right)
                    || came.equals(right + " open")
                    || came.equals(right + " closed"));
  }

  @Override
  public String toString() {
    return outcomes.stream().collect(Collectors.joining(" or "));
  }
}
