package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.overhead.Bottleneck.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The sentence about the limits of an experiment's variants. */
public final class LimitSentence {
  /** The maximum number of names; with more the limit would be hard to find. */
  private static final int MAX_NAMES = 4;

  /** Variants of one kind of limit. */
  private record Alike(List<String> names, List<Bottleneck> limits) {
    Alike() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    void add(String name, Bottleneck limit) {
      names.add(name);
      limits.add(limit);
    }

    /** Returns {@code a, b and c}, or {@code 11 variants}. */
    private String subject() {
      int last = names.size() - 1;
      if (last == 0) {
        return names.getFirst();
      }
      return names.size() > MAX_NAMES
          ? names.size() + " variants"
          : String.join(", ", names.subList(0, last)) + " and " + names.getLast();
    }

    /** Returns a clause; the first one has the verb. */
    String clause(boolean isFirst) {
      String verb = !isFirst ? "" : names.size() > 1 ? "are limited " : "is limited ";
      return "%s %sby %s".formatted(subject(), verb, Bottleneck.limit(limits));
    }
  }

  private LimitSentence() {}

  /**
   * Returns {@code a and b are limited by 8 to 11 ms of unexplained overhead; c by 200 threads};
   * empty if nothing is known.
   */
  public static Optional<String> sentence(Comparison comparison) {
    List<Alike> kinds = new ArrayList<>();
    for (VariantRuns each : comparison.variants()) {
      each.bottleneck()
          .filter(limit -> limit.bound() != Bound.MISSTATED)
          .ifPresent(limit -> kind(kinds, limit).add(each.name(), limit));
    }
    List<String> clauses = new ArrayList<>();
    kinds.forEach(each -> clauses.add(each.clause(clauses.isEmpty())));
    return Optional.of(String.join("; ", clauses)).filter(some -> !some.isEmpty());
  }

  /** Returns the variants of the same kind of limit, and adds them if there are none yet. */
  private static Alike kind(List<Alike> kinds, Bottleneck limit) {
    return kinds.stream()
        .filter(each -> each.limits.getFirst().isSameKind(limit))
        .findFirst()
        .orElseGet(
            () -> {
              kinds.add(new Alike());
              return kinds.getLast();
            });
  }
}
