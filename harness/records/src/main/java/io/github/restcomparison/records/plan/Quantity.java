package io.github.restcomparison.records.plan;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount in one of the forms that Kubernetes reads: {@code 500m}, {@code 1.5Gi}, {@code 1e9}.
 */
final class Quantity {
  private static final Pattern TEXT =
      Pattern.compile(
          "(\\d{1,18}\\.?\\d{0,9}|\\.\\d{1,9})([numkMGTPE]|[KMGTPE]i|[eE]([+-]?\\d{1,2}))?");

  /** Each is 1000 times the one before; {@code _} stands for no suffix. */
  private static final String DECIMAL = "num_kMGTPE";

  /** Each is 1024 times the one before. */
  private static final String BINARY = "_KMGTPE";

  private Quantity() {}

  /** Returns the amount in CPUs, bytes or whatever is counted; empty if the text is not valid. */
  static Optional<BigDecimal> of(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(parts.group(1));
    String suffix = parts.group(2) == null ? "_" : parts.group(2);
    if (parts.group(3) != null) {
      return Optional.of(number.scaleByPowerOfTen(Integer.parseInt(parts.group(3))));
    }
    int binary = BINARY.indexOf(suffix.charAt(0));
    int thousands = DECIMAL.indexOf(suffix.charAt(0)) - DECIMAL.indexOf('_');
    return Optional.of(
        suffix.endsWith("i")
            ? number.multiply(BigDecimal.valueOf(1024).pow(binary))
            : number.scaleByPowerOfTen(3 * thousands));
  }
}
