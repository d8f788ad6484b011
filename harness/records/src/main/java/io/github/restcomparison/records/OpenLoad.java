package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.Load.Protocol;
import io.github.restcomparison.records.Load.Terms;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Requests that arrive by a schedule over a pool of connections.
 *
 * @param duration how long requests arrive
 * @param connections of the pool as it is stated; empty if they follow from the rate
 * @param newConnections whether each request opens a connection and closes it; the pool is then the
 *     maximum of open connections
 */
public record OpenLoad(
    Rate rate,
    @Limits(min = "1s", max = "60m", wholeSeconds = true) Duration duration,
    @Limits(min = "1", max = "20000", words = "new") OptionalInt connections,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) @JsonSetter(nulls = Nulls.AS_EMPTY)
        boolean newConnections,
    @JsonUnwrapped Terms terms)
    implements Load {
  private static final int PRESUMED_DELAY_MS = 500;

  /**
   * Checks the values.
   *
   * @throws SettingException if no run can have the load
   */
  public OpenLoad {
    boolean isHttp2 = terms.protocol().filter(Protocol::isHttp2).isPresent();
    SettingException.check(
        !newConnections || !isHttp2,
        "connections",
        "new",
        "a number: HTTP/2 has no Connection: close");
    pool(rate, connections, terms.delay());
  }

  private static int pool(Rate rate, OptionalInt connections, Delay delay) {
    long delayMs = delay.isUnknown() ? PRESUMED_DELAY_MS : delay.delay().toMillis();
    return connections.orElseGet(() -> rate.connections(delayMs));
  }

  @Override
  public int concurrency() {
    return pool(rate, connections, terms.delay());
  }

  /** Returns the schedule of the requests. */
  public OpenModel model() {
    return new OpenModel(rate, (int) duration.toSeconds());
  }

  @Override
  public Duration loadTime() {
    return duration;
  }

  @Override
  public OptionalLong totalRequests() {
    return OptionalLong.of(model().requests());
  }

  @Override
  public double newConnectionsPerSecond() {
    return newConnections ? rate.to() : 0;
  }

  @Override
  public OpenLoad with(Terms other) {
    return new OpenLoad(rate, duration, connections, newConnections, other);
  }

  @Override
  public ClosedLoad of(int users, int requests, int delayMs) {
    Terms other = terms.with(delay().of(delayMs));
    return ClosedLoad.of(users, OptionalInt.empty(), Optional.of(duration), other);
  }

  @Override
  public OpenLoad lasting(int times) {
    return new OpenLoad(rate, delay().lasting(times), connections, newConnections, terms);
  }

  /** Returns the same load with other arrivals. */
  public OpenLoad withModel(OpenModel arrivals) {
    return with(arrivals, connections, newConnections);
  }

  @Override
  public OpenLoad share(int number, int of) {
    OptionalInt own = OptionalInt.of(Math.max(1, InjectorShare.share(concurrency(), number, of)));
    return with(model().share(of), own, newConnections);
  }
}
