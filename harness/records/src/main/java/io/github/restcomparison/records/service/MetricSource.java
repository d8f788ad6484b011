package io.github.restcomparison.records.service;

import io.github.restcomparison.records.settings.SettingException;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A counter that a service shows in the text format of Prometheus.
 *
 * @param path of the page that shows it, on the service; or a whole {@code http(s)} URL
 * @param metric its name, with labels where not all of its series are meant: {@code
 *     http_server_requests_seconds_count{uri="/orders/{id}"}}
 */
public record MetricSource(String path, String metric) {
  /** What one may be, for whoever has written something else. */
  public static final String EXAMPLE =
      "a path and a metric, such as /actuator/prometheus"
          + " http_server_requests_seconds_count{uri=\"/orders/{id}\"}";

  private static final String SERIES =
      "([A-Za-z_:][A-Za-z0-9_:]*)(?:\\{((?:[^\"}]|\"(?:[^\"\\\\]|\\\\.)*\")*)})?";
  private static final Pattern METRIC = Pattern.compile(SERIES);
  private static final Pattern LABEL =
      Pattern.compile("\\s*([A-Za-z_]\\w*=\"(?:[^\"\\\\]|\\\\.)*\")\\s*(?:,|$)");

  /** With a time and an exemplar of OpenMetrics, or without. */
  private static final Pattern SAMPLE =
      Pattern.compile(SERIES + "\\s+([^\\s#]+)(?:\\s+-?[0-9.]+)?(?:\\s+#.*)?");

  /**
   * Checks it.
   *
   * @throws SettingException where it is no such path or metric
   */
  public MetricSource {
    if (!path.startsWith("/") && !path.matches("https?://\\S+")) {
      throw SettingException.mustBe(
          "path", path, "one that begins with a slash, or a whole http URL");
    }
    if (!METRIC.matcher(metric).matches()) {
      throw SettingException.mustBe("metric", metric, "a name, and labels in braces");
    }
  }

  /**
   * Reads {@code PATH METRIC}.
   *
   * @throws SettingException where it is not that
   */
  public static MetricSource of(String text) {
    String[] parts = text.strip().split("\\s+", 2);
    if (parts.length < 2) {
      throw new SettingException("'%s': it may be %s".formatted(text, EXAMPLE));
    }
    return new MetricSource(parts[0], parts[1]);
  }

  /**
   * The sum of all series of the metric that have its labels.
   *
   * @param page in the text format, 0.0.4 or OpenMetrics
   * @return empty where there is none
   */
  public OptionalDouble sum(String page) {
    Matcher wanted = METRIC.matcher(metric);
    if (!wanted.matches()) {
      throw new IllegalStateException(metric);
    }
    String labels = wanted.group(2) == null ? "" : wanted.group(2);
    OptionalDouble sum = OptionalDouble.empty();
    for (String line : page.split("\\R")) {
      Matcher sample = SAMPLE.matcher(line.strip());
      if (sample.matches()
          && sample.group(1).equals(wanted.group(1))
          && hasAll(sample.group(2) == null ? "" : sample.group(2), labels)) {
        sum = OptionalDouble.of(sum.orElse(0) + value(sample.group(3)));
      }
    }
    return sum;
  }

  private static boolean hasAll(String labels, String wanted) {
    Matcher each = LABEL.matcher(wanted);
    while (each.lookingAt()) {
      String label = each.group(1);
      if (LABEL.matcher(labels).results().noneMatch(found -> found.group(1).equals(label))) {
        return false;
      }
      each.region(each.end(), wanted.length());
    }
    return true;
  }

  private static double value(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return 0; // +Inf and NaN are no counts
    }
  }
}
