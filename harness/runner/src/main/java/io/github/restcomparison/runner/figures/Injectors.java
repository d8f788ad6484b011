package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Behaviour;
import io.github.restcomparison.records.Gate;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel.Outcome;
import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Extras;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Subject;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.LoadSamples;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Several load generators that loaded one service together. Their raw logs are read as one log, and
 * its figures are computed like the figures of any run. They are never averages of the injectors'
 * figures.
 *
 * @param shares of one run, one or more, in the order of the injectors
 */
public record Injectors(List<Share> shares) implements Evaluation.Generators {
  /** The maximum difference of the clocks of two pods in ms, including the uncertainty. */
  private static final double CLOCKS_MS = 50;

  /**
   * The maximum delay in ms, beyond the time of a request, between the beginnings of two injectors:
   * requests that are in flight at the end of an injector's warm-up end first.
   */
  private static final long BEGIN_MS = 1000;

  /** Gates that each injector has judged by itself; most others judge the merged run again. */
  private static final Set<Gate> OF_EACH = Set.of(Gate.HOST, Gate.REPEATED);

  /**
   * The record of a run by one injector.
   *
   * @param comparison the folder that contains the injector's run
   * @param samples of the run; empty if it ended before they were written
   */
  record Share(Path comparison, RunRecord record, Optional<RunSamples> samples) {
    InjectorShare share() {
      return record.subject().share().orElseThrow();
    }

    String name() {
      return share().name();
    }

    Optional<Path> log() {
      return record
          .extras()
          .gatlingReport()
          .map(report -> comparison.resolve(report).resolveSibling("simulation.log"));
    }

    boolean hasGate(Gate gate) {
      return record.judgement().gates().stream().anyMatch(each -> each.gate() == gate);
    }

    Stream<ExcludedTime> excluded() {
      return record.load().stream()
          .flatMap(load -> load.window().leftOut().stream())
          .map(each -> new ExcludedTime(each.fromMs(), each.toMs(), name() + ": " + each.reason()));
    }
  }

  /**
   * A clock, compared with the clock of the host that leads the injectors.
   *
   * @param offsetMs that host's clock minus this one
   * @param uncertaintyMs the maximum error of the offset
   */
  public record ClockOffset(double offsetMs, double uncertaintyMs) {}

  /**
   * Observations of a service on its own host, while injectors on other hosts loaded it.
   *
   * @param samples of its container, by that host's clock; empty without permission
   * @param clock of that host; empty if there are no samples
   * @param throttling by its CPU limit, during the load; empty without a limit or permission
   * @param subject the service, and its environment
   * @param note on the places of the pods
   */
  public record ServiceSide(
      List<CgroupSample> samples,
      Optional<ClockOffset> clock,
      Optional<Throttling> throttling,
      Subject subject,
      String note) {}

  /**
   * The throttling of a container by its CPU limit: in each period of 100 ms it may use its share
   * only, and waits for the rest.
   *
   * @param periods in which it had work
   * @param throttled periods in which it had to wait
   * @param micros the wait of all of its threads together, in µs
   */
  public record Throttling(long periods, long throttled, long micros) {}

  /**
   * Reads the records of a run.
   *
   * @param comparisons the folders of the injectors, each of which contains their run
   * @throws IOException if there is no run or it cannot be read; the message is one line
   */
  public static Injectors read(List<Path> comparisons) throws IOException {
    List<Share> shares = new ArrayList<>();
    for (Path comparison : comparisons) {
      try (Stream<Path> folders = Files.list(comparison.resolve("runs"))) {
        RunFolder run =
            folders
                .filter(Files::isDirectory)
                .findFirst()
                .map(RunFolder::new)
                .orElseThrow(() -> new IOException("no run in " + comparison));
        shares.add(new Share(comparison, run.readRecord(), run.readSamples()));
      }
    }
    return new Injectors(shares);
  }

  /** Returns the records of the injectors. */
  public List<RunRecord> records() {
    return shares.stream().map(Share::record).toList();
  }

  /**
   * Merges the records.
   *
   * @param load of all injectors together
   * @param service the observations on its own host
   * @param run receives the record
   * @throws IOException if a log cannot be read, or the record cannot be written
   */
  public RunRecord join(Load load, ServiceSide service, RunFolder run) throws IOException {
    List<Path> logs = shares.stream().flatMap(share -> share.log().stream()).toList();
    GatlingLog log = GatlingLog.read(logs, Optional.empty());
    Evaluation evaluation =
        Evaluation.of(load, log, ResourceSamples.of(service.samples), Double.NaN, this);
    Gates gates = Gates.of(evaluation, false, OptionalInt.empty());
    List<String> objections = objections(evaluation.undisturbed());
    service.clock.flatMap(this::serviceClock).ifPresent(objections::add);
    gates.add(Gate.INJECTORS, Status.INVALID, objections);
    if (shares.stream().anyMatch(share -> share.hasGate(Gate.WARM_UP))) {
      gates.add(Gate.WARM_UP, Status.FAILED, injectorObjections(Set.of(Gate.WARM_UP)));
    }
    service.throttling.ifPresent(gates::throttling);
    List<String> notes = new ArrayList<>();
    notes.add(number());
    notes.add(service.note);
    notes.addAll(evaluation.notes());
    RunRecord record =
        evaluation.record(
            shares.getFirst().record().identity(),
            gates.verdict(notes),
            service.subject,
            Extras.NONE);
    run.write(record, evaluation.samples());
    return record;
  }

  private String number() {
    return shares.size() == 1
        ? "1 injector"
        : "%d injectors, their logs read as one".formatted(shares.size());
  }

  @Override
  public Optional<Window> allActive() {
    List<Window> windows =
        shares.stream()
            .flatMap(share -> share.samples().stream())
            .flatMap(each -> each.load().window().stream())
            .toList();
    return windows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Window(
                windows.stream().mapToLong(Window::startMs).max().getAsLong(),
                windows.stream().mapToLong(Window::endMs).min().getAsLong()));
  }

  /**
   * Returns why the shares are not one load: the clocks of two injectors differ, one began late or
   * was disturbed by its host, or too little of the window is undisturbed.
   */
  List<String> objections(KeptTime undisturbed) {
    List<String> objections = new ArrayList<>();
    clocks().ifPresent(objections::add);
    lateStart().ifPresent(objections::add);
    objections.addAll(injectorObjections(OF_EACH));
    undisturbed.objection().ifPresent(objections::add);
    return objections;
  }

  private List<String> injectorObjections(Set<Gate> gates) {
    return shares.stream()
        .flatMap(
            share ->
                share.record.judgement().gates().stream()
                    .filter(result -> gates.contains(result.gate()))
                    .flatMap(result -> result.objections().stream())
                    .map(why -> share.name() + ": " + why))
        .toList();
  }

  private Optional<String> clocks() {
    DoubleSummaryStatistics range = clockRange();
    String clocks = "the clocks of the injectors may differ";
    return shares.size() > 1
        ? clockObjection(clocks, range.getMax() - range.getMin())
        : Optional.empty();
  }

  /**
   * Returns how far the clock of the service's node may be from an injector's, if that is too far:
   * the samples of the service have the time of its node.
   */
  Optional<String> serviceClock(ClockOffset service) {
    DoubleSummaryStatistics range = clockRange();
    double later = service.offsetMs + service.uncertaintyMs - range.getMin();
    double earlier = range.getMax() - (service.offsetMs - service.uncertaintyMs);
    String clock = "the clock of the service's node may differ from an injector's";
    return clockObjection(clock, Math.max(later, earlier));
  }

  /** Returns the range of the injectors' clock offsets, including the uncertainty. */
  private DoubleSummaryStatistics clockRange() {
    return shares.stream()
        .map(Share::share)
        .flatMapToDouble(
            it ->
                DoubleStream.of(
                    it.clockOffsetMs() - it.clockUncertaintyMs(),
                    it.clockOffsetMs() + it.clockUncertaintyMs()))
        .summaryStatistics();
  }

  private static Optional<String> clockObjection(String clocks, double ms) {
    String sentence = "%s by %.0f ms (limit %.0f ms)";
    return ms > CLOCKS_MS
        ? Optional.of(sentence.formatted(clocks, ms, CLOCKS_MS))
        : Optional.empty();
  }

  /**
   * Returns an objection to an injector that began late: it loads the service when others have
   * ended.
   */
  private Optional<String> lateStart() {
    NavigableMap<Long, String> begins = new TreeMap<>();
    long limit = BEGIN_MS;
    for (Share each : shares) {
      if (each.samples.isPresent()) {
        LoadSamples load = each.samples.get().load();
        begins.put(load.loadStartMs(), each.name());
        for (int latency : load.latencies().keySet()) {
          limit = Math.max(limit, latency + BEGIN_MS);
        }
      }
    }
    if (begins.isEmpty() || begins.lastKey() - begins.firstKey() <= limit) {
      return Optional.empty();
    }
    String sentence = "%s began its load %d ms after %s (limit %d ms)";
    long later = begins.lastKey() - begins.firstKey();
    String first = begins.firstEntry().getValue();
    return Optional.of(sentence.formatted(begins.lastEntry().getValue(), later, first, limit));
  }

  @Override
  public KeptTime undisturbed(Window window) {
    return KeptTime.of(window, shares.stream().flatMap(Share::excluded).toList());
  }

  private List<LoadResult> loads() {
    return shares.stream().flatMap(share -> share.record().load().stream()).toList();
  }

  /** Returns the sum of the resources of all, with the smallest headroom and the longest pause. */
  @Override
  public Optional<Generator> resources(Usage usage) {
    List<Generator> used =
        shares.stream().flatMap(share -> share.record().figures().generator().stream()).toList();
    return used.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Generator(
                used.stream().mapToDouble(Generator::cpuCores).sum(),
                used.stream().mapToDouble(Generator::cpuSeconds).sum(),
                -max(used, each -> -each.headroom()),
                max(used, Generator::longestPauseMs),
                Double.NaN,
                Double.NaN,
                Double.NaN));
  }

  /**
   * Adds up the counts of the injectors: only an injector knows when a request was scheduled. They
   * exclude requests during a disturbance of the injector's own host, and include those during one
   * of another host.
   */
  @Override
  public Latencies corrected(List<Window> excluded) {
    Latencies corrected = new Latencies();
    shares.stream()
        .flatMap(share -> share.samples().stream())
        .forEach(each -> each.load().corrected().forEach(corrected::add));
    return corrected;
  }

  /**
   * Returns the outcome; the delay of all requests together is at most the delay of the latest
   * injector.
   */
  @Override
  public Optional<Outcome> arrivals(List<Window> excluded, Latencies corrected) {
    List<Outcome> all = loads().stream().flatMap(load -> load.open().stream()).toList();
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Outcome(
                all.stream().mapToLong(Outcome::intended).sum(),
                all.stream().mapToLong(Outcome::dropped).sum(),
                all.stream().mapToLong(Outcome::waitedForConnection).sum(),
                max(all, Outcome::sentLateP99Ms),
                corrected.summary()));
  }

  /**
   * Returns the merged outcome: each injector has judged its own warm-up, and its share of the
   * window.
   */
  @Override
  public WarmUp.Outcome warmUp() {
    List<LoadResult> loads = loads();
    long unsteady = loads.stream().filter(load -> !load.steady()).count();
    String doubt = "%d of %d injectors did not show it".formatted(unsteady, loads.size());
    return new WarmUp.Outcome(
        loads.stream().mapToDouble(LoadResult::warmUpSeconds).min().orElse(0),
        !loads.isEmpty() && unsteady == 0,
        unsteady == 0 ? List.of() : List.of(doubt));
  }

  @Override
  public List<WarmUpSecond> warmUpSeconds() {
    return List.of();
  }

  /** Returns the maximum of the known figures; NaN if there is none. */
  private static <T> double max(List<T> all, ToDoubleFunction<T> figure) {
    return all.stream().mapToDouble(figure).filter(Double::isFinite).max().orElse(Double.NaN);
  }

  @Override
  public Behaviour behaviour(Latencies latencies, List<Window> excluded) {
    return Behaviour.merged(
        shares.stream().map(share -> share.record().figures().behaviour()).toList());
  }

  @Override
  public double responseBytes() {
    List<LoadResult> loads = loads();
    return loads.stream().mapToDouble(load -> load.window().bytesPerSecond()).sum()
        / loads.stream().mapToDouble(LoadResult::throughput).sum();
  }
}
