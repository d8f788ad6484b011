package io.github.restcomparison.analysis.curves;

import io.github.restcomparison.analysis.curves.SweepReport.Point;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.OptionalDouble;

/** What a chart of a sweep has from left to right. */
enum SweepAxis {
  /** How many ask at once. */
  USERS("users", "users"),
  /** The wait of one request. */
  DELAY("wait of one request, ms", "ms"),
  /** The threads that may block at once, of variants that have such a pool. */
  WORKERS("workers", "workers");

  private final String title;
  private final String unit;

  SweepAxis(String title, String unit) {
    this.title = title;
    this.unit = unit;
  }

  String title() {
    return title;
  }

  String unit() {
    return unit;
  }

  /** Where a point lies; absent where it has no place on a logarithmic axis. */
  OptionalDouble of(Point point) {
    double value =
        switch (this) {
          case USERS -> point.cell().users();
          case DELAY -> point.cell().delayMs();
          case WORKERS -> point.workers().orElse(0);
        };
    return value > 0 ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** Which line it belongs to. */
  String line(Point point) {
    return this == WORKERS ? point.family() : point.variant();
  }

  /** Which view it belongs to: all that is not on the axis. */
  String view(Point point) {
    String users = Numbers.count(point.cell().users(), "user");
    String delay = "a wait of %s ms".formatted(Numbers.of(point.cell().delayMs()));
    return switch (this) {
      case USERS -> delay;
      case DELAY -> users;
      case WORKERS -> users + ", " + delay;
    };
  }
}
