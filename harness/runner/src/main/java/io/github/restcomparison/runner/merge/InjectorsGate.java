package io.github.restcomparison.runner.merge;

import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.runner.gate.Gate;
import io.github.restcomparison.runner.gate.Gate.Severity;
import io.github.restcomparison.runner.outcome.KeptTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks that the shares of several injectors form one load: all shares are present and have the
 * same settings, they began together by clocks that agree, no injector was disturbed by its host,
 * and enough of the window is left without the seconds in which the host of any of them was. A run
 * that it objects to is INVALID.
 *
 * @param kept of the window of all; absent if there is none
 */
record InjectorsGate(List<InjectorRecord> shares, Optional<KeptTime> kept) {

  /** By how many ms the clocks of two injectors may differ, including the uncertainty. */
  static final double CLOCKS_MS = 50;

  /**
   * By how many ms more than a request takes one may begin after another: each lets what is under
   * way at the end of its warm-up come to its end.
   */
  static final long BEGIN_MS = 1000;

  private static final Comparator<InjectorRecord> BY_BEGIN =
      Comparator.comparingLong(InjectorsGate::begin);

  Gate gate() {
    return new Gate("injectors", Severity.INVALID, objections());
  }

  List<String> objections() {
    return Stream.of(incomplete(), different(), clocks(), begins(), disturbed(), tooLittle())
        .flatMap(List::stream)
        .toList();
  }

  private List<String> incomplete() {
    int of = shares.getFirst().share().of();
    List<Integer> there = shares.stream().map(each -> each.share().injector()).toList();
    List<String> missing =
        IntStream.rangeClosed(1, of)
            .filter(number -> !there.contains(number))
            .mapToObj(Integer::toString)
            .toList();
    List<String> objections = new ArrayList<>();
    if (!missing.isEmpty()) {
      objections.add(
          "%d of %d injectors are missing: %s"
              .formatted(missing.size(), of, String.join(", ", missing)));
    }
    if (new HashSet<>(there).size() < there.size()) {
      objections.add("an injector is there twice: " + there);
    }
    return objections;
  }

  private List<String> different() {
    InjectorShare first = shares.getFirst().share();
    LoadSpec settings = shares.getFirst().record().settings();
    return shares.stream()
        .filter(
            each ->
                each.share().of() != first.of()
                    || !each.share().measureAt().equals(first.measureAt())
                    || !alike(each.record().settings(), settings))
        .map(each -> each.name() + " has other settings than " + shares.getFirst().name())
        .toList();
  }

  /** Whether all settings but the number of users, or of connections, are the same. */
  private static boolean alike(LoadSpec one, LoadSpec other) {
    return one.requestsPerUser() == other.requestsPerUser()
        && one.delayMs() == other.delayMs()
        && one.waits().equals(other.waits())
        && schedule(one).equals(schedule(other));
  }

  private static String schedule(LoadSpec each) {
    return each.open().map(open -> open.rate() + " for " + open.seconds()).orElse("");
  }

  private List<String> clocks() {
    double earliest =
        shares.stream().mapToDouble(each -> offset(each) - uncertainty(each)).min().orElseThrow();
    double latest =
        shares.stream().mapToDouble(each -> offset(each) + uncertainty(each)).max().orElseThrow();
    return shares.size() > 1 && latest - earliest > CLOCKS_MS
        ? List.of(
            String.format(
                Locale.ROOT,
                "the clocks of the injectors may differ by %.0f ms; %.0f ms may be",
                latest - earliest,
                CLOCKS_MS))
        : List.of();
  }

  /** One that found its service late makes its load when others are over. */
  private List<String> begins() {
    List<InjectorRecord> all =
        shares.stream().filter(each -> each.samples().isPresent()).sorted(BY_BEGIN).toList();
    if (all.size() < 2) {
      return List.of();
    }
    long later = begin(all.getLast()) - begin(all.getFirst());
    int longest =
        all.stream()
            .flatMap(each -> each.samples().orElseThrow().load().latencies().keySet().stream())
            .max(Comparator.naturalOrder())
            .orElse(0);
    return later > longest + BEGIN_MS
        ? List.of(
            "%s began its load %d ms after %s; %d ms may be"
                .formatted(all.getLast().name(), later, all.getFirst().name(), longest + BEGIN_MS))
        : List.of();
  }

  private static long begin(InjectorRecord each) {
    return each.samples().orElseThrow().load().loadStartMs();
  }

  private static double offset(InjectorRecord each) {
    return each.share().clockOffsetMs();
  }

  private static double uncertainty(InjectorRecord each) {
    return each.share().clockUncertaintyMs();
  }

  private List<String> tooLittle() {
    return kept.filter(time -> !time.isEnough()).map(KeptTime::tooLittle).stream().toList();
  }

  /** The objections of the injectors' host gates; the other gates judge the merged run again. */
  private List<String> disturbed() {
    return shares.stream()
        .flatMap(each -> disturbed(each.record()).map(why -> each.name() + ": " + why))
        .toList();
  }

  private static Stream<String> disturbed(RunRecord record) {
    return record.verdict().gates().isEmpty()
        ? record.reasons().stream()
        : record.verdict().gates().stream()
            .filter(gate -> gate.name().equals(GateResult.HOST))
            .flatMap(gate -> gate.objections().stream());
  }
}
