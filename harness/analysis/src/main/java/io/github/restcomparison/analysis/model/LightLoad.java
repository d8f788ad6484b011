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
 * What CPU per request is worth where a service mostly sleeps: the CPU of its JVM's own threads and
 * of the sampling has few requests to be divided by, and code that seldom runs is slower. Measured
 * in decision 3.
 */
final class LightLoad {

  /** CPUs in use, below which a request was seen to cost twice what it costs a busy service. */
  private static final double MOSTLY_ASLEEP = 0.25;

  private LightLoad() {}

  /** A sentence; empty where no service did so little. */
  static Optional<String> of(List<Variant> variants) {
    String asleep =
        variants.stream()
            .filter(each -> cpusInUse(each).orElse(MOSTLY_ASLEEP) < MOSTLY_ASLEEP)
            .map(LightLoad::inWords)
            .collect(Collectors.joining(", "));
    return asleep.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "CPU per request holds at this rate alone where a service mostly sleeps (CPUs in use: %s): what its JVM and the sampling take every second is part of it, and code that seldom runs is slower; at a higher rate a request needs less"
                .formatted(asleep));
  }

  private static String inWords(Variant variant) {
    return "%s %s%s"
        .formatted(
            variant.name(),
            Numbers.of(cpusInUse(variant).orElseThrow()),
            variant
                .figure(RunMetrics.JIT_AND_SAMPLING)
                .map(
                    each ->
                        "; of a request %s µs are JIT compilers and sampling"
                            .formatted(Numbers.of(each.median())))
                .orElse(""));
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
