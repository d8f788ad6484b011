package io.github.restcomparison.runner.injector;

import io.github.restcomparison.runner.service.MetricReader;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The offset of the service's wall clock from this host's. Injectors on several hosts all measure
 * it against the same service, which gives their offsets from each other.
 *
 * <p>The fastest answer is the most exact. The service read its clock between request and answer,
 * so the midpoint is wrong by half of that time at most (F. Cristian, <i>Distributed Computing</i>
 * 3:146, 1989).
 *
 * <p>A JVM's start time and its uptime do not refer to exactly the same instant, so that their sum
 * is off by about 100 ms. The error is the same for all injectors and cancels out.
 *
 * @param offsetMs the service's clock minus this host's, in ms
 * @param uncertaintyMs the maximum error of the offset, in ms
 */
public record ServiceClock(double offsetMs, double uncertaintyMs) {
  private static final int REQUESTS = 20;

  /** The service's time in its metrics, in ms since 1970; absent if they do not contain it. */
  static OptionalDouble timeIn(String metrics) {
    OptionalDouble start = value(metrics, "process_start_time_seconds");
    OptionalDouble uptime = value(metrics, "process_uptime_seconds");
    return start.isPresent() && uptime.isPresent()
        ? OptionalDouble.of(1e3 * (start.getAsDouble() + uptime.getAsDouble()))
        : OptionalDouble.empty();
  }

  private static OptionalDouble value(String metrics, String name) {
    Matcher line = Pattern.compile("(?m)^" + name + " ([0-9.eE+-]+)$").matcher(metrics);
    return line.find()
        ? OptionalDouble.of(Double.parseDouble(line.group(1)))
        : OptionalDouble.empty();
  }

  /**
   * Measures the offset with several requests.
   *
   * @param metrics the URI of the service's metrics
   * @throws IOException if the metrics do not contain its time; the message is one line
   */
  static ServiceClock measure(URI metrics) throws IOException, InterruptedException {
    try (MetricReader reader = new MetricReader(metrics, false)) {
      return fastest(() -> measure(reader, metrics));
    }
  }

  /** Asks another clock once. */
  @FunctionalInterface
  public interface Question {
    /** What one answer tells, and by how much it may be wrong. */
    ServiceClock answer() throws IOException, InterruptedException;
  }

  /** Asks several times, and believes the answer that may be wrong by least. */
  public static ServiceClock fastest(Question question) throws IOException, InterruptedException {
    ServiceClock best = new ServiceClock(0, Double.MAX_VALUE);
    for (int i = 0; i < REQUESTS; i++) {
      ServiceClock clock = question.answer();
      best = clock.uncertaintyMs < best.uncertaintyMs ? clock : best;
    }
    return best;
  }

  /** The same; empty if the metrics do not contain the time, which InjectorsGate reports. */
  public static Optional<ServiceClock> of(URI metrics) throws InterruptedException {
    try {
      return Optional.of(measure(metrics));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static ServiceClock measure(MetricReader reader, URI metrics)
      throws IOException, InterruptedException {
    long sentMs = System.currentTimeMillis();
    String answer = reader.page(metrics.getPath());
    long answeredMs = System.currentTimeMillis();
    double time =
        timeIn(answer).orElseThrow(() -> new IOException(metrics + " does not tell its time"));
    return new ServiceClock(time - (sentMs + answeredMs) / 2.0, (answeredMs - sentMs) / 2.0 + 1);
  }
}
