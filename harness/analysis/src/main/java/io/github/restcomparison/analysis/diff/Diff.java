package io.github.restcomparison.analysis.diff;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.ComparisonJson;
import io.github.restcomparison.analysis.model.Family;
import io.github.restcomparison.analysis.model.Pair;
import io.github.restcomparison.analysis.model.Pair.State;
import io.github.restcomparison.analysis.model.Pairing;
import io.github.restcomparison.analysis.model.Statement;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.TestedMetric;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Two experiments compared: yesterday and today, main and a branch. Their rounds belong to
 * different sessions, so they are independent samples.
 *
 * <p>A diff finds candidates; it does not decide. A difference between two days is in both means
 * and in no interval, because the rounds of one day do not contain it. So the margin is at least
 * {@link #MARGIN}.
 *
 * @param before the name of the earlier experiment
 * @param after the name of the later one
 * @param differences why the two are not comparable, a sentence each
 * @param changes other differences, which may be the thing under test, a sentence each
 * @param notices runs that are in no figure, and unknown noise, a sentence each
 * @param isSameFolder whether an experiment is compared with itself
 * @param lines each variant by each metric
 * @param unjudged the variants of both without a verdict by a metric that one of the two measured,
 *     and why, a sentence each
 */
public record Diff(
    String before,
    String after,
    List<String> differences,
    List<String> changes,
    List<String> notices,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean isSameFolder,
    List<Line> lines,
    List<String> unjudged) {

  /** The smallest margin, as a share: sessions of the same build were observed to differ by 8 %. */
  public static final double MARGIN = 0.10;

  /** The outcome of a variant. */
  public enum Outcome {
    /** Worse, certainly by more than the margin. */
    REGRESSION,
    /** It was measured before, and fails now. */
    FAILED,
    /** Better, certainly by more than the margin. */
    IMPROVEMENT,
    /** Worse, but perhaps by less than the margin. */
    PERHAPS_WORSE,
    /** Better, but perhaps by less than the margin. */
    PERHAPS_BETTER,
    /** Any difference is within the margin. */
    EQUIVALENT,
    /** Neither a difference nor equivalence was confirmed. */
    NOT_TOLD_APART,
    /** Too few rounds for a verdict. */
    PREVIEW,
    /** Not measured, or invalid, in one of the two. */
    NOT_COMPARABLE;

    /** Returns whether it fails a build. */
    public boolean isWorse() {
      return this == REGRESSION || this == FAILED;
    }

    /** Returns whether both have enough runs for a verdict. */
    private boolean isVerdict() {
      return this != PREVIEW && this != NOT_COMPARABLE;
    }

    /** Returns its name for people: {@code perhaps worse}. */
    public String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * A variant by one metric.
   *
   * @param before the median as text, or {@link Numbers#NOT_MEASURED}
   * @param after the same of the later one
   * @param pair the later one against the earlier one
   */
  public record Line(
      String variant, String before, String after, Outcome outcome, @JsonIgnore Pair pair) {

    /** Returns why there is no verdict. */
    private String why() {
      if (outcome == Outcome.PREVIEW) {
        return "%s: a verdict takes %d rounds".formatted(variant, Family.MIN_ROUNDS);
      }
      String reason = pair.validity().reason();
      return reason.startsWith(variant)
          ? reason
          : "%s by %s: %s".formatted(variant, pair.tested().label(), reason);
    }

    @JsonAnyGetter
    Map<String, Object> fields() {
      return ComparisonJson.pair(pair);
    }
  }

  /**
   * Reads both experiments and compares them.
   *
   * @param before folder of an experiment
   * @param after folder of another one
   * @throws IOException in one line, if one of them has no record that can be read, or they have no
   *     variant or no metric in common
   */
  public static Diff of(Path before, Path after) throws IOException {
    Comparison one = Comparison.of(RecordedRuns.read(before));
    Comparison other = Comparison.of(RecordedRuns.read(after));
    String ofOne = folderName(before, "before");
    String ofOther = folderName(after, "after");
    List<String> variants =
        Stream.concat(names(one).stream(), names(other).stream()).distinct().toList();
    List<Line> lines = new ArrayList<>();
    Set<String> unjudged = new LinkedHashSet<>();
    List<TestedMetric> both = new ArrayList<>(one.runs().tested());
    both.retainAll(other.runs().tested());
    requireCommon("service", names(one), names(other));
    requireCommon("metric", metrics(one), metrics(other));
    for (TestedMetric tested : both) {
      NoiseFloor floor = one.floor(tested).larger(other.floor(tested));
      List<Pair> pairs = new ArrayList<>();
      for (String variant : variants) {
        String a = variant + " in " + ofOther;
        String b = variant + " in " + ofOne;
        String missing =
            one.variant(variant).isEmpty()
                ? ofOne
                : other.variant(variant).isEmpty() ? ofOther : "";
        pairs.add(
            missing.isEmpty()
                ? Pairing.acrossExperiments(
                    other.variant(variant).get().named(a),
                    one.variant(variant).get().named(b),
                    tested,
                    floor)
                : Pair.excluded(
                    a, b, tested, State.CLOSED, Status.INVALID, "it is not in " + missing));
      }
      double margin = Math.max(MARGIN, floor.margin());
      List<Pair> verdicts = Family.judgedOnce(margin).judge(pairs);
      for (int i = 0; i < verdicts.size(); i++) {
        Optional<VariantRuns> earlier = one.variant(variants.get(i));
        Optional<VariantRuns> later = other.variant(variants.get(i));
        Line line = line(earlier, later, verdicts.get(i));
        lines.add(line);
        if (!line.outcome.isVerdict() && hasFigure(earlier, later, tested)) {
          unjudged.add(line.why());
        }
      }
    }
    return new Diff(
        ofOne,
        ofOther,
        DiffSettings.differing(one.runs(), other.runs(), true),
        DiffSettings.differing(one.runs(), other.runs(), false),
        Stream.concat(
                notices(one).map(each -> ofOne + ": " + each),
                notices(other).map(each -> ofOther + ": " + each))
            .toList(),
        Files.isSameFile(before, after),
        lines,
        List.copyOf(unjudged));
  }

  private static Stream<String> notices(Comparison experiment) {
    String noise = "the control lost its rounds: the noise is not known";
    return Stream.concat(
        Stream.of(noise).filter(_ -> Statement.hasLostControl(experiment)),
        experiment.runs().notices().stream());
  }

  private static List<String> names(Comparison experiment) {
    return experiment.variants().stream().map(VariantRuns::name).toList();
  }

  private static List<String> metrics(Comparison experiment) {
    return experiment.runs().tested().stream().map(TestedMetric::label).toList();
  }

  private static void requireCommon(String what, List<String> before, List<String> after)
      throws IOException {
    if (Collections.disjoint(before, after)) {
      throw new IOException(
          "not comparable: no %s is in both; before: %s; after: %s"
              .formatted(what, String.join(", ", before), String.join(", ", after)));
    }
  }

  /**
   * Returns whether a verdict is missing. A variant of one experiment alone is not compared; a
   * service that was not started here has no CPU in either of them; and few requests have no p99.
   */
  private static boolean hasFigure(
      Optional<VariantRuns> before, Optional<VariantRuns> after, TestedMetric tested) {
    if (before.isEmpty() || after.isEmpty() || !tested.isDecisive()) {
      return false;
    }
    List<VariantRuns> both = List.of(before.get(), after.get());
    return both.stream().anyMatch(each -> each.status() != Status.VALID)
        || both.stream().anyMatch(each -> each.figure(tested.metric()).hasValue());
  }

  /** Returns the name of a folder with its role: both folders may have the same name. */
  private static String folderName(Path experiment, String role) {
    return "%s (%s)".formatted(experiment.toAbsolutePath().normalize().getFileName(), role);
  }

  private static Line line(Optional<VariantRuns> before, Optional<VariantRuns> after, Pair pair) {
    boolean isBetter = pair.better().equals(pair.a());
    boolean failsNow =
        before.map(VariantRuns::status).equals(Optional.of(Status.VALID))
            && after.map(VariantRuns::status).equals(Optional.of(Status.FAILED));
    Outcome outcome =
        switch (pair.ruling()) {
          case UNRANKED -> failsNow ? Outcome.FAILED : Outcome.NOT_COMPARABLE;
          case NOT_COMPARABLE -> Outcome.NOT_COMPARABLE;
          case PREVIEW -> Outcome.PREVIEW;
          case BETTER_AT_LEAST -> isBetter ? Outcome.IMPROVEMENT : Outcome.REGRESSION;
          case BETTER_SIZE_UNCLEAR -> isBetter ? Outcome.PERHAPS_BETTER : Outcome.PERHAPS_WORSE;
          case EQUIVALENT -> Outcome.EQUIVALENT;
          case NOT_TOLD_APART -> Outcome.NOT_TOLD_APART;
        };
    return new Line(
        before.or(() -> after).orElseThrow().name(),
        median(before, pair.tested()),
        median(after, pair.tested()),
        outcome,
        pair);
  }

  private static String median(Optional<VariantRuns> variant, TestedMetric tested) {
    RunMetric metric = tested.metric();
    return variant
        .map(each -> each.boundPrefix(metric) + metric.label().format().apply(each.median(metric)))
        .orElse(Numbers.NOT_MEASURED);
  }

  /** Returns whether a variant is certainly worse by more than the margin, or fails now. */
  public boolean regressed() {
    return lines.stream().anyMatch(line -> line.outcome.isWorse());
  }
}
