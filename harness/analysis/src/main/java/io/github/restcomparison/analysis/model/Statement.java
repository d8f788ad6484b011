package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.model.Pair.Ruling;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.settings.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sentences about an experiment: its rounds, its flaws, why it is a preview, its end. */
public final class Statement {
  /**
   * The minimum length of a window in s. A shorter one shows a moment: a garbage collection or two,
   * and the state of the host.
   */
  private static final double MIN_SECONDS = 3;

  private static final int MIN_WARM_UP_SECONDS = 60;

  /** The maximum number of undecided pairs that a sentence lists. */
  private static final int MAX_UNDECIDED = 6;

  private Statement() {}

  /** Returns the number of rounds, the flaws of the runs, and why it is a preview. */
  static String of(Comparison comparison) {
    RecordedRuns runs = comparison.runs();
    List<String> clauses = new ArrayList<>();
    undecided(comparison).ifPresent(clauses::add);
    clauses.add(
        runs.startedRounds() == runs.plannedRounds()
            ? Count.of(runs.startedRounds(), "round")
            : (runs.mayEndEarly() ? "%d of at most %d rounds" : "%d of %d rounds so far")
                .formatted(runs.startedRounds(), runs.plannedRounds()));
    if (comparison.variants().stream().allMatch(each -> each.ranked().isEmpty())) {
      clauses.add("there is nothing to rank");
    } else {
      for (VariantRuns each : comparison.variants()) {
        int lost = runs.expectedRounds() - each.ranked().size();
        if (each.status() != Status.VALID) {
          clauses.add("%s is %s and not ranked".formatted(each.name(), each.status()));
        } else if (lost > 0) {
          clauses.add(
              "%s lost %d of %d rounds".formatted(each.name(), lost, runs.expectedRounds()));
        }
      }
    }
    comparison.unmeasured().forEach(name -> clauses.add(name + " was not measured"));
    List<RecordedRun> warmed = warmedUp(comparison);
    long unsteady = warmed.stream().filter(run -> !run.record().wasSteady()).count();
    add(clauses, runs.repeatedRounds(), "round", "repeated (host disturbed)");
    boolean isOfNamedOnly =
        warmed.stream()
            .filter(run -> !run.record().wasSteady())
            .allMatch(
                run -> comparison.variant(run.variant()).filter(Statement::isUnsteady).isPresent());
    // A variant without a steady run is named below.
    if (!isOfNamedOnly) {
      clauses.add("%d of %s not steady".formatted(unsteady, Count.of(warmed.size(), "run")));
    }
    add(clauses, runs.unreadable().size(), "record", "could not be read");
    add(clauses, runs.excluded().size(), "run", "excluded");
    clauses.addAll(previews(comparison));
    return String.join("; ", clauses);
  }

  /**
   * Returns how many comparisons are decided, and why none can be: {@code 5 of 6 comparisons
   * decided}; empty if all are, or before the first analysis.
   */
  static Optional<String> undecided(Comparison comparison) {
    List<String> clauses = new ArrayList<>();
    List<Pair> pairs = counted(comparison.pairs());
    if (!decided(pairs).equals(pairs) && isJudged(comparison)) {
      clauses.add(count(pairs));
      pairs.stream()
          .filter(pair -> pair.ruling() == Ruling.NOT_COMPARABLE)
          .map(pair -> pair.validity().reason())
          .distinct()
          .forEach(clauses::add);
    }
    withoutNoise(comparison)
        .map(control -> "the control (%s) %s".formatted(control.b(), control.validity().reason()))
        .distinct()
        .forEach(clauses::add);
    return Optional.of(String.join("; ", clauses)).filter(some -> !some.isEmpty());
  }

  /** Returns the controls that do not measure the noise of their metric, or not yet. */
  private static Stream<Pair> withoutNoise(Comparison comparison) {
    return comparison.controls().stream()
        .filter(control -> control.state() != State.DECIDED && control.isCounted());
  }

  /** Returns whether a control has lost so many rounds that the noise will not be known. */
  public static boolean hasLostControl(Comparison comparison) {
    return withoutNoise(comparison).anyMatch(control -> control.state() == State.CLOSED);
  }

  private static boolean isJudged(Comparison comparison) {
    return !comparison.rankedPairs().allMatch(Pair::isPreview);
  }

  /** Returns the pairs that are comparisons of the experiment. */
  private static List<Pair> counted(List<Pair> pairs) {
    return pairs.stream().filter(Pair::isCounted).toList();
  }

  private static List<Pair> decided(List<Pair> pairs) {
    return pairs.stream().filter(pair -> pair.state() == State.DECIDED).toList();
  }

  private static String count(List<Pair> pairs) {
    return "%d of %s decided"
        .formatted(decided(pairs).size(), Count.of(pairs.size(), "comparison"));
  }

  private static void add(List<String> clauses, long number, String what, String clause) {
    if (number > 0) {
      clauses.add(Count.of(number, what) + " " + clause);
    }
  }

  /** Returns the ranked runs, without bursts, which have no warm-up. */
  private static List<RecordedRun> warmedUp(Comparison comparison) {
    return comparison.variants().stream().flatMap(Statement::warmedUp).toList();
  }

  private static Stream<RecordedRun> warmedUp(VariantRuns variant) {
    return variant.ranked().stream()
        .filter(run -> run.record().load().isPresent() && !run.isClientRun());
  }

  /** Returns whether no run of a variant was steady. */
  private static boolean isUnsteady(VariantRuns variant) {
    List<RecordedRun> runs = warmedUp(variant).toList();
    return !runs.isEmpty() && runs.stream().noneMatch(run -> run.record().wasSteady());
  }

  /** Advises to warm up for twice the time, and for a minute at least. */
  public static String warmUpAdvice(Load load) {
    return "measure again with --warm-up %ds"
        .formatted(Math.max(MIN_WARM_UP_SECONDS, 2 * load.warmUp().toSeconds()));
  }

  /** Returns why the figures are only a preview, a clause each; empty if they are not. */
  public static List<String> previews(Comparison comparison) {
    List<String> clauses = new ArrayList<>();
    if (comparison.variants().stream()
        .mapToInt(each -> each.ranked().size())
        .anyMatch(rounds -> rounds > 0 && rounds < Family.MIN_ROUNDS)) {
      clauses.add("a verdict takes %d rounds".formatted(Family.MIN_ROUNDS));
    }
    if (hasLostControl(comparison)) {
      clauses.add("the noise is unknown: the control lost too many rounds");
    }
    String advice =
        comparison.runs().plan().isPresent() ? ": " + warmUpAdvice(comparison.runs().load()) : "";
    // A longer warm-up does not help a service that slows down.
    unsteady(comparison, false, advice).ifPresent(clauses::add);
    unsteady(comparison, true, ", which slows down").ifPresent(clauses::add);
    warmedUp(comparison).stream()
        .mapToDouble(run -> RunMetric.WINDOW.valueIn(run.record()))
        .filter(seconds -> seconds < MIN_SECONDS)
        .min()
        .ifPresent(
            shortest ->
                clauses.add(
                    "only %s s were measured; at least %s s are needed"
                        .formatted(Numbers.of(shortest), Numbers.of(MIN_SECONDS))));
    return clauses;
  }

  private static Optional<String> unsteady(
      Comparison comparison, boolean slowsDown, String remark) {
    String names =
        comparison.variants().stream()
            .filter(Statement::isUnsteady)
            .filter(each -> slowsDown(each) == slowsDown)
            .map(VariantRuns::name)
            .collect(Collectors.joining(", "));
    return Optional.of("no run of %s was steady%s".formatted(names, remark))
        .filter(_ -> !names.isEmpty());
  }

  /** Returns whether a variant slowed down in each of its runs. */
  private static boolean slowsDown(VariantRuns variant) {
    return warmedUp(variant)
        .allMatch(run -> run.record().figures().behaviour().slowdown().isPresent());
  }

  /**
   * Returns the decisions so far, and why other pairs are undecided; empty before the first
   * analysis.
   */
  public static Optional<String> endReason(Comparison comparison) {
    if (!isJudged(comparison)) {
      return Optional.empty();
    }
    int planned = comparison.runs().plannedRounds();
    int done = comparison.runs().startedRounds();
    return Optional.of(
        "%d of %s%s: %s."
            .formatted(
                done,
                done < planned ? "at most " : "",
                Count.of(planned, "round"),
                decided(comparison.pairs(), planned - done)));
  }

  /**
   * Returns how many pairs are decided, and why each of the others is not. Pairs for which no
   * rounds are measured do not count.
   *
   * @param all one or more
   * @param roundsLeft that the plan would allow
   */
  public static String decided(List<Pair> all, int roundsLeft) {
    List<Pair> pairs = counted(all);
    List<Pair> others = pairs.stream().filter(pair -> pair.state() != State.DECIDED).toList();
    if (others.isEmpty()) {
      return "every pair is decided";
    }
    List<String> clauses = new ArrayList<>();
    clauses.add(count(pairs));
    List<Pair> ranked =
        others.stream()
            .filter(pair -> pair.isMeasured() && pair.ruling() != Ruling.UNRANKED)
            .toList();
    ranked.stream()
        .limit(MAX_UNDECIDED)
        .map(pair -> PairSentences.undecided(pair, roundsLeft))
        .forEach(clauses::add);
    if (ranked.size() > MAX_UNDECIDED) {
      clauses.add(ranked.size() - MAX_UNDECIDED + " more in the table of pairs");
    }
    int unranked = others.size() - ranked.size();
    if (unranked > 0) {
      clauses.add(unranked + " not possible");
    }
    return String.join("; ", clauses);
  }
}
