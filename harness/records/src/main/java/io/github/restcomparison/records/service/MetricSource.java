package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.github.restcomparison.records.settings.SettingException;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A counter on a page in the text format of Prometheus.
 *
 * @param path of the page, on the service; or a whole {@code http(s)} URL
 * @param metric its name, with labels to select some of its series: {@code
 *     http_server_requests_seconds_count{uri="/orders/{id}"}}
 */
public record MetricSource(String path, String metric) {
  /** A description of valid texts, to follow "must be". */
  private static final String EXAMPLE =
      "a path and a metric, such as /actuator/prometheus"
          + " http_server_requests_seconds_count{uri=\"/orders/{id}\"}";

  /** Possessive, so that a long one takes no stack. */
  private static final String QUOTED = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"";

  private static final String SERIES =
      "([A-Za-z_:][A-Za-z0-9_:]*)(?:\\{((?:[^\"}]++|" + QUOTED + ")*+)})?";
  private static final Pattern METRIC = Pattern.compile(SERIES);
  private static final Pattern LABEL = Pattern.compile("[A-Za-z_]\\w*=" + QUOTED);

  /** Neither NaN nor +Inf is a count. */
  private static final String COUNT = "([-+]?\\d+(?:\\.\\d*)?(?:[eE][-+]?\\d+)?)";

  /** A sample, with or without a time and an exemplar of OpenMetrics. */
  private static final Pattern SAMPLE =
      Pattern.compile(SERIES + "\\s+" + COUNT + "(?:\\s+-?[0-9.]+)?(?:\\s+#.*)?");

  /**
   * Checks the values.
   *
   * @throws SettingException if the path or the metric is invalid
   */
  @JsonCreator
  public MetricSource {
    boolean isPath = path.matches("/.*|https?://\\S+");
    check(isPath, "path", path, "a path such as /metrics, or an http URL");
    check(METRIC.matcher(metric).matches(), "metric", metric, "a name, and labels in braces");
  }

  /**
   * Returns a path and a metric, which white space separates in the text.
   *
   * @throws SettingException if one is missing or invalid
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static MetricSource of(String text) {
    String[] both = text.strip().split("\\s+", 2);
    SettingException.refuseIf(both.length < 2, "must be " + EXAMPLE);
    return new MetricSource(both[0], both[1]);
  }

  /**
   * Returns the sum of all series of the metric with the stated labels; NaN if there is none.
   *
   * @param page in the text format, 0.0.4 or OpenMetrics
   */
  public double sum(String page) {
    Matcher wanted = METRIC.matcher(metric);
    wanted.matches();
    Set<String> labels = labels(wanted.group(2));
    double[] values =
        page.lines()
            .map(line -> SAMPLE.matcher(line.strip()))
            .filter(Matcher::matches)
            .filter(sample -> sample.group(1).equals(wanted.group(1)))
            .filter(sample -> labels(sample.group(2)).containsAll(labels))
            .mapToDouble(sample -> Double.parseDouble(sample.group(3)))
            .toArray();
    return values.length == 0 ? Double.NaN : DoubleStream.of(values).sum();
  }

  private static Set<String> labels(String text) {
    return text == null
        ? Set.of()
        : LABEL.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }
}
