package io.github.restcomparison.servicekit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * How long requests wait: the same in all services, which differ in the thread that does the
 * waiting. Each request calls {@link #next} when it arrives.
 */
public sealed interface Delay
    permits Delay.Constant, Delay.Uniform, Delay.Tick, Delay.Stated, DrivenDelay {
  /** The kinds that wait for a clock, which every service knows. */
  List<String> CLOCKS = List.of("fixed", "uniform", "shared-tick");

  /** The kind of {@link Stated}, which no service of ours has. */
  String STATED = "stated";

  /**
   * Its name as a setting: {@code fixed}, {@code uniform}, {@code shared-tick}, {@code http},
   * {@code sql}.
   */
  String kind();

  /** How long the request that arrives now must wait. */
  Duration next();

  /** No request may be answered sooner than this. */
  Duration shortest();

  /** The longest that a request can have to wait. */
  Duration longest();

  /**
   * The mean wait per request of a user who sends the next request at once; throughput limits are
   * computed from it.
   */
  Duration mean();

  /** Whether nobody has said how much of a request's time is waiting. */
  static boolean isUnknown(String kind, int delayMs) {
    return kind.equals(STATED) && delayMs == 0;
  }

  /** A wait that is the same for every request. */
  sealed interface Constant extends Delay permits Fixed, OfBackEnd {
    @Override
    default Duration shortest() {
      return next();
    }

    @Override
    default Duration longest() {
      return next();
    }

    @Override
    default Duration mean() {
      return next();
    }
  }

  /** A clock that takes as long for every request; 0 for no wait at all. */
  record Fixed(Duration next) implements Constant {
    @Override
    public String kind() {
      return "fixed";
    }
  }

  /**
   * A back end that takes this long to answer.
   *
   * @param kind {@link BackEnd#HTTP} or {@link BackEnd#SQL}
   */
  record OfBackEnd(String kind, Duration next) implements Constant {}

  /** A time of its own for every request, uniformly distributed from 0 to the longest. */
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

    /** A user who is answered at a tick and asks again at once waits for a whole period. */
    @Override
    public Duration mean() {
      return period;
    }
  }

  /**
   * What somebody says of a service that is not ours: its requests wait about so long. Nothing is
   * checked against it.
   *
   * @param mean 0 where nobody says anything
   */
  record Stated(Duration mean) implements Delay {
    @Override
    public String kind() {
      return STATED;
    }

    @Override
    public Duration next() {
      return mean;
    }

    @Override
    public Duration shortest() {
      return Duration.ZERO;
    }

    @Override
    public Duration longest() {
      return mean;
    }
  }

  /**
   * Reads {@code WAIT} and {@code DELAY_MS}, 0 to 600000: the delay itself ({@code fixed}, the
   * default), the longest ({@code uniform}), the period ({@code shared-tick}), or what the back end
   * takes.
   *
   * @param backEnds the kinds of back end that the service can ask: {@link BackEnd#HTTP}, {@link
   *     BackEnd#SQL}, or none
   * @throws SettingException where one of them cannot be used
   */
  static Delay of(Settings settings, String... backEnds) {
    Duration delay = Duration.ofMillis(settings.integer("DELAY_MS", 100, 0, 600_000));
    String kind = currentName(settings.text("WAIT", "fixed"));
    List<String> kinds = Stream.concat(CLOCKS.stream(), Stream.of(backEnds)).toList();
    if (!kinds.contains(kind)) {
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
    if (BackEnd.KINDS.contains(kind)) {
      return new OfBackEnd(kind, delay);
    }
    if (kind.equals(STATED)) {
      return new Stated(delay);
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
