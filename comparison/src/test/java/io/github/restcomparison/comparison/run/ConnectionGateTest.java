package io.github.restcomparison.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.comparison.record.RunRecord.Load;
import io.github.restcomparison.comparison.record.RunSamples.ConnectionSample;
import io.github.restcomparison.comparison.record.RunSamples.Window;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Connections that a service drops, and nobody tells of. */
class ConnectionGateTest {

  /** The 1,000 of the load's start, before the window, do not count; nor what comes after it. */
  @Test
  void onlyWhatWasOpenedInTheWindowCounts() {
    List<ConnectionSample> samples =
        List.of(
            new ConnectionSample(1_000, 500),
            new ConnectionSample(2_000, 1_500),
            new ConnectionSample(3_000, 1_503),
            new ConnectionSample(4_000, 1_507),
            new ConnectionSample(5_000, 9_000));
    assertThat(ConnectionGate.opened(new Window(1_200, 4_500), samples)).hasValue(7);
    assertThat(ConnectionGate.opened(new Window(2_500, 3_500), samples)).isEmpty();
    assertThat(ConnectionGate.opened(new Window(2_500, 3_500), List.of())).isEmpty();
  }

  @Test
  void oneInAThousandIsTooMany() {
    assertThat(gate(100_000, 100).objections()).isEmpty();
    assertThat(gate(100_000, 101).objections())
        .containsExactly(
            "101 connections were opened in the window, in which every user had one: requests were"
                + " dropped and asked again");
  }

  /** Something else on the host may open one now and then. */
  @Test
  void aFewAreNoSign() {
    assertThat(gate(1_000, 5).objections()).isEmpty();
    assertThat(gate(1_000, 6).objections()).hasSize(1);
  }

  private static ConnectionGate gate(long ok, long opened) {
    return new ConnectionGate(
        new Load(
            ok,
            ok,
            0,
            Map.of(),
            OptionalDouble.of(10),
            OptionalDouble.of(ok / 10.0),
            OptionalDouble.of(100),
            OptionalDouble.of(1_000),
            OptionalDouble.empty(),
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.of(opened),
            Optional.empty(),
            10,
            true));
  }
}
