package io.github.restcomparison.runner.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunSamples.ConnectionSample;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionsOpenedTest {
  @Test
  void countsConnectionsOpenedInsideTheWindow() {
    List<ConnectionSample> samples =
        List.of(
            new ConnectionSample(1_000, 500),
            new ConnectionSample(2_000, 1_500),
            new ConnectionSample(3_000, 1_503),
            new ConnectionSample(4_000, 1_507),
            new ConnectionSample(5_000, 9_000));
    assertThat(RunOutcome.opened(new Window(1_200, 4_500), samples)).hasValue(7);
    assertThat(RunOutcome.opened(new Window(2_500, 3_500), samples)).isEmpty();
    assertThat(RunOutcome.opened(new Window(2_500, 3_500), List.of())).isEmpty();
  }
}
