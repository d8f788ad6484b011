package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * {@code comparison.csv}: a row for each variant, round and metric (RFC 4180). A run that is not
 * valid has its counts of requests alone.
 */
public final class CsvTable {

  private static final String LINE_END = "\r\n";

  private CsvTable() {}

  public static String render(RecordedRuns runs) {
    return Stream.concat(
            Stream.of("variant,round,status,metric,value,unit"),
            runs.byVariant().stream().flatMap(List::stream).flatMap(CsvTable::rows))
        .collect(Collectors.joining(LINE_END, "", LINE_END));
  }

  private static Stream<String> rows(RecordedRun run) {
    return RunMetric.ALL.stream()
        .filter(metric -> run.isValid() || metric.hasOutput(Output.INVALID_RUNS))
        .flatMap(
            metric ->
                DoubleStream.of(metric.valueIn(run.record()))
                    .filter(Double::isFinite)
                    .mapToObj(
                        value ->
                            String.join(
                                ",",
                                text(run.variant()),
                                Integer.toString(run.record().round()),
                                run.record().status().name(),
                                metric.name(),
                                BigDecimal.valueOf(value).stripTrailingZeros().toPlainString(),
                                metric.unit())));
  }

  /** Adds an apostrophe to text that a spreadsheet would run as a formula. */
  private static String text(String value) {
    String harmless =
        !value.isEmpty() && "=+-@\t\r\n".indexOf(value.charAt(0)) >= 0 ? "'" + value : value;
    return harmless.matches("(?s).*[\",\r\n].*")
        ? "\"" + harmless.replace("\"", "\"\"") + "\""
        : harmless;
  }
}
