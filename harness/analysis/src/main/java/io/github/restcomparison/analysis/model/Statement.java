package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** What a reader must know before the figures. */
final class Statement {
  /** A window of less shows a moment: a garbage collection or two, and whatever the host did. */
  private static final double LEAST_SECONDS = 3;

  private Statement() {}

  /** How many rounds there are, and what is not as it should be, in a sentence. */
  static String of(RecordedRuns runs, List<VariantSummary> variants) {
    List<String> clauses = new ArrayList<>();
    clauses.add(
        runs.begun() == runs.rounds()
            ? Numbers.count(runs.begun(), "round")
            : (runs.mayEndEarly() ? "%d of at most %d rounds" : "%d of %d rounds so far")
                .formatted(runs.begun(), runs.rounds()));
    if (fewestRounds(variants).isEmpty()) {
      clauses.add("there is nothing to rank");
    }
    for (VariantSummary each : variants) {
      int lost = runs.due() - each.ranked().size();
      if (each.status() != Status.VALID) {
        clauses.add("%s is %s and not ranked".formatted(each.name(), each.status()));
      } else if (lost > 0) {
        clauses.add("%s lost %d of %d rounds".formatted(each.name(), lost, runs.due()));
      }
    }
    if (runs.repeated() > 0) {
      clauses.add(
          "the host was disturbed, and repeated: " + Numbers.count(runs.repeated(), "round"));
    }
    addNotWarm(clauses, variants);
    if (!runs.unreadable().isEmpty()) {
      clauses.add(Numbers.count(runs.unreadable().size(), "record") + " could not be read");
    }
    if (!runs.leftOut().isEmpty()) {
      clauses.add(Numbers.count(runs.leftOut().size(), "run") + " left out");
    }
    return String.join("; ", clauses);
  }

  private static void addNotWarm(List<String> clauses, List<VariantSummary> variants) {
    List<RecordedRun> ranked =
        ranked(variants).filter(run -> !run.isOfClient()).toList(); // bursts have no warm-up
    long cold = ranked.stream().filter(run -> !run.record().wasWarm()).count();
    if (cold > 0) {
      clauses.add(
          "the service was not shown to be warm in %d of %s"
              .formatted(cold, Numbers.count(ranked.size(), "run")));
    }
  }

  /** Why the figures are no more than a preview, a clause each; empty where they are more. */
  static List<String> previews(List<VariantSummary> variants) {
    List<String> clauses = new ArrayList<>();
    if (fewestRounds(variants).orElse(PairwiseTests.FIRST_LOOK) < PairwiseTests.FIRST_LOOK) {
      clauses.add("a verdict takes %d rounds".formatted(PairwiseTests.FIRST_LOOK));
    }
    ranked(variants)
        .filter(run -> !run.isOfClient())
        .mapToDouble(run -> RunMetrics.WINDOW.of(run.record()))
        .filter(seconds -> seconds < LEAST_SECONDS)
        .min()
        .ifPresent(
            seconds ->
                clauses.add(
                    "%s s were measured, and figures take %s"
                        .formatted(Numbers.of(seconds), Numbers.of(LEAST_SECONDS))));
    return clauses;
  }

  private static OptionalInt fewestRounds(List<VariantSummary> variants) {
    return variants.stream()
        .mapToInt(each -> each.ranked().size())
        .filter(rounds -> rounds > 0)
        .min();
  }

  private static Stream<RecordedRun> ranked(List<VariantSummary> variants) {
    return variants.stream().flatMap(each -> each.ranked().stream());
  }
}
