package io.github.restcomparison.runner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.Behaviour.Bodies;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples.Window;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResponsesByStatusTest {
  private static final List<Integer> STATUSES = List.of(200, 429, 503);
  private static final long NOW = 1_764_000_000_000L;

  private final ResponsesByStatus byStatus = new ResponsesByStatus();
  private final Latencies all = new Latencies();

  private void add(int status, long startMs, int latencyMs) {
    byStatus.add("GET /", status, null, 2, startMs, startMs + latencyMs);
  }

  /** More than fit into one chunk, some of them sent before the first that was received. */
  @Test
  void latenciesAreThoseOfTheirDefinition() {
    List<Window> excluded =
        List.of(new Window(NOW + 100, NOW + 300), new Window(NOW + 5_000, NOW + 5_000));
    Map<String, Latencies> expected = new TreeMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      int status = STATUSES.get(random.nextInt(STATUSES.size()));
      long startMs = NOW - 100 + random.nextInt(10_000);
      int latencyMs = random.nextInt(status);
      add(status, startMs, latencyMs);
      if (!excluded.getFirst().overlaps(startMs, startMs + latencyMs)) {
        all.add(latencyMs);
        expected.computeIfAbsent(Integer.toString(status), any -> new Latencies()).add(latencyMs);
      }
    }
    Map<String, Latencies> seen = byStatus.latencies(all, excluded).orElseThrow();
    assertThat(seen).containsOnlyKeys("200", "429", "503");
    seen.forEach(
        (status, each) ->
            assertThat(each.counts()).as(status).isEqualTo(expected.get(status).counts()));
    assertThat(byStatus.note()).isEmpty();
  }

  @Test
  void oneStatusHasNoSeparateLatencies() {
    add(200, NOW, 10);
    add(200, NOW, 20);
    assertThat(byStatus.latencies(all, List.of())).isEmpty();
  }

  /** The latencies are then incomplete, and not reported. */
  @Test
  void tooManyResponsesAreNoted() {
    ResponsesByStatus small = new ResponsesByStatus(2);
    small.add("GET /", 200, null, 2, NOW, NOW + 10);
    small.add("GET /", 429, null, 2, NOW, NOW + 1);
    small.add("GET /", 503, null, 2, NOW, NOW + 1);
    all.add(1, 3);
    assertThat(small.latencies(all, List.of())).isPresent();
    assertThat(small.note()).isEmpty();
    small.add("GET /", 429, null, 2, NOW, NOW + 1);
    assertThat(small.latencies(all, List.of())).isEmpty();
    assertThat(small.note())
        .hasValue("latencies by status are not known: more than 2 responses have another status");
  }

  @Test
  void bodiesHaveTypesAndSizesByRequestAndStatus() {
    byStatus.add("b", 200, "application/json; charset=UTF-8", 17, NOW, NOW);
    byStatus.add("b", 200, "Application/JSON", 19, NOW, NOW);
    byStatus.add("b", 200, null, 18, NOW, NOW);
    byStatus.add("b", 404, "text/html", 9, NOW, NOW);
    byStatus.add("a", 204, null, 0, NOW, NOW);
    assertThat(byStatus.bodies())
        .hasValue(
            List.of(
                new Bodies("a", "204", 1, List.of(), 0, 0),
                new Bodies("b", "200", 3, List.of("application/json"), 17, 19),
                new Bodies("b", "404", 1, List.of("text/html"), 9, 9)));
    assertThat(new ResponsesByStatus().bodies()).isEmpty();
  }
}
