package io.github.restcomparison.analysis.overhead;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the time of a request went that is not its delay: mean latency less mean delay, in pieces
 * that do not overlap and whose sum it is.
 *
 * @param delayMs the mean delay of a request, 0 or more
 * @param overheadMs mean latency less {@code delayMs}, 0 or more
 * @param pieces in ms; none is negative, and a cause that was not measured has none
 * @param excessMs by how much more than the overhead was measured, before it was cut off; 0 or more
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record OverheadBudget(
    double delayMs, double overheadMs, Map<OverheadCause, Double> pieces, double excessMs) {

  /** How far what was measured may be above the overhead, as a share of it. */
  private static final double TOLERANCE = 0.10;

  private static final double SHOWN_SHARE = 0.05;

  /**
   * Of the valid runs of a variant: the run of median overhead or, of an even number, the mean of
   * the two in the middle. So the pieces still add up, which medians of each do not, and are those
   * of what happened; all of them are means, which may be averaged as percentiles may not.
   *
   * @return empty where no run has a latency
   */
  public static Optional<OverheadBudget> of(List<RecordedRun> runs) {
    List<OverheadBudget> sorted =
        runs.stream()
            .map(OverheadPieces::of)
            .flatMap(Optional::stream)
            .sorted(Comparator.comparingDouble(OverheadBudget::overheadMs))
            .toList();
    int half = sorted.size() / 2;
    if (sorted.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        sorted.size() % 2 == 1 ? sorted.get(half) : sorted.get(half - 1).mean(sorted.get(half)));
  }

  private OverheadBudget mean(OverheadBudget other) {
    Map<OverheadCause, Double> both = new EnumMap<>(OverheadCause.class);
    Stream.of(this, other)
        .flatMap(each -> each.pieces.entrySet().stream())
        .forEach(piece -> both.merge(piece.getKey(), piece.getValue() / 2, Double::sum));
    return new OverheadBudget(
        delayMs, (overheadMs + other.overheadMs) / 2, both, (excessMs + other.excessMs) / 2);
  }

  /** With numbers as they are written to files. */
  public OverheadBudget rounded() {
    Map<OverheadCause, Double> all = new EnumMap<>(OverheadCause.class);
    pieces.forEach((cause, ms) -> all.put(cause, Numbers.roundSignificant(ms)));
    return new OverheadBudget(
        delayMs, Numbers.roundSignificant(overheadMs), all, Numbers.roundSignificant(excessMs));
  }

  /** A piece in ms; 0 where it was not measured. */
  public double ms(OverheadCause cause) {
    return pieces.getOrDefault(cause, 0.0);
  }

  /** The largest piece, be it what was not measured. */
  public OverheadCause largest() {
    return Stream.of(OverheadCause.values())
        .max(Comparator.comparingDouble(this::ms))
        .orElseThrow();
  }

  /** Whether what was measured is at most a tenth more than there was to explain. */
  public boolean addsUp() {
    return excessMs <= TOLERANCE * overheadMs;
  }

  /**
   * {@code 3.4 ms over the delay of 100 ms: 1.6 waiting for a CPU, 0.9 the generator's, 0.9 not
   * measured}: the largest first, without those below a twentieth of the whole.
   */
  public String sentence() {
    String whole = "%s ms over the delay of %s ms".formatted(ms(overheadMs), ms(delayMs));
    String parts =
        Stream.of(OverheadCause.values())
            .filter(cause -> ms(cause) > 0 && ms(cause) >= SHOWN_SHARE * overheadMs)
            .sorted(
                Comparator.comparing((OverheadCause cause) -> cause == OverheadCause.NOT_MEASURED)
                    .thenComparing(cause -> -ms(cause)))
            .map(cause -> ms(ms(cause)) + " " + cause.phrase())
            .collect(Collectors.joining(", "));
    String doubt =
        addsUp()
            ? ""
            : ("; %s ms more than that were measured, in part of threads that no request waits for")
                .formatted(ms(excessMs));
    return whole + (parts.isEmpty() ? "" : ": " + parts) + doubt;
  }

  private static String ms(double value) {
    return Numbers.of(value < 10 ? Math.round(10 * value) / 10.0 : Math.rint(value));
  }
}
