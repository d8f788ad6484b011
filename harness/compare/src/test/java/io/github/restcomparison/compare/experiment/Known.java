package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.statistics.Pair;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.TestedMetric;
import io.github.restcomparison.analysis.statistics.Verdict;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is known of pairs, without the runs that it was worked out from. */
public final class Known {
  private static final Verdict NONE = new Verdict.Unranked(Pair.Status.INVALID, "a test");

  private Known() {}

  /** A comparison of these pairs. */
  public static Comparison of(PairVerdict... pairs) {
    return new Comparison(
        Comparison.SCHEMA,
        Status.VALID,
        "a test",
        List.of(),
        null,
        Optional.empty(),
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(pairs),
        List.of(),
        List.of(),
        List.of());
  }

  /** A pair that is decided. */
  public static PairVerdict decided() {
    return pair(true, false);
  }

  /** A pair that more rounds may decide. */
  public static PairVerdict open() {
    return pair(false, false);
  }

  /** A pair that no round can decide. */
  static PairVerdict closed() {
    return pair(false, true);
  }

  private static PairVerdict pair(boolean decided, boolean closed) {
    return new PairVerdict(
        "a", "b", TestedMetric.THROUGHPUT, Optional.empty(), NONE, decided, closed);
  }
}
