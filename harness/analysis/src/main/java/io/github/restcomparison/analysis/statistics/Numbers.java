package io.github.restcomparison.analysis.statistics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Numbers as text: whole or with three significant digits, and thousands separators. */
public final class Numbers {

  /** The text for a figure that was not measured. */
  public static final String NOT_MEASURED = "–";

  private static final double MEBI = 1024 * 1024;

  private Numbers() {}

  /**
   * Returns {@code 9,550}, {@code 95.5}, {@code 0.0123}, {@code 12}; {@link #NOT_MEASURED} if it is
   * NaN.
   */
  public static String of(double value) {
    if (Double.isNaN(value)) {
      return NOT_MEASURED;
    }
    if (value == Math.rint(value) || Math.abs(value) >= 99.95) {
      return decimals(value, 0);
    }
    return digits(value, 3).stripTrailingZeros().toPlainString();
  }

  /** Returns {@code 1.050} with three decimals; {@link #NOT_MEASURED} if it is NaN. */
  public static String decimals(double value, int decimals) {
    return Double.isNaN(value)
        ? NOT_MEASURED
        : String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /** Returns the size of a process or a heap in MiB: {@code 212}. */
  public static String mebibytes(double bytes) {
    return of(bytes / MEBI);
  }

  /** Returns the memory that a request allocates in KiB: {@code 2.44}. */
  public static String kibibytes(double bytes) {
    return of(bytes / 1024);
  }

  /**
   * Returns {@code 9,550 (9,480 to 9,610)}, with the interval if there is one and its text differs
   * from the figure; or {@link #NOT_MEASURED}.
   */
  public static String interval(Estimate figure, DoubleFunction<String> format) {
    String value = format.apply(figure.value());
    if (!figure.hasInterval()) {
      return value;
    }
    String low = format.apply(figure.low());
    String high = format.apply(figure.high());
    return low.equals(value) && high.equals(value)
        ? value
        : "%s (%s to %s)".formatted(value, low, high);
  }

  /**
   * Rounds to a whole number or six significant digits: more than any measurement has, and the same
   * on every CPU.
   */
  public static double roundSignificant(double value) {
    return Double.isNaN(value) || value == Math.rint(value)
        ? value
        : digits(value, 6).doubleValue();
  }

  private static BigDecimal digits(double value, int digits) {
    return BigDecimal.valueOf(value).round(new MathContext(digits));
  }
}
