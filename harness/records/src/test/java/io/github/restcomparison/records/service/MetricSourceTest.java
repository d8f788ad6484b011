package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.records.settings.SettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricSourceTest {
  /** As Micrometer 1.15 writes it. */
  private static final String PAGE =
      """
      # HELP http_server_requests_seconds
      # TYPE http_server_requests_seconds summary
      http_server_requests_seconds_count{method="GET",status="200",uri="/orders/{id}"} 1200
      http_server_requests_seconds_count{method="GET",status="500",uri="/orders/{id}"} 3
      http_server_requests_seconds_count{method="GET",status="200",uri="/actuator/prometheus"} 7
      http_server_requests_seconds_sum{method="GET",status="200",uri="/orders/{id}"} 120.5
      process_cpu_seconds_total 1.5e1 1732000000000
      with_exemplar_total{le="1"} 17 # {trace_id="abc"} 0.67 1732000000.1
      broken{a="b" 5
      """;

  @Test
  void seriesWithTheLabelsAreSummed() {
    assertThat(source("http_server_requests_seconds_count{uri=\"/orders/{id}\"}").sum(PAGE))
        .isEqualTo(1203);
    assertThat(
            source("http_server_requests_seconds_count{status=\"200\", uri=\"/orders/{id}\"}")
                .sum(PAGE))
        .isEqualTo(1200);
    assertThat(source("http_server_requests_seconds_count").sum(PAGE)).isEqualTo(1210);
    assertThat(source("process_cpu_seconds_total").sum(PAGE)).isEqualTo(15);
    assertThat(source("with_exemplar_total").sum(PAGE)).isEqualTo(17);
  }

  @Test
  void exemplarIsNotTheCount() {
    String page =
        """
        requests_total{uri="/a}"} 17.0 # {trace_id="x"} 0.67 1520879607.789
        plain_total 3 1520879607.789 # {trace_id="y"} 0.5
        # EOF
        """;
    assertThat(source("requests_total{uri=\"/a}\"}").sum(page)).isEqualTo(17);
    assertThat(source("plain_total").sum(page)).isEqualTo(3);
  }

  /** The statement of a query was too long for the stack. */
  @Test
  void labelMayBeLong() {
    String page = "queries_total{statement=\"%s\"} 4\n".formatted("select \\\" ".repeat(20_000));
    assertThat(source("queries_total").sum(page)).isEqualTo(4);
  }

  @Test
  void invalidCountsAreExcluded() {
    String page =
        """
        a_total{x="1"} 4
        a_total{x="2"} NaN
        a_total{x="3"} +Inf
        b_total NaN
        """;
    assertThat(source("a_total").sum(page)).isEqualTo(4);
    assertThat(source("b_total").sum(page)).isNaN();
  }

  @Test
  void missingMetricIsNaN() {
    assertThat(source("http_server_requests_seconds").sum(PAGE)).isNaN();
    assertThat(source("process_cpu_seconds_total{a=\"b\"}").sum(PAGE)).isNaN();
    assertThat(source("broken").sum(PAGE)).isNaN();
  }

  @ParameterizedTest
  @CsvSource({"metrics, x", "/metrics, 1x", "/metrics, x{", "ftp://h/m, x"})
  void badSourceIsRefused(String path, String metric) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> new MetricSource(path, metric));
  }

  private static MetricSource source(String metric) {
    return new MetricSource("/metrics", metric);
  }
}
