package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.OpenModel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PunctualityGateTest {
  @Test
  void lateGeneratorIsReported() {
    assertThat(objections(OptionalInt.of(6)))
        .singleElement()
        .asString()
        .contains("1 % of requests more than 6 ms late");
  }

  @Test
  void punctualGeneratorPasses() {
    assertThat(objections(OptionalInt.of(5))).isEmpty();
    assertThat(objections(OptionalInt.empty())).isEmpty();
  }

  private static List<String> objections(OptionalInt late) {
    return Gates.punctuality(new OpenModel.Outcome(100, 0, 0, late, Optional.empty())).objections();
  }
}
