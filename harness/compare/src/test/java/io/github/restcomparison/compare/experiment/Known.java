package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;

/** What is known of pairs, without the runs that it was worked out from. */
public final class Known {
  private Known() {}

  /** A comparison of these pairs. */
  public static Comparison of(PairVerdict... pairs) {
    return new Comparison(null, List.of(), List.of(), List.of(), List.of(pairs));
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
        Pair.excluded("a", "b", Status.INVALID, "a test", closed),
        TestedMetric.THROUGHPUT,
        PairVerdict.Ruling.UNRANKED,
        0.05,
        Interval.NONE,
        Double.NaN,
        0,
        decided);
  }
}
