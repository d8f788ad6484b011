package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.VariantSummary;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.study.Study;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What held the two sides of a claim back, here and, by Little's law, in the publication. */
record Bounds(Study study, ClaimEvidence one, ClaimEvidence other) {

  /** Of both sides, in one sentence without a full stop. */
  String sentence() {
    return sides().map(this::of).collect(Collectors.joining("; "));
  }

  /**
   * What of the host is too small to show a difference; empty where neither side is bound by it.
   */
  Optional<String> ofHost() {
    String bound =
        sides()
            .flatMap(
                side ->
                    bottleneck(side.variant()).filter(Bottleneck::isOfHost).stream()
                        .map(what -> "%s by %s".formatted(side.variant().name(), what.what())))
            .collect(Collectors.joining(", "));
    return bound.isEmpty()
        ? Optional.empty()
        : Optional.of("it would take a host with more CPUs: here, held back are " + bound);
  }

  private Stream<ClaimEvidence> sides() {
    return Stream.of(one, other);
  }

  /** A variant that waits is said by how many of its requests wait at once. */
  private String of(ClaimEvidence side) {
    VariantSummary variant = side.variant();
    if (variant.ranked().isEmpty()) {
      return "%s is %s: %s".formatted(variant.name(), variant.status(), variant.reason());
    }
    String bound =
        bottleneck(variant)
            .map(what -> "is bound by " + what.what())
            .orElse("has no bound that was looked for");
    double here = RunMetrics.THROUGHPUT.median(variant.ranked());
    double wait = variant.runs().getFirst().limits().delay().toMillis() / 1e3;
    if (wait == 0 || Double.isNaN(here)) {
      return variant.name() + " " + bound;
    }
    return "%s %s, %s requests wait at once here%s"
        .formatted(
            variant.name(),
            bound,
            Numbers.of(Math.rint(here * wait)),
            published(side).stream()
                .mapToObj(
                    perSecond ->
                        ", %s in the publication"
                            .formatted(Numbers.of(Math.rint(perSecond * wait))))
                .collect(Collectors.joining()));
  }

  private OptionalDouble published(ClaimEvidence side) {
    return study.figures(side.experiment().load()).stream()
        .filter(figures -> figures.variant().equals(side.variant().name()))
        .flatMapToDouble(figures -> figures.throughput().stream())
        .findFirst();
  }

  private static Optional<Bottleneck> bottleneck(VariantSummary variant) {
    return Optional.of(variant.ranked()).filter(runs -> !runs.isEmpty()).flatMap(Bottleneck::of);
  }
}
