package io.github.restcomparison.servicekit;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import picocli.CommandLine.Option;

/**
 * The metrics of a service at {@link Endpoint#METRICS}: its requests, their times, and its JVM. A
 * request costs two additions to histograms; all else is read when it is scraped.
 */
public final class Metrics implements AutoCloseable {
  /** The media type of {@link #scrape}. */
  public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** Dense around 100 ms, the usual delay. */
  private static final long[] BUCKETS_MS = {
    1, 2, 5, 10, 25, 50, 75, 100, 102, 105, 110, 125, 150, 200, 300, 500, 750, 1_000, 2_000, 5_000,
    10_000, 30_000
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  @Option(names = "--metrics", paramLabel = "on|off")
  private String shown = "on";

  /** Returns whether they are on. */
  public boolean isOn() {
    return shown.equals("on");
  }

  /**
   * Measures a service's requests from now on, unless it is off.
   *
   * @param workers threads of which a request holds one while it waits; 0 for none
   */
  public void show(Requests requests, int workers) {
    if (!isOn()) {
      return;
    }
    FunctionCounter.builder("resource.requests", requests, Requests::seen)
        .description("Requests that have reached the resource")
        .register(registry);
    Gauge.builder("resource.in.flight", requests, Requests::inFlight)
        .description("Requests that are in the resource now")
        .register(registry);
    Gauge.builder("requests.queued", requests, Requests::queued)
        .description("Requests that wait for a thread that calls the resource")
        .register(registry);
    Timer resource = timer("resource.duration", "From the call of the resource to its response");
    Timer request = timer("request.duration", "The same, with the queue before the resource");
    requests.onEnd(
        nanos -> resource.record(nanos, TimeUnit.NANOSECONDS),
        nanos -> request.record(nanos, TimeUnit.NANOSECONDS));
    if (workers > 0) {
      Gauge.builder("workers", () -> workers)
          .description("Threads that may block at once")
          .register(registry);
      Gauge.builder("workers.busy", requests, all -> Math.min(workers, all.inFlight()))
          .description("Threads that block now")
          .register(registry);
    }
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .serviceLevelObjectives(
            LongStream.of(BUCKETS_MS).mapToObj(Duration::ofMillis).toArray(Duration[]::new))
        .register(registry);
  }

  /** Returns all metrics in Prometheus' text format; takes a millisecond or two. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }
}
