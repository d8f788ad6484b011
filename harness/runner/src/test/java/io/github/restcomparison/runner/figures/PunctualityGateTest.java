package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Wait;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PunctualityGateTest {
  @Test
  void lateGeneratorIsReported() {
    assertThat(objections(6))
        .singleElement()
        .asString()
        .contains("1 % of requests more than 6 ms late");
  }

  @Test
  void punctualGeneratorPasses() {
    assertThat(objections(5)).isEmpty();
  }

  /** No request was sent. */
  @Test
  void unknownLatenessIsNotJudged() {
    assertThat(run(Double.NaN).gate(Gate.GENERATOR)).isEmpty();
  }

  private static List<String> objections(double late) {
    return run(late).objections(Gate.GENERATOR);
  }

  private static Judged run(double late) {
    Load load =
        ClosedLoad.of(1, 1, 100, Wait.FIXED, OptionalInt.empty(), 0)
            .with(new OpenModel(new Rate(10, 10), 10), OptionalInt.empty(), false);
    return new Judged(load).open(new OpenModel.Outcome(100, 0, 0, late, Optional.empty()));
  }
}
