package io.github.restcomparison.analysis.model;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.github.restcomparison.analysis.overhead.Bottleneck.Bound;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Facts that a reader needs to judge the figures: other differences between the variants, and the
 * variants that stalled, have few requests or use few CPUs.
 */
final class Notes {
  /** The share by which the sizes of responses may differ. */
  private static final double MAX_DIFFERENCE_OF_SIZES = 0.1;

  /** The maximum difference by the headers of servers for the same body. */
  private static final int BYTES_OF_HEADERS = 100;

  /** The share of responses from which on a value is reported. */
  private static final double MIN_SHARE = 0.001;

  /** The maximum difference of the shares of a value: requests may be drawn at random. */
  private static final double MAX_DIFFERENCE_OF_SHARES = 0.05;

  /**
   * Orders texts by their numbers: a longer text has the larger number, since a limit that counts
   * down began there.
   */
  private static final Comparator<String> GREATEST =
      Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

  /**
   * The CPUs in use below which a request was measured to cost twice what it costs a busy service.
   */
  private static final double FEW_CPUS = 0.25;

  /** A stall is noted if it is longer than two cycles of a user plus this. */
  private static final int STALL_MS = 500;

  private Notes() {}

  /** Returns a sentence for each difference in the behaviour or the settings of services. */
  static List<String> warnings(List<VariantRuns> variants) {
    boolean haveOtherBodies = BehaviourNotes.bodies(variants).findAny().isPresent();
    return Stream.of(
            BehaviourNotes.statuses(variants),
            BehaviourNotes.slowdowns(variants),
            BehaviourNotes.reconnects(variants),
            BehaviourNotes.bodies(variants),
            difference("heap differs", variants, each -> setting(each, "heap")),
            difference("garbage collector differs", variants, each -> setting(each, "collector")),
            responses("response status differs", variants, "status"),
            responses("protocol differs", variants, "protocol"),
            responses("compression differs", variants, "compression"),
            responses("connections differ", variants, "connections"),
            difference(
                "keep-alive limits differ",
                variants,
                each -> shares(each, "keep-alive").keySet().stream().max(GREATEST).orElse("")),
            haveOtherBodies ? Stream.<String>empty() : sizes(variants),
            variants.stream().flatMap(Notes::misstated),
            VariantRuns.p99Note(variants).stream())
        .flatMap(each -> each)
        .toList();
  }

  /** Returns a sentence for each other fact. */
  static List<String> remarks(List<VariantRuns> variants) {
    return Stream.of(stalls(variants), fewCpus(variants)).flatMap(each -> each).toList();
  }

  /**
   * Returns {@code heap differs: 512 MiB (a), 256 MiB (b, c)}; nothing if no two variants differ.
   *
   * @param value of a variant; empty if it is not known, and then not compared
   */
  private static Stream<String> difference(
      String label, List<VariantRuns> variants, Function<VariantRuns, String> value) {
    Map<String, List<String>> names =
        variants.stream()
            .filter(each -> !value.apply(each).isEmpty())
            .collect(groupingBy(value, LinkedHashMap::new, mapping(VariantRuns::name, toList())));
    return Stream.of(names.entrySet())
        .filter(each -> each.size() > 1)
        .map(
            each ->
                each.stream()
                    .map(
                        one -> "%s (%s)".formatted(one.getKey(), String.join(", ", one.getValue())))
                    .collect(joining(", ", label + ": ", "")));
  }

  private static String setting(VariantRuns variant, String name) {
    return variant.service().getOrDefault(name, "");
  }

  /** Returns differences in the responses; the shares of errors differ, too, if only these do. */
  private static Stream<String> responses(String label, List<VariantRuns> variants, String trait) {
    List<Map<String, Double>> known =
        variants.stream().map(each -> shares(each, trait)).filter(each -> !each.isEmpty()).toList();
    boolean isApart =
        known.stream()
            .flatMap(each -> each.keySet().stream())
            .anyMatch(
                value ->
                    extremeShare(known, value, 1) + extremeShare(known, value, -1)
                        > MAX_DIFFERENCE_OF_SHARES);
    return difference(label, variants, each -> text(shares(each, trait), isApart));
  }

  /** Returns the maximum share of a value; with {@code sign} -1 the minimum, negative. */
  private static double extremeShare(List<Map<String, Double>> known, String value, int sign) {
    return known.stream()
        .mapToDouble(each -> sign * each.getOrDefault(value, 0.0))
        .max()
        .orElseThrow();
  }

  private static String text(Map<String, Double> shares, boolean isApart) {
    return shares.entrySet().stream()
        .map(
            each ->
                isApart && shares.size() > 1
                    ? "%s %% %s".formatted(Numbers.of(100 * each.getValue()), each.getKey())
                    : each.getKey())
        .collect(joining(" and "));
  }

  /**
   * Returns the values that at least a thousandth of its responses had, sorted, and their shares.
   */
  private static Map<String, Double> shares(VariantRuns variant, String trait) {
    Map<String, Long> counts = new TreeMap<>();
    variant.runs().stream()
        .flatMap(run -> run.record().figures().behaviour().responses().stream())
        .map(seen -> seen.getOrDefault(trait, Map.of()))
        .forEach(seen -> seen.forEach((value, count) -> counts.merge(value, count, Long::sum)));
    double all = counts.values().stream().mapToLong(Long::longValue).sum();
    Map<String, Double> shares = new TreeMap<>();
    counts.forEach((value, count) -> shares.put(value, count / all));
    shares.values().removeIf(share -> share < MIN_SHARE);
    return shares;
  }

  /** Returns a note if the sizes of the responses differ: the variants then do different work. */
  private static Stream<String> sizes(List<VariantRuns> variants) {
    List<VariantRuns> known =
        variants.stream()
            .filter(each -> bytes(each) > 0)
            .sorted(Comparator.comparingDouble(Notes::bytes).reversed())
            .toList();
    double smallest = known.isEmpty() ? 0 : bytes(known.getLast());
    double most = smallest + Math.max(BYTES_OF_HEADERS, MAX_DIFFERENCE_OF_SIZES * smallest);
    return known.stream().noneMatch(each -> bytes(each) > most)
        ? Stream.empty()
        : difference(
            "size of responses differs",
            known,
            each -> Numbers.of(Math.rint(bytes(each))) + " bytes");
  }

  private static double bytes(VariantRuns variant) {
    return variant.median(RunMetric.RESPONSE_BYTES);
  }

  private static Stream<String> misstated(VariantRuns variant) {
    return variant.bottleneck().stream()
        .filter(each -> each.bound() == Bound.MISSTATED)
        .map(each -> variant.name() + ", " + each.sentence());
  }

  /**
   * Returns the longest time without a response of each variant, except between waves of responses.
   */
  private static Stream<String> stalls(List<VariantRuns> variants) {
    return variants.stream()
        .flatMap(
            each ->
                each.ranked().stream()
                    .filter(run -> RunMetric.STALL.valueIn(run.record()) > longestWaveMs(run))
                    .max(Comparator.comparingDouble(run -> RunMetric.STALL.valueIn(run.record())))
                    .map(
                        run ->
                            "%s did not respond for %s s in round %d"
                                .formatted(
                                    each.name(),
                                    Numbers.of(RunMetric.STALL.valueIn(run.record()) / 1e3),
                                    run.record().round()))
                    .stream());
  }

  private static double longestWaveMs(RecordedRun run) {
    double cycleMs = RunMetric.MEAN.valueIn(run.record()) + run.limits().think().toMillis();
    double betweenMs = 1e3 / RunMetric.THROUGHPUT.valueIn(run.record());
    return 2 * Math.max(cycleMs, betweenMs) + STALL_MS;
  }

  /** Returns a note on CPU per request at a low rate: decision 3. */
  private static Stream<String> fewCpus(List<VariantRuns> variants) {
    String few =
        variants.stream()
            .filter(each -> each.median(RunMetric.SERVER_CORES) < FEW_CPUS)
            .map(
                each ->
                    "%s %s".formatted(each.name(), Numbers.of(each.median(RunMetric.SERVER_CORES))))
            .collect(joining(", "));
    return Stream.of(
            "at this rate these services use few CPUs (%s): fixed costs are a larger share of the CPU per request than at a higher rate"
                .formatted(few))
        .filter(any -> !few.isEmpty());
  }
}
