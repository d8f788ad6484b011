package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a page of curves says first, for a terminal.
 *
 * @param lines a sentence each
 */
public record CurvesSummary(Status status, List<String> lines) {

  public static CurvesSummary of(Curves curves) {
    return new CurvesSummary(
        curves.status(),
        Stream.concat(
                Stream.of(curves.status() + ": " + curves.statement()), curves.findings().stream())
            .toList());
  }
}
