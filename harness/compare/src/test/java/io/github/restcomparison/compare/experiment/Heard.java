package io.github.restcomparison.compare.experiment;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.records.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Keeps what an experiment says of its progress. */
final class Heard implements Progress {
  final List<RunRecord> ended = new ArrayList<>();
  final List<String> said = new ArrayList<>();

  @Override
  public void said(String line) {
    said.add(line);
  }

  @Override
  public void began(String what, Supplier<Optional<Duration>> left) {}

  @Override
  public void live(String rate) {}

  @Override
  public void ended(RunRecord record) {
    ended.add(record);
  }

  @Override
  public void roundEnded(int round, int of, Comparison known) {}
}
