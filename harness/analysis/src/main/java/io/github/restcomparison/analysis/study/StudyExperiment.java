package io.github.restcomparison.analysis.study;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Variant;
import io.github.restcomparison.analysis.overhead.Bottleneck;
import io.github.restcomparison.analysis.runs.RunMetrics;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.OfStudy;
import io.github.restcomparison.records.study.Study;
import java.util.Optional;

/**
 * One experiment of a study.
 *
 * @param load its name in the study
 * @param comparison of its own page
 */
public record StudyExperiment(String load, Comparison comparison) {

  /** Returns whether its load is smaller than the published one. */
  boolean isScaled() {
    return comparison
        .runs()
        .plan()
        .flatMap(ExperimentPlan::study)
        .filter(OfStudy::quick)
        .isPresent();
  }

  /** Returns a variant by its name; empty if it was not measured. */
  Optional<Side> side(String variant) {
    return comparison.variant(variant).map(each -> new Side(this, each));
  }

  /** A measured variant in an experiment: a side of a claim. */
  record Side(StudyExperiment experiment, Variant variant) {
    String name() {
      return variant.name();
    }

    /** Returns the variant by a name that has its load. */
    Variant named() {
      return variant.named("%s (%s)".formatted(name(), experiment.load));
    }

    /** Returns the share of right answers in each run, FAILED ones included; 0.5 requests for 0. */
    double[] success() {
      return variant.runs().stream()
          .flatMap(run -> run.record().load().map(Load::counts).stream())
          .filter(counts -> counts.requests() > 0)
          .mapToDouble(counts -> Math.max(counts.ok(), 0.5) / counts.requests())
          .toArray();
    }

    /** Returns the bound of the host that limited it; empty for another bound. */
    Optional<String> heldBackByHost() {
      return variant
          .bottleneck()
          .filter(Bottleneck::isOfHost)
          .map(what -> "%s by %s".formatted(name(), what.what()));
    }

    /** Returns its bound and, by Little's law, how many requests waited at once here and there. */
    String bound(Study study) {
      if (variant.ranked().isEmpty()) {
        return "%s is %s: %s".formatted(name(), variant.status(), variant.reason());
      }
      String bound =
          variant
              .bottleneck()
              .map(what -> "is bound by " + what.what())
              .orElse("has no known bound");
      double wait = variant.runs().getFirst().limits().delay().toMillis() / 1e3;
      double here = RunMetrics.THROUGHPUT.median(variant.ranked());
      if (wait == 0 || Double.isNaN(here)) {
        return name() + " " + bound;
      }
      String published =
          study.figures(experiment.load).stream()
              .filter(figures -> figures.variant().equals(name()))
              .flatMapToDouble(figures -> figures.figure(Study.Figures.THROUGHPUT).stream())
              .mapToObj(there -> ", %s in the publication".formatted(atOnce(there, wait)))
              .findFirst()
              .orElse("");
      return "%s %s, %s requests wait at once here%s"
          .formatted(name(), bound, atOnce(here, wait), published);
    }

    private static String atOnce(double perSecond, double waitSeconds) {
      return Numbers.of(Math.rint(perSecond * waitSeconds));
    }
  }
}
