package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.records.LoadSpec;

/** What to do where services were not warm when they were measured. */
final class WarmUpAdvice {
  private static final int LEAST_SECONDS = 60;

  private WarmUpAdvice() {}

  /** To give the warm-up twice the time, and a minute at least. */
  static String of(LoadSpec load) {
    return "measure again with --warm-up %ds"
        .formatted(Math.max(LEAST_SECONDS, 2 * load.warmUpLimitMs() / 1_000));
  }
}
