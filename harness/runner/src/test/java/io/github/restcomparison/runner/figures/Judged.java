package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Behaviour;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunFigures.Counts;
import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.InWindow;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunRecord.GateResult;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.RecordedLoad;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A run whose gates are tested one by one: figures that are not set are unknown. */
final class Judged {
  private final Load settings;
  private GatlingLog log = RecordedLoad.of(2, 6, 100).log();
  private double throughput = Double.NaN;
  private double inFlight = Double.NaN;
  private double keptSeconds = 10;
  private List<ExcludedTime> leftOut = List.of();
  private Optional<OpenModel.Outcome> open = Optional.empty();
  private Optional<Generator> generator = Optional.empty();
  private Optional<HostState> host = Optional.empty();
  private KeptTime undisturbed = KeptTime.NONE;
  private double seen = Double.NaN;
  private boolean isOfUser;
  private OptionalInt exitCode = OptionalInt.empty();

  /** Of users who wait 100 ms. */
  static Judged of(int users) {
    return new Judged(ClosedLoad.of(users, 3, 100, Wait.FIXED, OptionalInt.empty(), 0));
  }

  Judged(Load settings) {
    this.settings = settings;
  }

  Judged log(GatlingLog other) {
    log = other;
    return this;
  }

  /** All users have a request in flight. */
  Judged throughput(double perSecond) {
    return throughput(perSecond, settings.concurrency());
  }

  Judged throughput(double perSecond, double requestsInFlight) {
    throughput = perSecond;
    inFlight = requestsInFlight;
    return this;
  }

  Judged kept(double seconds, ExcludedTime... others) {
    keptSeconds = seconds;
    leftOut = List.of(others);
    return this;
  }

  Judged open(OpenModel.Outcome outcome) {
    open = Optional.of(outcome);
    return this;
  }

  Judged generator(double headroom, double capacity, double longestPauseMs) {
    double unknown = Double.NaN;
    generator =
        Optional.of(
            new Generator(unknown, unknown, headroom, longestPauseMs, capacity, unknown, unknown));
    return this;
  }

  Judged host(double steal, double others, double pressureBefore) {
    return host(steal, others, Double.NaN, pressureBefore);
  }

  Judged host(double steal, double others, double generatorJit, double pressureBefore) {
    host = Optional.of(new HostState(steal, others, generatorJit, pressureBefore));
    return this;
  }

  Judged undisturbed(KeptTime kept) {
    undisturbed = kept;
    return this;
  }

  Judged seen(long requests) {
    seen = requests;
    return this;
  }

  Judged exitCode(int code) {
    exitCode = OptionalInt.of(code);
    return this;
  }

  /** The load is a simulation of the user's own. */
  Judged ofUserSimulation() {
    isOfUser = true;
    return this;
  }

  /** The objections of a gate; empty if it does not judge. */
  Optional<List<String>> gate(Gate gate) {
    return gate(gates(), gate);
  }

  static Optional<List<String>> gate(Gates gates, Gate gate) {
    return gates.verdict(List.of()).gates().stream()
        .filter(each -> each.gate() == gate)
        .map(GateResult::objections)
        .findFirst();
  }

  /** The objections of a gate that judges. */
  List<String> objections(Gate gate) {
    return gate(gate).orElseThrow();
  }

  Gates gates() {
    LoadResult load =
        new LoadResult(
            new Counts(100_000, 100_000, 0, Map.of()),
            new InWindow(10, keptSeconds, leftOut, throughput, 100, inFlight, Double.NaN),
            Optional.empty(),
            Double.NaN,
            open,
            10,
            true);
    RunFigures figures =
        new RunFigures(
            Optional.of(load),
            Optional.empty(),
            generator,
            host,
            Optional.empty(),
            Map.of(),
            Behaviour.UNKNOWN);
    return Gates.of(
        new Evaluation(settings, log, figures, null, List.of(), undisturbed, seen),
        isOfUser,
        exitCode);
  }
}
