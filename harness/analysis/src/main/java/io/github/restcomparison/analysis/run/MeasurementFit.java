package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Statement;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.page.Overview;
import io.github.restcomparison.analysis.page.Overview.Fit;
import io.github.restcomparison.analysis.page.Page.Item;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RunMetric;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The checks of load generator and host, by variant. Invalid runs count, too: here a reader finds
 * the reason.
 */
record MeasurementFit(Comparison comparison) {
  private static final String SECTION = "fit";

  /** The share of the host's CPUs above which service and generator compete for them. */
  private static final double BUSY = 0.9;

  /** A requirement of a measurement. */
  private enum Check {
    GENERATOR(
        "generator's CPU",
        "The load generator was at its limit: figures are bounds. Give it more CPUs, or fewer"
            + " requests to send."),
    HOST(
        "host's CPU",
        "Service, load generator and other processes compete for the CPUs: stop other processes;"
            + " --pin gives service and generator separate CPUs; or send less load."),
    PAUSE(
        "longest pause",
        "The load generator had no CPU, or its timer was late: stop other processes, and switch"
            + " power saving off."),
    STEAL(
        "steal",
        "The hypervisor gave CPU time to other tenants: use a dedicated host, or more rounds."),
    STEADY("steady", "Not every run was steady: ");

    private final String head;
    private final String advice;

    Check(String head, String advice) {
      this.head = head;
      this.advice = advice;
    }
  }

  /** The worst round of a variant by a check. */
  private record Worst(String text, boolean isAmber) {
    static final Worst UNKNOWN = new Worst(Numbers.NOT_MEASURED, false);
  }

  /** Returns a row for each variant, with the known checks; empty if none is known. */
  List<Fit> rows() {
    List<Check> known =
        Stream.of(Check.values())
            .filter(
                check -> checked().stream().anyMatch(each -> worst(check, each) != Worst.UNKNOWN))
            .toList();
    return known.isEmpty()
        ? List.of()
        : checked().stream()
            .map(each -> new Fit(each.name(), known.stream().map(it -> row(it, each)).toList()))
            .toList();
  }

  /** Returns the variants, and a control if its checks differ from theirs. */
  private List<VariantRuns> checked() {
    return Stream.concat(
            comparison.variants().stream(),
            comparison.controlVariants().stream()
                .filter(
                    each ->
                        Stream.of(Check.values()).anyMatch(check -> worst(check, each).isAmber())))
        .toList();
  }

  private Overview.Check row(Check check, VariantRuns variant) {
    Worst worst = worst(check, variant);
    return new Overview.Check(check.head, worst.text, worst.isAmber);
  }

  /** Returns advice for each amber check; empty if none is amber. */
  Optional<Section> advice() {
    List<Item> items = new ArrayList<>();
    for (Check check : Check.values()) {
      List<String> names =
          checked().stream()
              .filter(each -> worst(check, each).isAmber())
              .map(VariantRuns::name)
              .toList();
      if (!names.isEmpty()) {
        String more =
            check == Check.STEADY ? Statement.warmUpAdvice(comparison.runs().load()) + "." : "";
        items.add(
            new Item(
                check.head,
                "%s. %s".formatted(String.join(", ", names), check.advice + more),
                "",
                ""));
      }
    }
    return items.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Section(
                SECTION,
                "How to improve the measurement",
                List.of(
                    new Items(items),
                    Text.soft(
                        "The section on runs has each objection; docs/quiet-machine.md has more.")),
                true));
  }

  private Worst worst(Check check, VariantRuns variant) {
    List<RecordedRun> runs =
        variant.runs().stream()
            .filter(run -> run.record().load().isPresent() && !run.isClientRun())
            .toList();
    return switch (check) {
      case GENERATOR ->
          worst(
              runs,
              run -> 1 - RunMetric.HEADROOM.valueIn(run.record()),
              "%s %%",
              run -> run.record().failsGate(Gate.GENERATOR));
      case HOST ->
          worst(
              runs,
              MeasurementFit::hostShare,
              "%s %%",
              run ->
                  run.record().failsGate(Gate.HOST) || !run.isPinned() && hostShare(run) >= BUSY);
      case PAUSE ->
          worst(
              runs,
              run -> RunMetric.PAUSE.valueIn(run.record()) / 100,
              "%s ms",
              run -> RunMetric.PAUSE.valueIn(run.record()) > run.limits().maxPauseMs());
      case STEAL ->
          worst(
              runs,
              run -> RunMetric.STEAL.valueIn(run.record()),
              "%s %%",
              run -> RunMetric.STEAL.valueIn(run.record()) > HostState.MAX_SHARE);
      case STEADY -> steady(runs);
    };
  }

  /**
   * Returns the maximum figure of all runs.
   *
   * @param hundredth of the figure that is written
   * @param isAmber of a run; one suffices
   */
  private static Worst worst(
      List<RecordedRun> runs,
      ToDoubleFunction<RecordedRun> hundredth,
      String format,
      Predicate<RecordedRun> isAmber) {
    double max =
        runs.stream()
            .mapToDouble(hundredth)
            .filter(each -> !Double.isNaN(each))
            .max()
            .orElse(Double.NaN);
    double shown = 100 * max < 10 ? Math.rint(1_000 * max) / 10 : Math.rint(100 * max);
    return Double.isNaN(max)
        ? Worst.UNKNOWN
        : new Worst(format.formatted(Numbers.of(shown)), runs.stream().anyMatch(isAmber));
  }

  private static Worst steady(List<RecordedRun> runs) {
    long steady = runs.stream().filter(run -> run.record().wasSteady()).count();
    return runs.isEmpty()
        ? Worst.UNKNOWN
        : new Worst("%d of %d".formatted(steady, runs.size()), steady < runs.size());
  }

  /** Returns the busy share of the CPUs of the generator's host; NaN if it is not known. */
  private static double hostShare(RecordedRun run) {
    double cores =
        DoubleStream.of(
                isOnGeneratorHost(run) ? RunMetric.SERVER_CORES.valueIn(run.record()) : 0,
                RunMetric.GENERATOR_CORES.valueIn(run.record()),
                RunMetric.BACK_END_CORES.valueIn(run.record()))
            .filter(each -> !Double.isNaN(each))
            .sum();
    return cores / run.record().subject().environment().host().cpus()
        + RunMetric.OTHERS.valueIn(run.record());
  }

  /** Returns whether the service ran on the generator's host, as far as is known. */
  private static boolean isOnGeneratorHost(RecordedRun run) {
    boolean isAddress =
        run.record()
            .subject()
            .user()
            .filter(each -> each.from() instanceof Origin.Address)
            .isPresent();
    boolean isOnNode =
        run.record().subject().environment().container().flatMap(Container::node).isPresent();
    return !isAddress && !isOnNode;
  }
}
