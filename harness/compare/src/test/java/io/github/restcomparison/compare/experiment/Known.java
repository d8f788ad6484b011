package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.PairVerdict;
import io.github.restcomparison.analysis.model.PairVerdict.Ruling;
import io.github.restcomparison.analysis.model.PairVerdict.State;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.Interval;
import io.github.restcomparison.analysis.statistics.LogRatio;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is known of pairs, without the runs that it was worked out from. */
public final class Known {
  private static final Map<Integer, Double> ROUNDS = Map.of(1, 9_600.0, 2, 9_610.0, 3, 9_590.0);

  private static final Pair MEASURED =
      Pair.of("a", "b", LogRatio.paired(ROUNDS, ROUNDS, NoiseFloor.NOT_MEASURED), Set.of());

  private Known() {}

  /** A comparison of these pairs. */
  public static Comparison of(PairVerdict... pairs) {
    return new Comparison(null, List.of(), List.of(), List.of(), List.of(pairs));
  }

  /** A pair that is decided. */
  public static PairVerdict decided() {
    return pair(MEASURED, Ruling.EQUIVALENT, State.DECIDED);
  }

  /** A pair that more rounds may decide, before the first look. */
  public static PairVerdict open() {
    return pair(MEASURED, Ruling.PREVIEW, State.OPEN);
  }

  /** A pair whose noise is too large for the rounds that are left. */
  static PairVerdict noisy() {
    return pair(MEASURED, Ruling.NO_DIFFERENCE_SHOWN, State.CLOSED);
  }

  /** A pair that no round can make valid. */
  static PairVerdict invalid() {
    Pair excluded = Pair.excluded("a", "b", Status.INVALID, "a test", true);
    return pair(excluded, Ruling.UNRANKED, State.CLOSED);
  }

  private static PairVerdict pair(Pair pair, Ruling ruling, State state) {
    return new PairVerdict(
        pair, TestedMetric.THROUGHPUT, ruling, 0.34, Interval.NONE, Double.NaN, 1, state, 0);
  }
}
