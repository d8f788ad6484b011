package io.github.restcomparison.metrics;

import io.github.restcomparison.servicekit.RequestCount;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * What a service shows of itself at {@code /myapp/metrics}: its requests, how long they took, and
 * its JVM.
 *
 * <p>A request pays for one addition to a histogram; all else is read when somebody asks.
 */
public final class ServiceMetrics implements AutoCloseable {

  /** The media type of what {@link #scrape} returns. */
  public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** Close together around 100 ms, where the comparison looks. */
  private static final long[] BUCKETS_MS = {
    1, 2, 5, 10, 25, 50, 75, 100, 102, 105, 110, 125, 150, 200, 300, 500, 750, 1_000, 2_000, 5_000,
    10_000, 30_000
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  private final RequestCount requests;

  /**
   * Reads {@code METRICS}, {@code on} (where nothing is said) or {@code off}, and shows what {@code
   * requests} counts from now on; empty where it is off.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where it is neither
   */
  public static Optional<ServiceMetrics> of(Settings settings, RequestCount requests) {
    return settings.oneOf("METRICS", "on", "on", "off").equals("on")
        ? Optional.of(new ServiceMetrics(requests))
        : Optional.empty();
  }

  private ServiceMetrics(RequestCount requests) {
    this.requests = requests;
    FunctionCounter.builder("resource.requests", requests, RequestCount::seen)
        .description("Requests that have reached the resource")
        .register(registry);
    Gauge.builder("resource.in.flight", requests, RequestCount::inFlight)
        .description("Requests that wait at this moment")
        .register(registry);
    Gauge.builder("resource.most.in.flight", requests, RequestCount::mostInFlight)
        .description("Requests that have waited at once, at most, since the start")
        .register(registry);
    Timer latency =
        Timer.builder("resource.latency")
            .description("From a request's arrival at the resource to its answer")
            .serviceLevelObjectives(
                LongStream.of(BUCKETS_MS).mapToObj(Duration::ofMillis).toArray(Duration[]::new))
            .register(registry);
    requests.collectLatencies(nanos -> latency.record(nanos, TimeUnit.NANOSECONDS));
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  /** Shows how many workers there are, too, and how many of them wait: one for each request. */
  public void showWorkers(Workers workers) {
    if (workers instanceof Workers.Platform pool) {
      Gauge.builder("workers", pool, Workers.Platform::threads)
          .description("Threads that may block at once")
          .register(registry);
      Gauge.builder("workers.busy", requests, RequestCount::inFlight)
          .description("Threads that block at this moment")
          .register(registry);
    }
  }

  /** All of it, in Prometheus' text format; takes a millisecond or two. */
  public String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }
}
