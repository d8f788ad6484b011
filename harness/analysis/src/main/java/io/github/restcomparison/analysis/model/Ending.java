package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.analysis.statistics.Verdict;
import java.time.Duration;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Why an experiment needed no more rounds, or what more of them would do. */
final class Ending {
  private Ending() {}

  /** A sentence; empty before the first look. */
  static Optional<String> of(Comparison comparison) {
    List<PairVerdict> judged =
        comparison
            .rankedPairs()
            .filter(pair -> !(pair.ruling() instanceof Verdict.Indicative))
            .toList();
    if (judged.isEmpty()) {
      return Optional.empty();
    }
    List<PairVerdict> open = comparison.undecided().toList();
    return Optional.of(
        open.isEmpty()
            ? "%s decided after %s."
                .formatted(
                    judged.stream().allMatch(PairVerdict::decided)
                        ? "Every pair is"
                        : "Every pair that more rounds can decide is",
                    rounds(comparison))
            : "%s%s: %s%s."
                .formatted(rounds(comparison), limit(comparison), stillOpen(open), more(open)));
  }

  private static String rounds(Comparison comparison) {
    int planned = comparison.plan().schedule().rounds();
    int done =
        comparison.variants().stream()
            .flatMap(each -> each.runs().stream())
            .mapToInt(Comparison.Run::round)
            .max()
            .orElse(0);
    return done < planned
        ? "%d of at most %s".formatted(done, Numbers.count(planned, "round"))
        : "%d of %s".formatted(done, Numbers.count(planned, "round"));
  }

  /** A page that is written between two rounds cannot know whether there will be another one. */
  private static String limit(Comparison comparison) {
    return comparison.plan().schedule().timeLimitMs().stream()
        .mapToObj(Duration::ofMillis)
        .map(limit -> " within --for " + limit.toString().substring(2).toLowerCase())
        .findFirst()
        .orElse("");
  }

  private static String stillOpen(List<PairVerdict> open) {
    return open.size() == 1 ? "one pair is still open" : open.size() + " pairs are still open";
  }

  private static String more(List<PairVerdict> open) {
    IntSummaryStatistics more = open.stream().flatMapToInt(Ending::more).summaryStatistics();
    if (more.getCount() < open.size()) {
      return "";
    }
    String range =
        more.getMin() == more.getMax()
            ? Numbers.count(more.getMin(), "more round")
            : "%d to %s".formatted(more.getMin(), Numbers.count(more.getMax(), "more round"));
    return ", about %s would decide %s".formatted(range, open.size() == 1 ? "it" : "them");
  }

  /** By how many rounds a pair that shows no difference falls short. */
  private static IntStream more(PairVerdict pair) {
    return pair.ruling() instanceof Verdict.NoDifferenceShown shown
        ? shown.moreRounds().stream()
        : IntStream.empty();
  }
}
