package io.github.restcomparison.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.plan.PlanAnswer.Errors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Three loads: throughput off by 5, 30 and 25 %, CPU by 10, 40 and 20 %. */
class PlanErrorsTest {
  private static Map<String, Errors> errors() {
    Map<String, Errors> errors = new LinkedHashMap<>();
    errors.put("requests/s", Errors.of(0.05, -0.3, 0.25));
    errors.put("CPU, µs/request", Errors.of(0.1, 0.4, -0.2));
    return errors;
  }

  @Test
  void sentenceSaysHowFarPredictionsAreOff() {
    assertThat(PlanPage.accuracy(errors()))
        .isEqualTo(
            "of 3 measured loads, each predicted from all others of its variant, throughput was off by 25 % in the median and 30 % at worst, CPU per request by 20 % in the median and 40 % at worst");
  }

  /** 1 to 200 %: the library's median puts an array of this size in another order. */
  @Test
  void worstErrorIsTheGreatestWhateverWasAskedBefore() {
    Errors errors =
        Errors.of(IntStream.rangeClosed(1, 200).mapToDouble(each -> each / 100.0).toArray());
    assertThat(errors.median()).isCloseTo(1.005, Offset.offset(1e-9));
    assertThat(errors.worst()).isCloseTo(2, Offset.offset(1e-9));
    assertThat(errors.farOff()).isEqualTo(180);
  }

  @Test
  void loadsBeyondAFifthAreCountedByFigure() {
    List<List<String>> rows =
        ((Page.Table) PlanPage.errors(errors()).blocks().getLast())
            .rows().stream()
                .map(row -> row.cells().stream().map(cell -> cell.lines().getFirst()).toList())
                .toList();
    assertThat(rows)
        .containsExactly(
            List.of("requests/s", "25 %", "30 %", "2", "3"),
            List.of("CPU, µs/request", "20 %", "40 %", "1", "3"));
  }
}
