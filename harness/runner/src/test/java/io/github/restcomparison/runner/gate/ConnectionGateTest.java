package io.github.restcomparison.runner.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.RunRecord.Counts;
import io.github.restcomparison.records.RunRecord.InWindow;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.WarmUp;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Connections that a service drops, seen only in the count of opened connections. */
class ConnectionGateTest {

  /** The 1,000 connections opened before the window do not count, nor those after it. */
  @Test
  void moreThanOnePerThousandRequestsIsReported() {
    assertThat(gate(100_000, 100).objections()).isEmpty();
    assertThat(gate(100_000, 101).objections())
        .containsExactly(
            "101 connections were opened in the window, in which every user had one: requests were"
                + " dropped and asked again");
  }

  /** Other processes of the host may open a few. */
  @Test
  void fewConnectionsPass() {
    assertThat(gate(1_000, 5).objections()).isEmpty();
    assertThat(gate(1_000, 6).objections()).hasSize(1);
  }

  private static Gate gate(long ok, long opened) {
    return Gates.connections(
            new Load(
                new Counts(ok, ok, 0, Map.of()),
                new InWindow(
                    OptionalDouble.of(10),
                    OptionalDouble.of(10),
                    List.of(),
                    OptionalDouble.of(ok / 10.0),
                    OptionalDouble.of(100),
                    OptionalDouble.of(1_000),
                    OptionalDouble.empty()),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalLong.of(opened),
                Optional.empty(),
                new WarmUp(10, true, Optional.empty())))
        .orElseThrow();
  }
}
