package io.github.restcomparison.analysis.model;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What differs between the variants besides the figures: a reader must know it to judge them. */
final class Differences {
  /** By which share the sizes of responses may differ. */
  private static final double MOST_BYTES_APART = 0.1;

  /** The headers of servers differ by less for the same body. */
  private static final int BYTES_OF_HEADERS = 100;

  /** The share of responses from which on a value is one of the service. */
  private static final double LEAST_SHARE = 0.001;

  /** A longer text has the greater number: a limit that counts down began there. */
  private static final Comparator<String> GREATEST =
      Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder());

  /**
   * What may differ.
   *
   * @param label the beginning of the line
   * @param value of a variant; empty if it is not known
   */
  private record Rule(String label, Function<Variant, Optional<String>> value) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule("heap differs", each -> setting(each, "heap")),
          new Rule("garbage collector differs", each -> setting(each, "collector")),
          new Rule("response status differs", each -> responses(each, "status")),
          new Rule("protocol differs", each -> responses(each, "protocol")),
          new Rule("compression differs", each -> responses(each, "compression")),
          new Rule("connections differ", each -> responses(each, "connections")),
          new Rule(
              "keep-alive limits differ",
              each -> values(each, "keep-alive").stream().max(GREATEST)));

  private Differences() {}

  /**
   * Returns a line for each difference: {@code heap differs: 512 MiB (a), 256 MiB (b, c)}. What is
   * not known of a variant is not compared.
   */
  static List<String> of(List<Variant> variants) {
    return Stream.concat(
            RULES.stream().flatMap(rule -> line(rule.label, variants, rule.value).stream()),
            sizes(variants).stream())
        .toList();
  }

  /** Empty if no two variants differ. */
  private static Optional<String> line(
      String label, List<Variant> variants, Function<Variant, Optional<String>> value) {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (Variant variant : variants) {
      value
          .apply(variant)
          .ifPresent(
              text -> names.computeIfAbsent(text, any -> new ArrayList<>()).add(variant.name()));
    }
    return names.size() < 2
        ? Optional.empty()
        : Optional.of(
            names.entrySet().stream()
                .map(each -> "%s (%s)".formatted(each.getKey(), String.join(", ", each.getValue())))
                .collect(Collectors.joining(", ", label + ": ", "")));
  }

  private static Optional<String> setting(Variant variant, String name) {
    return Optional.ofNullable(variant.service().get(name));
  }

  private static Optional<String> responses(Variant variant, String trait) {
    return Optional.of(String.join(" and ", values(variant, trait)))
        .filter(text -> !text.isEmpty());
  }

  /** The values that at least a thousandth of its responses had, sorted. */
  private static List<String> values(Variant variant, String trait) {
    Map<String, Long> counts = new TreeMap<>();
    for (RecordedRun run : variant.runs()) {
      run.record()
          .figures()
          .responses()
          .flatMap(seen -> Optional.ofNullable(seen.get(trait)))
          .ifPresent(seen -> seen.forEach((value, count) -> counts.merge(value, count, Long::sum)));
    }
    double all = counts.values().stream().mapToLong(Long::longValue).sum();
    return counts.entrySet().stream()
        .filter(each -> each.getValue() >= LEAST_SHARE * all)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Says that variants do not do the same, if the sizes of their responses differ. */
  private static Optional<String> sizes(List<Variant> variants) {
    List<Variant> known =
        variants.stream()
            .filter(each -> bytes(each) > 0)
            .sorted(Comparator.comparingDouble(Differences::bytes).reversed())
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    double least = bytes(known.getLast());
    double most = least + Math.max(BYTES_OF_HEADERS, MOST_BYTES_APART * least);
    return bytes(known.getFirst()) > most
        ? line(
            "size of responses differs",
            known,
            each -> Optional.of(Numbers.of(Math.rint(bytes(each))) + " bytes"))
        : Optional.empty();
  }

  private static double bytes(Variant variant) {
    return variant.median(RunMetrics.RESPONSE_BYTES);
  }
}
