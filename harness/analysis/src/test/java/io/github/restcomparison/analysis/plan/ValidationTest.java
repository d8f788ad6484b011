package io.github.restcomparison.analysis.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.analysis.page.Page;
import io.github.restcomparison.analysis.plan.Measurements.Figures;
import io.github.restcomparison.analysis.plan.PlanAnswer.Cell;
import io.github.restcomparison.analysis.plan.PlanAnswer.Errors;
import io.github.restcomparison.analysis.plan.PlanAnswer.Spread;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/**
 * Three loads: throughput off by 5, 30 and 25 %, CPU by 10, 40 and 20 %; rounds by up to 20, 8 and
 * 0 % of their median.
 */
class ValidationTest {
  private static final Map<String, Errors> ERRORS =
      Errors.of(
          List.of(
              cell(100, figures(1_000, 50, 0.4), 45, 60, figures(1_050, 55, 0.4)),
              cell(1_000, figures(10_000, 25, 0.97), 23, 27, figures(7_000, 35, 0.99)),
              cell(10, figures(100, 100, 0.1), 100, 100, figures(125, 80, 0.1))),
          List.of(0.3));

  private static Figures figures(double throughput, double cpuMicros, double utilisation) {
    return new Figures(throughput, cpuMicros, utilisation, 101, 110);
  }

  private static Cell cell(
      int users, Figures measured, double least, double greatest, Figures predicted) {
    return new Cell(
        "vertx-rest",
        "vertx-rest, %d users".formatted(users),
        measured,
        new Spread(least, measured.cpuMicros(), greatest),
        predicted);
  }

  @Test
  void sentenceSaysHowFarPredictionsAndRoundsAreOff() {
    assertThat(PlanPage.accuracy(ERRORS))
        .isEqualTo(
            "of 3 measured loads, each predicted from all others of its variant, throughput was off by 25 % in the median and 30 % at worst, CPU per request by 20 % in the median and 40 % at worst; one round of a load is off the mean of its rounds by up to 8 % in the median");
  }

  /** 1 to 200 %: the library's median puts an array of this size in another order. */
  @Test
  void worstErrorIsTheGreatestWhateverWasAskedBefore() {
    Errors errors =
        Errors.of(
                IntStream.rangeClosed(1, 200)
                    .mapToObj(
                        percent ->
                            cell(
                                percent,
                                figures(100, 100, 0.1),
                                100,
                                100,
                                figures(100 + percent, 100, 0.1)))
                    .toList(),
                List.of())
            .get(PlanAnswer.THROUGHPUT);
    assertThat(errors.median()).isCloseTo(1.005, Offset.offset(1e-9));
    assertThat(errors.worst()).isCloseTo(2, Offset.offset(1e-9));
    assertThat(errors.farOff()).isEqualTo(180);
  }

  @Test
  void loadsBeyondAFifthAreCountedByFigure() {
    List<List<String>> rows =
        ((Page.Table) PlanPage.errors(ERRORS).blocks().getLast())
            .rows().stream()
                .map(row -> row.cells().stream().map(cell -> cell.lines().getFirst()).toList())
                .toList();
    assertThat(rows)
        .extracting(List::getFirst)
        .containsExactly(
            "requests/s",
            "CPU per request",
            "CPU of one round, from the mean of its rounds",
            "p50",
            "p99",
            "heap in use while requests wait");
    assertThat(rows.get(1)).containsExactly("CPU per request", "20 %", "40 %", "1", "3");
    assertThat(rows.getLast()).endsWith("30 %", "30 %", "1", "1");
  }
}
