package io.github.restcomparison.runner.injectors;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.runner.figures.Gate;
import io.github.restcomparison.runner.figures.Gate.Severity;
import io.github.restcomparison.runner.figures.KeptTime;
import io.github.restcomparison.runner.injectors.Injectors.Share;
import io.github.restcomparison.runner.injectors.Injectors.Throttling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The gates of a load that several injectors made together.
 *
 * @param undisturbed of the window of all; absent if there is none
 */
record InjectorGates(List<Share> shares, Optional<KeptTime> undisturbed) {
  /** The share of its periods in which the kernel may stop a service for its CPU limit. */
  private static final double THROTTLED_SHARE = 0.05;

  /** By how many ms the clocks of two injectors may differ, including the uncertainty. */
  private static final double CLOCKS_MS = 50;

  /**
   * By how many ms more than a request takes one may begin after another: requests that are in
   * flight at the end of an injector's warm-up end first.
   */
  private static final long BEGIN_MS = 1000;

  /** What each injector has judged by itself; the other gates judge the merged run again. */
  private static final Set<String> OF_EACH = Set.of(GateResult.HOST, "repeated");

  /**
   * Whether the shares form one load: each is present once, with the same settings; they began
   * together by clocks that agree, no injector was disturbed by its host, and enough of the window
   * is left of all.
   */
  Gate together() {
    List<String> objections = new ArrayList<>();
    List<Integer> numbers = shares.stream().map(each -> each.share().injector()).toList();
    int of = shares.getFirst().share().of();
    List<String> missing =
        IntStream.rangeClosed(1, of)
            .filter(number -> !numbers.contains(number))
            .mapToObj(Integer::toString)
            .toList();
    if (!missing.isEmpty()) {
      objections.add(
          "%d of %d injectors are missing: %s"
              .formatted(missing.size(), of, String.join(", ", missing)));
    }
    if (Set.copyOf(numbers).size() < numbers.size()) {
      objections.add("an injector has more than one run: " + numbers);
    }
    for (Share each : shares) {
      if (!settings(each).equals(settings(shares.getFirst()))) {
        objections.add(each.name() + " has other settings than " + shares.getFirst().name());
      }
    }
    clocks().ifPresent(objections::add);
    beginnings().ifPresent(objections::add);
    for (Share each : shares) {
      ofItself(each.record()).forEach(why -> objections.add(each.name() + ": " + why));
    }
    undisturbed
        .filter(time -> !time.isEnough())
        .map(KeptTime::tooLittle)
        .ifPresent(objections::add);
    return new Gate("injectors", Severity.INVALID, objections);
  }

  /** All settings but users and connections, which may differ by one. */
  private static List<Object> settings(Share each) {
    LoadSpec load = each.record().settings();
    return List.of(
        each.share().of(),
        each.share().measureAt(),
        load.requestsPerUser(),
        load.seconds(),
        load.delay(),
        load.open().map(open -> List.of(open.fromRate(), open.toRate(), open.seconds())));
  }

  private Optional<String> clocks() {
    double earliest = Double.MAX_VALUE;
    double latest = -Double.MAX_VALUE;
    for (Share each : shares) {
      double offset = each.share().clockOffsetMs();
      earliest = Math.min(earliest, offset - each.share().clockUncertaintyMs());
      latest = Math.max(latest, offset + each.share().clockUncertaintyMs());
    }
    return shares.size() > 1 && latest - earliest > CLOCKS_MS
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "the clocks of the injectors may differ by %.0f ms (limit %.0f ms)",
                latest - earliest,
                CLOCKS_MS))
        : Optional.empty();
  }

  /** An injector that began late loads the service when others have ended. */
  private Optional<String> beginnings() {
    List<Share> all =
        shares.stream()
            .filter(each -> each.samples().isPresent())
            .sorted(Comparator.comparingLong(InjectorGates::begin))
            .toList();
    if (all.size() < 2) {
      return Optional.empty();
    }
    long later = begin(all.getLast()) - begin(all.getFirst());
    long longest =
        all.stream()
            .flatMap(each -> each.samples().orElseThrow().load().latencies().keySet().stream())
            .max(Comparator.naturalOrder())
            .orElse(0);
    return later > longest + BEGIN_MS
        ? Optional.of(
            "%s began its load %d ms after %s (limit %d ms)"
                .formatted(all.getLast().name(), later, all.getFirst().name(), longest + BEGIN_MS))
        : Optional.empty();
  }

  private static long begin(Share each) {
    return each.samples().orElseThrow().load().loadStartMs();
  }

  private static Stream<String> ofItself(RunRecord record) {
    return record.verdict().gates().isEmpty()
        ? record.reasons().stream()
        : record.verdict().gates().stream()
            .filter(gate -> OF_EACH.contains(gate.name()))
            .flatMap(gate -> gate.objections().stream());
  }

  /**
   * Whether the kernel seldom stopped the service for its CPU limit. A stop lasts for up to 100 ms:
   * latencies are then those of the limit.
   *
   * @param throttling absent if it is not known
   */
  static Gate throttling(Optional<Throttling> throttling) {
    return new Gate(
        "throttling",
        Severity.INVALID,
        throttling
            .filter(each -> each.throttled() > THROTTLED_SHARE * each.periods())
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "the service was stopped for its CPU limit in %,d of %,d periods of 100 ms"
                            + " (%.1f s): more CPUs or less load",
                        each.throttled(),
                        each.periods(),
                        each.micros() / 1e6))
            .stream()
            .toList());
  }
}
