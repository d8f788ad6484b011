package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import io.github.restcomparison.analysis.Records;
import io.github.restcomparison.analysis.Records.Service;
import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.overhead.OverheadCause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The bars of the page are the budgets of {@code comparison.json}. */
class OverheadChartTest {
  @TempDir private Path folder;

  @Test
  void barHasThePiecesOfItsVariant() throws IOException {
    Records records = new Records(folder);
    for (Service service : Service.values()) {
      records.writeWithSamples(Records.record(service, 1, 1, 1));
    }
    Comparison comparison = Report.write(folder).comparison();
    Chromium chromium = Chromium.start();
    try {
      Page page = chromium.open(folder.resolve("index.html"), 1_280);
      for (OverheadCause cause :
          List.of(OverheadCause.WORKER, OverheadCause.WOKEN_LATE, OverheadCause.NOT_MEASURED)) {
        assertThat(bars(page, cause))
            .isEqualTo(
                comparison.variants().stream()
                    .map(Variant::overhead)
                    .map(overhead -> overhead.orElseThrow().ms(cause))
                    .toList());
      }
    } finally {
      chromium.close();
    }
  }

  private static List<Double> bars(Page page, OverheadCause cause) {
    Object data =
        page.evaluate(
            """
            name => JSON.stringify(
                echarts.getInstanceByDom(document.getElementById('chart-overhead'))
                    .getOption().series.find(series => series.name === name).data.map(bar => bar.ms))
            """,
            cause.label());
    return JsonMapper.builder()
        .build()
        .readTree((String) data)
        .valueStream()
        .map(JsonNode::asDouble)
        .toList();
  }
}
