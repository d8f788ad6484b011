package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.Pair.TestResult;
import io.github.restcomparison.analysis.model.Pair.Validity;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Results of pairs, without the runs behind them. */
public final class Known {
  private static final Map<Integer, Double> ROUNDS = Map.of(1, 9_600.0, 2, 9_610.0, 3, 9_590.0);

  private static final LogRatio RATIO = LogRatio.paired(ROUNDS, ROUNDS, NoiseFloor.NOT_MEASURED);

  private Known() {}

  /** A comparison of these pairs. */
  public static Comparison of(Pair... pairs) {
    return new Comparison(null, List.of(), List.of(), List.of(), List.of(pairs));
  }

  /** A pair that is decided. */
  public static Pair decided() {
    return measured(Ruling.EQUIVALENT, State.DECIDED);
  }

  /** A pair that more rounds may decide, before the first look. */
  public static Pair open() {
    return measured(Ruling.PREVIEW, State.OPEN);
  }

  /** A pair whose noise is too large for the rounds that are left. */
  static Pair noisy() {
    return measured(Ruling.NOT_TOLD_APART, State.CLOSED);
  }

  /** A pair that no round can make valid. */
  static Pair invalid() {
    return Pair.excluded("a", "b", TestedMetric.THROUGHPUT, State.CLOSED, Status.INVALID, "a test");
  }

  private static Pair measured(Ruling ruling, State state) {
    return new Pair(
        "a",
        "b",
        TestedMetric.THROUGHPUT,
        RATIO,
        new Validity(Status.VALID, "", Set.of(), 0),
        state,
        new TestResult(ruling, 0.34, true, RATIO.interval(0.95), Double.NaN, 1, 0));
  }
}
