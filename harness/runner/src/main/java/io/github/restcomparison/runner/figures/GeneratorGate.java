package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.RunRecord.Judgement;
import java.util.List;
import java.util.stream.Stream;

/**
 * The check that the load generator did not limit a throughput below the ceiling of a closed model.
 * If it did, the throughput is a lower bound of the service's.
 *
 * @param throughput requests per second
 * @param ceiling by users, workers and waits; infinite without any
 */
public record GeneratorGate(Generator generator, double throughput, double ceiling) {
  /** The minimum share of the ceiling at which the ceiling explains the throughput. */
  private static final double CEILING_SHARE = 0.97;

  /** The maximum share of its CPUs that the generator may use. */
  private static final double CPU_SHARE = 0.85;

  /** The maximum share of the generator's capacity for the throughput. */
  private static final double CAPACITY_SHARE = 0.7;

  /** Returns a sentence if the generator limited the throughput; else none. */
  List<String> objections() {
    double used = 1 - generator.headroom();
    boolean isBusy = used > CPU_SHARE;
    boolean isLimited = isBusy || throughput > CAPACITY_SHARE * generator.capacity();
    if (!isLimited || throughput >= CEILING_SHARE * ceiling) {
      return List.of();
    }
    String reason = isBusy ? "used %.0f %% of its CPUs" : "can send at most %,.0f requests/s";
    return List.of(
        ("the load generator " + reason + ", so that %,.0f requests/s is a lower bound only")
            .formatted(isBusy ? 100 * used : generator.capacity(), throughput));
  }

  /**
   * Returns a record with the capacity of its load generator, which is measured only if it matters.
   * Only this gate depends on it, and is judged again if it was judged.
   *
   * @param capacity requests per second
   */
  public static RunRecord withCapacity(RunRecord record, double capacity) {
    RunFigures figures = record.figures();
    if (figures.generator().isEmpty() || record.load().isEmpty()) {
      return record;
    }
    Generator generator = figures.generator().get().withCapacity(capacity);
    Judgement verdict = record.judgement();
    if (verdict.gates().stream().anyMatch(GeneratorGate::isGeneratorGate)) {
      LoadResult load = record.load().get();
      double ceiling = record.settings().limits().ceiling();
      verdict =
          withObjections(
              verdict, new GeneratorGate(generator, load.throughput(), ceiling).objections());
    }
    return record.with(verdict, figures.with(generator));
  }

  private static Judgement withObjections(Judgement verdict, List<String> objections) {
    GateResult result = new GateResult(Gate.GENERATOR, objections.isEmpty(), objections);
    Stream<String> others =
        verdict.notes().stream().filter(note -> !note.startsWith(GateResult.GENERATOR_BOUND));
    return new Judgement(
        verdict.status(),
        verdict.reasons(),
        Stream.concat(others, objections.stream().map(GateResult.GENERATOR_BOUND::concat)).toList(),
        verdict.gates().stream().map(gate -> isGeneratorGate(gate) ? result : gate).toList());
  }

  private static boolean isGeneratorGate(GateResult result) {
    return result.gate() == Gate.GENERATOR;
  }
}
