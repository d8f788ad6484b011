package io.github.restcomparison.records.service;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of CPUs or of memory, in CPUs or bytes. This is the only place that reads one.
 *
 * @param text a form that Kubernetes reads, such as {@code 500m}, {@code 1.5Gi} or {@code 1e9}
 * @param number the amount
 */
public record Quantity(String text, BigDecimal number) {
  private static final Pattern TEXT =
      Pattern.compile(
          "(\\d{1,18}\\.?\\d{0,9}|\\.\\d{1,9})([numkMGTPE]|[KMGTPE]i|[eE]([+-]?\\d{1,2}))?");

  /** Each is 1000 times the one before; {@code _} stands for no suffix. */
  private static final String DECIMAL = "num_kMGTPE";

  /** Each is 1024 times the one before. */
  private static final String BINARY = "_KMGTPE";

  /** Returns the quantity in a text of Kubernetes' form; empty if it is invalid. */
  public static Optional<Quantity> of(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(parts.group(1));
    String suffix = parts.group(2) == null ? "_" : parts.group(2);
    if (parts.group(3) != null) {
      int power = Integer.parseInt(parts.group(3));
      return Optional.of(new Quantity(text, number.scaleByPowerOfTen(power)));
    }
    int binary = BINARY.indexOf(suffix.charAt(0));
    int thousands = DECIMAL.indexOf(suffix.charAt(0)) - DECIMAL.indexOf('_');
    return Optional.of(
        new Quantity(
            text,
            suffix.endsWith("i")
                ? number.multiply(BigDecimal.valueOf(1024).pow(binary))
                : number.scaleByPowerOfTen(3 * thousands)));
  }

  /**
   * Returns the memory in a text of Docker's form: a number of bytes, or with a suffix {@code b},
   * {@code k}, {@code m} or {@code g}. Docker's {@code 512m} is {@code 512Mi} of Kubernetes. Empty
   * if the text is invalid.
   */
  public static Optional<Quantity> ofDocker(String memory) {
    return of(memory.replace("b", "").replace("k", "Ki").replace("m", "Mi").replace("g", "Gi"));
  }

  /** Returns whether it is between two others, in forms of Kubernetes. */
  public boolean isBetween(String min, String max) {
    return of(min).orElseThrow().number.compareTo(number) <= 0
        && number.compareTo(of(max).orElseThrow().number) <= 0;
  }

  /** Returns whether it is a multiple of a unit, in a form of Kubernetes. */
  public boolean isMultipleOf(String unit) {
    return number.remainder(of(unit).orElseThrow().number).signum() == 0;
  }

  /** Returns the amount of memory in bytes, rounded up as Kubernetes does. */
  public long bytes() {
    return number.setScale(0, RoundingMode.CEILING).longValueExact();
  }
}
