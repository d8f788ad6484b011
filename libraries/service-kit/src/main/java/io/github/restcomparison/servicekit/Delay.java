package io.github.restcomparison.servicekit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * How long requests wait. Each asks when it arrives; who then waits, and on which thread, is what
 * the services differ in.
 */
public sealed interface Delay {

  /**
   * Its name as a setting: {@code fixed}, {@code uniform}, {@code shared-tick}, {@code http},
   * {@code sql}.
   */
  String kind();

  /** How long the request that arrives now must wait. */
  Duration next();

  /** What no request may be answered before. */
  Duration shortest();

  /** What no request need wait longer than. */
  Duration longest();

  /**
   * What a user waits per request on average, who asks again at once: the one to work bounds out
   * with.
   */
  Duration mean();

  /** Every request waits alike; 0 for no wait at all. */
  record Fixed(Duration next) implements Delay {
    @Override
    public String kind() {
      return "fixed";
    }

    @Override
    public Duration shortest() {
      return next;
    }

    @Override
    public Duration longest() {
      return next;
    }

    @Override
    public Duration mean() {
      return next;
    }
  }

  /** Every request waits for a back end, which takes this long to answer. */
  record Remote(String kind, Duration next) implements Delay {
    @Override
    public Duration shortest() {
      return next;
    }

    @Override
    public Duration longest() {
      return next;
    }

    @Override
    public Duration mean() {
      return next;
    }
  }

  /** Every request waits for a time of its own, any from 0 to the longest being as likely. */
  record Uniform(Duration longest) implements Delay {
    @Override
    public String kind() {
      return "uniform";
    }

    @Override
    public Duration next() {
      return Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest.toNanos() + 1));
    }

    @Override
    public Duration shortest() {
      return Duration.ZERO;
    }

    @Override
    public Duration mean() {
      return longest.dividedBy(2);
    }
  }

  /**
   * All requests wait for the next tick of one clock, as for an event that is shared.
   *
   * @param start of the clock, by {@link System#nanoTime}
   */
  record Tick(Duration period, long start) implements Delay {
    @Override
    public String kind() {
      return "shared-tick";
    }

    @Override
    public Duration next() {
      long since = System.nanoTime() - start;
      return Duration.ofNanos(period.toNanos() - Math.floorMod(since, period.toNanos()));
    }

    @Override
    public Duration shortest() {
      return Duration.ZERO;
    }

    @Override
    public Duration longest() {
      return period;
    }

    /** Who is answered at a tick and asks again at once waits for a whole period. */
    @Override
    public Duration mean() {
      return period;
    }
  }

  /**
   * Reads {@code WAIT} and {@code DELAY_MS}, 0 to 600000: the delay itself ({@code fixed}, where
   * nothing is said), the longest ({@code uniform}), or the period ({@code shared-tick}).
   *
   * @throws SettingException where one of them cannot be used
   */
  static Delay of(Settings settings) {
    return of(settings, "fixed", "uniform", "shared-tick");
  }

  /**
   * The same where the wait may be for a back end too, which takes {@code DELAY_MS}.
   *
   * @param remote {@link Downstream#HTTP}, {@link Downstream#SQL}, or both
   * @throws SettingException where one of them cannot be used
   */
  static Delay orRemote(Settings settings, String... remote) {
    return of(
        settings,
        Stream.concat(Stream.of("fixed", "uniform", "shared-tick"), Stream.of(remote))
            .toArray(String[]::new));
  }

  private static Delay of(Settings settings, String... kinds) {
    Duration delay = Duration.ofMillis(settings.integer("DELAY_MS", 100, 0, 600_000));
    String kind = currentName(settings.text("WAIT", "fixed"));
    if (!List.of(kinds).contains(kind)) {
      throw Settings.mayBe("WAIT", kind, String.join(" or ", kinds));
    }
    return of(kind, delay);
  }

  /** The name of a kind, which records and settings may give as it was until November 2026. */
  static String currentName(String kind) {
    return switch (kind) {
      case "random" -> "uniform";
      case "tick" -> "shared-tick";
      default -> kind;
    };
  }

  /**
   * One of the kinds by its name.
   *
   * @param kind as {@link #kind} says it
   * @throws IllegalArgumentException where it is none of them
   */
  static Delay of(String kind, Duration delay) {
    if (kind.equals(Downstream.HTTP) || kind.equals(Downstream.SQL)) {
      return new Remote(kind, delay);
    }
    if (delay.isZero()) {
      return new Fixed(delay);
    }
    return switch (currentName(kind)) {
      case "fixed" -> new Fixed(delay);
      case "uniform" -> new Uniform(delay);
      case "shared-tick" -> new Tick(delay, System.nanoTime());
      default -> throw new IllegalArgumentException("no wait '" + kind + "'");
    };
  }
}
