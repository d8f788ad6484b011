package io.github.restcomparison.analysis.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.runs.PartMetrics;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.runs.RunMetric.Output;
import io.github.restcomparison.analysis.statistics.Estimate;
import io.github.restcomparison.analysis.statistics.NoiseFloor;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes {@code comparison.json}: numbers with six significant digits. A figure that could not be
 * measured is missing, never zero.
 */
public final class ComparisonJson {
  /** The version of this format. */
  private static final int SCHEMA = 4;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              usual -> usual.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  private ComparisonJson() {}

  /** Returns the content of the file. */
  public static String render(Comparison comparison) {
    Map<String, Object> controlRuns = new LinkedHashMap<>();
    for (VariantRuns each : comparison.controlVariants()) {
      controlRuns.put(each.name(), list(each.runs(), ComparisonJson::run));
    }
    return JSON.writeValueAsString(
            object(
                "schema", SCHEMA,
                "status", comparison.status(),
                "statement", comparison.statement(),
                "undecided", comparison.undecided(),
                "previews", nonEmpty(Statement.previews(comparison)),
                "plan", plan(comparison.runs()),
                "noiseFloor", comparison.controls().stream().findFirst().map(Pair::noiseFloor),
                "controls", list(comparison.controls(), ComparisonJson::control),
                "controlRuns", controlRuns,
                "variants", list(comparison.variants(), ComparisonJson::variant),
                "ranking", list(comparison.ranking(), ComparisonJson::ranking),
                "pairs", list(comparison.pairs(), ComparisonJson::pair),
                "leftOut", comparison.runs().excluded(),
                "unreadable", comparison.runs().unreadable()))
        + "\n";
  }

  /** Returns an object of names and values by turns, without empty Optionals and NaN. */
  private static Map<String, Object> object(Object... fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      String name = (String) fields[i];
      Optional<?> known =
          fields[i + 1] instanceof Optional<?> some ? some : Optional.of(fields[i + 1]);
      known
          .map(value -> value instanceof Double number ? Numbers.roundSignificant(number) : value)
          .filter(value -> !value.equals(Double.NaN))
          .ifPresent(value -> object.put(name, value));
    }
    return object;
  }

  private static <T> List<Map<String, Object>> list(
      List<T> all, Function<T, Map<String, Object>> object) {
    return all.stream().map(object).toList();
  }

  private static <T> Optional<List<T>> nonEmpty(List<T> all) {
    return Optional.of(all).filter(each -> !each.isEmpty());
  }

  /** Returns the plan, without values in which the runs differ. */
  private static Map<String, Object> plan(RecordedRuns runs) {
    Optional<Design> design = runs.plan().map(ExperimentPlan::design);
    Map<String, Object> json = object("model", runs.model());
    json.putAll(
        JSON.convertValue(
            JsonFiles.tree(runs.load()), new TypeReference<Map<String, Object>>() {}));
    json.putAll(
        object(
            "rounds", runs.plannedRounds(),
            "earlyStop", design.filter(each -> each.rounds().mayEndEarly()).isPresent(),
            "timeLimitMs", design.flatMap(Design::time).map(Duration::toMillis),
            "seed", design.map(Design::seed),
            "control", design.flatMap(Design::control),
            "repeatedRounds", runs.repeatedRounds(),
            "os", runs.environment(each -> each.host().os()),
            "cpu", runs.environment(each -> each.host().cpu()),
            "cpus", runs.environment(each -> each.host().cpus()),
            "memory", runs.environment(each -> each.host().memory()),
            "pinning", runs.environment(each -> each.placement().pinning()),
            "container", runs.container(),
            "jdk", runs.environment(each -> each.host().jdk()),
            "gatling", runs.environment(Environment::gatling),
            "generatorCapacity", runs.generatorCapacity(),
            "session", runs.shared(run -> run.identity().session()),
            "simulation", runs.simulation()));
    return json;
  }

  private static Map<String, Object> control(Pair control) {
    Estimate interval = control.logRatio().interval(NoiseFloor.CONFIDENCE);
    return object(
        "name", control.b(),
        "of", control.a(),
        "metric", control.tested().metric().name(),
        "rounds", control.rounds(),
        "ratio", control.ratio(),
        "low", interval.low(),
        "high", interval.high(),
        "noiseFloor", control.noiseFloor(),
        "state", control.state(),
        "lost", Optional.of(control.validity().reason()).filter(reason -> !reason.isEmpty()),
        "sentence", PairSentences.control(control));
  }

  /**
   * Returns a variant. Its {@code latency} is in ms by percentile, in an open model from the
   * scheduled times; {@code serviceTime} likewise from when it was sent, in an open model alone.
   */
  private static Map<String, Object> variant(VariantRuns variant) {
    Map<String, Object> json =
        object(
            "name", variant.name(),
            "status", variant.status(),
            "rounds", object("planned", variant.planned(), "valid", variant.valid().size()),
            "workers", variant.first().limits().workers().stream().boxed().findFirst(),
            "ceiling", variant.ceiling(),
            "ceilingReason", Bottleneck.ceilingReason(variant.first()),
            "percentOfCeiling", variant.percentOfCeiling(),
            "bound", variant.bottleneck().map(Bottleneck::boundText),
            "boundBy", variant.bottleneckSentence(),
            "overhead", variant.overhead());
    Map<String, Object> serviceTime = figures(variant, Output.JSON_SERVICE_TIME);
    json.putAll(figures(variant, Output.JSON));
    json.putAll(
        object(
            "latency", figures(variant, Output.JSON_LATENCY),
            "serviceTime", Optional.of(serviceTime).filter(figures -> !figures.isEmpty()),
            "ko", variant.ko(),
            "service", variant.service(),
            "jvm", variant.jvm(),
            "libraries", variant.libraries(),
            "unseen", nonEmpty(variant.limitations()),
            "requests", nonEmpty(list(variant.requests(), each -> request(variant, each))),
            "statuses", statuses(variant),
            "runs", list(variant.runs(), ComparisonJson::run)));
    return json;
  }

  /** Returns the figures of an output, by their names. */
  private static Map<String, Object> figures(VariantRuns variant, Output output) {
    Map<String, Object> figures = new LinkedHashMap<>();
    RunMetric.ALL.stream()
        .filter(metric -> metric.hasOutput(output) && variant.figure(metric).hasValue())
        .forEach(metric -> figures.put(metric.name(), figure(variant.figure(metric))));
    return figures;
  }

  /** Returns a median and the ends of its interval. */
  private static Map<String, Object> figure(Estimate figure) {
    return object("median", figure.value(), "low", figure.low(), "high", figure.high());
  }

  private static Map<String, Object> request(VariantRuns variant, String name) {
    Map<String, Object> json = object("name", name);
    PartMetrics.forRequest(name)
        .forEach(each -> json.put(each.name(), figure(variant.figure(each))));
    return json;
  }

  /** Returns the shares, 0 to 1, and latencies of the statuses; empty if there is one. */
  private static Optional<List<Map<String, Object>>> statuses(VariantRuns variant) {
    List<Map<String, Object>> statuses =
        list(
            variant.statuses(),
            status -> {
              Map<String, Object> json = object("status", status);
              PartMetrics.forStatus(status).stream()
                  .filter(each -> variant.figure(each).hasValue())
                  .forEach(each -> json.put(each.name(), figure(variant.figure(each))));
              return json;
            });
    return Optional.of(statuses).filter(all -> all.size() > 1);
  }

  private static Map<String, Object> run(RecordedRun run) {
    RunRecord record = run.record();
    Map<String, Boolean> gates = new LinkedHashMap<>();
    record
        .judgement()
        .gates()
        .forEach(result -> gates.put(result.gate().toString(), result.passed()));
    return object(
        "round", record.round(),
        "position", record.identity().position(),
        "status", record.status(),
        "reasons", record.reasons(),
        "notes", record.judgement().notes(),
        "gates", gates,
        "record", run.folder() + "/run.json",
        "gatlingReport", record.extras().gatlingReport());
  }

  private static Map<String, Object> ranking(Ranking ranking) {
    return object(
        "metric", ranking.tested().metric().name(),
        "ranks",
            list(
                ranking.ranks(),
                rank ->
                    object(
                        "place",
                        rank.place(),
                        "members",
                        list(rank.members(), each -> member(ranking, each)),
                        "leadPercent",
                        Optional.of(rank.leadPercent()).filter(percent -> percent > 0),
                        "remarks",
                        rank.remarks())));
  }

  private static Map<String, Object> member(Ranking ranking, VariantRuns member) {
    Map<String, Object> json = object("variant", member.name());
    json.putAll(figure(ranking.figure(member)));
    json.putAll(
        object(
            "confidence", ranking.figure(member).confidence(),
            "lowerBound", ranking.isLowerBound(member)));
    return json;
  }

  /** Returns a pair; p is missing if its rounds are too few for a verdict. */
  public static Map<String, Object> pair(Pair pair) {
    return object(
        "a", pair.a(),
        "b", pair.b(),
        "metric", pair.tested().metric().name(),
        "rounds", Optional.of(pair.rounds()).filter(_ -> pair.isMeasured()),
        "ratio", pair.ratio(),
        "low", pair.interval().low(),
        "high", pair.interval().high(),
        "confidence", pair.interval().confidence(),
        "p", pair.isPreview() ? Double.NaN : pair.test().p(),
        "margin", pair.isMeasured() ? pair.test().margin() : Double.NaN,
        "state", pair.state(),
        "verdict", pair.verdict(),
        "sentence", pair.sentence());
  }
}
