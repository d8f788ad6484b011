package io.github.restcomparison.runner.merge;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Figures;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunRecord.Setup;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.gate.Gate;
import io.github.restcomparison.runner.gate.Gate.Severity;
import io.github.restcomparison.runner.gate.Gates;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.merge.ServiceSide.Throttling;
import io.github.restcomparison.runner.outcome.KeptTime;
import io.github.restcomparison.runner.outcome.LoadFigures;
import io.github.restcomparison.runner.outcome.ResourceUsage;
import io.github.restcomparison.runner.outcome.Steadiness;
import io.github.restcomparison.runner.settings.RunId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * One run of a service that several injectors loaded together. Its figures are computed from the
 * injectors' raw logs, read as one log, as the figures of any run are. They are never averages of
 * the injectors' figures.
 *
 * @param shares of one variant and round, one or more, in the order of the injectors
 * @param service what its own host has seen; absent where nobody looked there
 */
record MergedRun(List<InjectorRecord> shares, Optional<ServiceSide> service) {
  /** The share of its periods in which the kernel may stop a service for its CPU limit. */
  private static final double THROTTLED_SHARE = 0.05;

  /** Its folder in a comparison, by round and position. */
  RunFolder in(Path comparison) {
    RunRecord first = shares.getFirst().record();
    RunId runId = new RunId(first.round(), OptionalInt.of(first.identity().position()), 1);
    return new RunFolder(
        comparison
            .resolve("runs")
            .resolve(runId.folder(first.identity().position(), first.variant())));
  }

  /**
   * Merges the shares and writes the record.
   *
   * @throws IOException if a log cannot be read, or the record cannot be written
   */
  RunRecord write(RunFolder folder) throws IOException {
    RunRecord first = shares.getFirst().record();
    List<Path> logs = shares.stream().flatMap(share -> share.log().stream()).toList();
    GatlingLog load = GatlingLog.read(logs, GatlingLog.SCENARIO);
    LoadSpec settings = settings();
    ThroughputLimits limits = settings.limits();
    Optional<KeptTime> kept = undisturbed(load).map(time -> time.fairTo(settings.wave()));
    Optional<Steadiness> steadiness = kept.map(time -> new Steadiness(load, time, limits));
    MergedArrivals arrivals = new MergedArrivals(shares);
    Load figures = figures(load, kept, steadiness, arrivals);
    Optional<Generator> generator = generator();
    Verdict verdict = Gate.verdict(gates(settings, load, kept, figures, generator));
    RunRecord record =
        new RunRecord(
            first.identity(),
            new Verdict(
                verdict.status(),
                verdict.reasons(),
                notes(verdict, kept, steadiness),
                verdict.gates()),
            settings,
            new Setup(
                service
                    .map(ServiceSide::settings)
                    .orElse(Map.of("injectors", Integer.toString(shares.size()))),
                service.map(ServiceSide::environment).orElse(first.setup().environment()),
                service.flatMap(ServiceSide::user),
                Optional.empty()),
            new Figures(
                Optional.of(figures),
                kept.flatMap(time -> server(load, time)),
                generator,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty()));
    folder.write(record, samples(load, kept, arrivals));
    return record;
  }

  /** What the requests cost the service, by the clock of its host. */
  private Optional<Server> server(GatlingLog load, KeptTime kept) {
    long requests = kept.answers(load).total();
    return service
        .filter(side -> !side.samples().isEmpty() && requests > 0)
        .map(
            side ->
                new ResourceUsage(kept, requests)
                    .server(List.of(), side.samples(), List.of(), OptionalLong.empty()));
  }

  /** What the hosts of all injectors left undisturbed; absent if there is no window. */
  private Optional<KeptTime> undisturbed(GatlingLog load) {
    return load.window()
        .map(
            window ->
                new KeptTime(
                    window,
                    shares.stream()
                        .flatMap(InjectorRecord::leftOut)
                        .filter(each -> window.meets(each.fromMs(), each.toMs()))
                        .map(each -> inside(window, each))
                        .sorted(Comparator.comparingLong(LeftOut::fromMs))
                        .toList()));
  }

  private static LeftOut inside(Window window, LeftOut each) {
    return new LeftOut(
        Math.max(window.startMs(), each.fromMs()),
        Math.min(window.endMs(), each.toMs()),
        each.reason());
  }

  private List<Gate> gates(
      LoadSpec settings,
      GatlingLog load,
      Optional<KeptTime> kept,
      Load figures,
      Optional<Generator> generator) {
    Gate answers =
        Gates.answers(
            settings.users(),
            requests(),
            figures.open().map(OpenModel.Outcome::dropped).orElse(0L),
            settings.delay(),
            load,
            OptionalLong.empty(),
            OptionalInt.empty());
    List<Gate> gates = new ArrayList<>(List.of(new InjectorsGate(shares, kept).gate(), answers));
    gates.add(throttling(service.flatMap(ServiceSide::throttling)));
    gates.addAll(
        settings
            .open()
            .map(open -> Gates.ofOpenLoad(open, figures))
            .orElseGet(() -> Gates.ofClosedLoad(settings.limits(), figures, generator, false)));
    return gates;
  }

  /**
   * Whether the kernel seldom stopped the service for its CPU limit. A stop lasts for up to 100 ms:
   * latencies are then those of the limit.
   *
   * @param throttling absent if it is not known
   */
  static Gate throttling(Optional<Throttling> throttling) {
    return new Gate(
        "throttling",
        Severity.INVALID,
        throttling
            .filter(each -> each.throttled() > THROTTLED_SHARE * each.periods())
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "the service was stopped for its CPU limit in %,d of %,d periods of 100 ms"
                            + " (%.1f s): more CPUs or less load",
                        each.throttled(),
                        each.periods(),
                        each.micros() / 1e6))
            .stream()
            .toList());
  }

  /** Of all shares: their rates are rounded to whole requests one by one. */
  private OptionalLong requests() {
    List<OptionalLong> each =
        shares.stream().map(share -> share.record().settings().requests()).toList();
    return each.stream().allMatch(OptionalLong::isPresent)
        ? OptionalLong.of(each.stream().mapToLong(OptionalLong::getAsLong).sum())
        : OptionalLong.empty();
  }

  private LoadSpec settings() {
    return LoadSpec.together(shares.stream().map(share -> share.record().settings()).toList());
  }

  private Load figures(
      GatlingLog load,
      Optional<KeptTime> kept,
      Optional<Steadiness> steadiness,
      MergedArrivals arrivals) {
    List<Load> loads = shares.stream().flatMap(share -> share.record().load().stream()).toList();
    return new LoadFigures(
            load,
            kept,
            steadiness,
            loads.stream()
                .filter(each -> each.window().bytesPerSecond().isPresent())
                .mapToDouble(
                    each ->
                        each.window().bytesPerSecond().getAsDouble()
                            / each.throughput().orElseThrow())
                .findFirst(),
            arrivals.outcome(),
            loads.stream().mapToDouble(each -> each.warmUp().warmUpSeconds()).min().orElse(0),
            loads.stream().allMatch(each -> each.warmUp().steady()),
            Optional.empty())
        .figures();
  }

  /** The sum of what all injectors used, with the smallest headroom and the longest pause. */
  private Optional<Generator> generator() {
    List<Generator> all =
        shares.stream().flatMap(share -> share.record().figures().generator().stream()).toList();
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Generator(
                sum(all, Generator::cpuCores),
                sum(all, Generator::cpuSeconds),
                all.stream().flatMapToDouble(each -> each.headroom().stream()).min(),
                all.stream().flatMapToLong(each -> each.longestPauseMs().stream()).max(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty()));
  }

  private static OptionalDouble sum(
      List<Generator> all, Function<Generator, OptionalDouble> figure) {
    return all.stream().allMatch(each -> figure.apply(each).isPresent())
        ? OptionalDouble.of(
            all.stream().mapToDouble(each -> figure.apply(each).getAsDouble()).sum())
        : OptionalDouble.empty();
  }

  private List<String> notes(
      Verdict verdict, Optional<KeptTime> kept, Optional<Steadiness> steadiness) {
    List<String> notes = new ArrayList<>();
    notes.add("%d injectors, their logs read as one".formatted(shares.size()));
    service.map(ServiceSide::notes).ifPresent(notes::addAll);
    kept.flatMap(KeptTime::note).ifPresent(notes::add);
    steadiness.map(Steadiness::notes).ifPresent(notes::addAll);
    notes.addAll(verdict.notes());
    return notes;
  }

  private RunSamples samples(GatlingLog load, Optional<KeptTime> kept, MergedArrivals arrivals) {
    return new RunSamples(
        new RunSamples.OfLoad(
            load.firstStartMs(),
            load.lastEndMs(),
            load.window(),
            kept.map(time -> time.latencies(load)).orElse(load.latencies()).counts(),
            arrivals.corrected().counts(),
            load.seconds(),
            List.of()),
        RunSamples.OfHost.of(service.map(ServiceSide::samples).orElse(List.of())));
  }
}
