package io.github.restcomparison.analysis.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.analysis.overhead.OverheadBudget;
import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.runs.Figures;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.MedianInterval;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.analysis.statistics.PairVerdict;
import io.github.restcomparison.records.RunRecord.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that the runs of a comparison allow to be said, as {@code comparison.json} holds it. What
 * could not be measured is absent, never zero.
 *
 * @param schema the version of this format
 * @param status the worst of its variants; INVALID where a record cannot be read
 * @param statement the status in words, for the first line of every page
 * @param previews why figures are no more than a preview, a clause each; empty where they are more
 * @param noiseFloor of throughput, which the A/A control shows, as a share; null without one
 * @param controls what the A/A control shows by each metric; empty without one
 * @param controlRuns the runs of the A/A control, by the name of its entry
 * @param variants the ranked ones first, by throughput; then those that have no figures
 * @param ranking the answer, by each tested metric that two variants or more have a figure of
 * @param pairs every two of the variants, by each metric that is tested
 * @param leftOut the runs that do not belong here, with the reason, a sentence each
 * @param unreadable the records that cannot be read, a sentence each
 * @param metrics those that the pages show figures of
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Comparison(
    int schema,
    Status status,
    String statement,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> previews,
    Conditions plan,
    @JsonInclude(JsonInclude.Include.ALWAYS) Optional<Double> noiseFloor,
    List<Control> controls,
    Map<String, List<Run>> controlRuns,
    List<Variant> variants,
    List<Ranking> ranking,
    List<PairVerdict> pairs,
    List<String> leftOut,
    List<String> unreadable,
    @JsonIgnore List<RunMetric> metrics) {

  /** The version that this code writes. */
  public static final int SCHEMA = 1;

  /** A ceiling that is farther above all bars would make them all short. */
  private static final double NEAR = 1.5;

  /**
   * What is known of a variant. Figures are those of its valid rounds alone; a variant whose status
   * is not {@code VALID} has none.
   *
   * @param status FAILED if any run failed; VALID if at least 80 % of the rounds are
   * @param workers threads that may block at once; absent where waiting blocks none
   * @param ceiling requests per second; absent where the delay is 0
   * @param ceilingReason what the ceiling is made of
   * @param bound what held it back, in a word or two
   * @param boundBy the same as a sentence with the numbers
   * @param overhead what its requests took beyond their delay, in pieces
   * @param ko failed requests, in all of its runs
   * @param service what the service says it runs with
   * @param jvm the flags of its JVM; absent where it was not started here
   * @param libraries the jars that it ran with; empty where it was not started here
   * @param unseen what could not be seen of a service of the user's, a clause each
   * @param requests the latencies of each kind of request, where there are several
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Variant(
      String name,
      Status status,
      Rounds rounds,
      OptionalInt workers,
      OptionalDouble ceiling,
      String ceilingReason,
      OptionalDouble percentOfCeiling,
      Optional<String> bound,
      Optional<String> boundBy,
      Optional<OverheadBudget> overhead,
      @JsonUnwrapped Figures figures,
      long ko,
      Map<String, String> service,
      Optional<List<String>> jvm,
      List<String> libraries,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> unseen,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RequestFigures> requests,
      List<Run> runs) {

    /** A figure; empty where the variant is not ranked, or it was not measured. */
    public Optional<MedianInterval> figure(RunMetric metric) {
      return figures.get(metric);
    }

    /** Its throughput, where it is ranked. */
    public OptionalDouble medianThroughput() {
      return figure(RunMetrics.THROUGHPUT).stream().mapToDouble(MedianInterval::median).findFirst();
    }

    /** A figure as a glance has it, {@code p99 176 ms}; or {@link Numbers#ABSENT}. */
    public String atAGlance(RunMetric metric) {
      return figure(metric).isEmpty()
          ? Numbers.ABSENT
          : metric
              .label()
              .glance()
              .formatted(Numbers.median(figure(metric), metric.label().format()));
    }

    /** Whether it has figures: what has no throughput has no other. */
    @JsonIgnore
    public boolean isRanked() {
      return figure(RunMetrics.THROUGHPUT).isPresent();
    }

    /** What could not be seen of it, as a sentence. */
    @JsonIgnore
    public Optional<String> notSeen() {
      return unseen.isEmpty()
          ? Optional.empty()
          : Optional.of("not seen: " + String.join("; ", unseen));
    }

    /** What a reader must know of runs that are not valid, a sentence each. */
    public List<String> objections() {
      return runs.stream()
          .filter(run -> run.status() != Status.VALID)
          .map(
              run ->
                  "round %d %s: %s"
                      .formatted(run.round(), run.status(), String.join("; ", run.reasons())))
          .toList();
    }
  }

  /**
   * How many rounds there are.
   *
   * @param planned those of the comparison
   * @param valid those of the variant that enter its figures
   */
  public record Rounds(int planned, int valid) {}

  /**
   * One run.
   *
   * @param position within its round, from 1
   * @param gates by name, and whether the run passed them; empty in records of old
   * @param record path of its {@code run.json}, relative to the folder of the comparison
   * @param gatlingReport path of Gatling's page, likewise
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Run(
      int round,
      int position,
      Status status,
      List<String> reasons,
      List<String> notes,
      Map<String, Boolean> gates,
      String record,
      Optional<String> gatlingReport) {}

  /**
   * One variant against itself, by one metric.
   *
   * @param name that the second entry has
   * @param rounds valid for both
   * @param ratio first to second, the geometric mean of the rounds
   * @param low of the ratio's 95 % interval; absent with one round
   * @param noiseFloor as a share: how far apart the experiment can put two things that are the same
   * @param sentence the same with the numbers
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Control(
      String name,
      String of,
      String metric,
      int rounds,
      OptionalDouble ratio,
      OptionalDouble low,
      OptionalDouble high,
      OptionalDouble noiseFloor,
      String sentence) {}

  /** Whether every pair that can be judged is decided by every metric: more rounds add nothing. */
  public boolean isDecided() {
    return undecided().findAny().isEmpty();
  }

  /** The pairs that more rounds might still decide. */
  public Stream<PairVerdict> undecided() {
    return pairs.stream().filter(PairVerdict::isUndecided);
  }

  /** The pairs that have figures. */
  public Stream<PairVerdict> rankedPairs() {
    return pairs.stream().filter(pair -> pair.ratio().isPresent());
  }

  /** Those of {@link #metrics} that an output shows of this experiment, in its order. */
  public List<RunMetric> shownIn(Output output) {
    return metrics.stream()
        .filter(metric -> metric.isIn(output))
        .filter(
            metric ->
                !metric.isIn(Output.ONLY_IF_MEASURED)
                    || variants.stream().anyMatch(each -> each.figure(metric).isPresent()))
        .toList();
  }

  /** What the A/A control allows to be said, a sentence each. */
  public List<String> noise() {
    return controls.stream().map(Control::sentence).toList();
  }

  /**
   * What the longest of bars stands for: the greatest of the values, or a ceiling that lies near.
   *
   * @param greatest of the values that are drawn
   */
  public double fullBar(double greatest) {
    return variants.stream()
        .flatMapToDouble(each -> each.ceiling().stream())
        .filter(ceiling -> ceiling <= NEAR * greatest)
        .reduce(greatest, Math::max);
  }

  /** What the best is to each of the others, a sentence for each metric that is tested. */
  public List<String> findings() {
    return Findings.of(ranking, pairs);
  }

  /** Whether it is valid, but too little for verdicts or figures. */
  @JsonIgnore
  public boolean isPreview() {
    return status == Status.VALID && !previews.isEmpty();
  }

  /** The status as people read it: {@code Preview} for what is valid and little. */
  public String standing() {
    return isPreview() ? "Preview" : status.name();
  }

  /** What a reader must know before the figures, the status first. */
  public String headline() {
    return standing() + ": " + statementAndPreviews();
  }

  /** The same without the status. */
  public String statementAndPreviews() {
    return Stream.concat(Stream.of(statement), previews.stream()).collect(Collectors.joining("; "));
  }

  /** Why the experiment ended, or how far it is; empty before the first look. */
  public Optional<String> ending() {
    return Ending.of(this);
  }

  /** The load in one sentence, and what its latencies are. */
  public String model() {
    return LoadSentence.of(plan);
  }
}
