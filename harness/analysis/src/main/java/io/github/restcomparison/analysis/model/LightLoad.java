package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The footnote on CPU per request at a low rate: the fixed costs of the JVM and of the sampling are
 * shared by few requests, and code that seldom runs is slower. Measured in decision 3.
 */
public final class LightLoad {

  /** CPUs in use, below which a request was seen to cost twice what it costs a busy service. */
  private static final double MOSTLY_ASLEEP = 0.25;

  private LightLoad() {}

  /** A sentence; empty if every service was busy. */
  public static Optional<String> of(List<Variant> variants) {
    String asleep =
        variants.stream()
            .filter(each -> cpusInUse(each).orElse(MOSTLY_ASLEEP) < MOSTLY_ASLEEP)
            .map(LightLoad::inWords)
            .collect(Collectors.joining(", "));
    return asleep.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "At this rate these services use few CPUs (%s): the fixed costs of the JVM weigh more than at a higher rate."
                .formatted(asleep));
  }

  private static String inWords(Variant variant) {
    return "%s %s".formatted(variant.name(), Numbers.of(cpusInUse(variant).orElseThrow()));
  }

  private static OptionalDouble cpusInUse(Variant variant) {
    OptionalDouble micros =
        variant.figure(RunMetrics.CPU).stream().mapToDouble(MedianInterval::median).findFirst();
    return micros.isPresent()
        ? variant.medianThroughput().stream()
            .map(perSecond -> perSecond * micros.getAsDouble() / 1e6)
            .findFirst()
        : micros;
  }
}
