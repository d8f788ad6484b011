package io.github.restcomparison.runner.injectors;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel.Outcome;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.LeftOut;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.RunSamples.OfHost;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.runner.figures.Figures;
import io.github.restcomparison.runner.figures.Gate;
import io.github.restcomparison.runner.figures.Gates;
import io.github.restcomparison.runner.figures.KeptTime;
import io.github.restcomparison.runner.figures.Usage;
import io.github.restcomparison.runner.log.GatlingLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Several load generators that loaded one service together. Their raw logs are read as one log, and
 * its figures are computed as those of any run. They are never averages of the injectors' figures.
 *
 * @param shares of one run, one or more, in the order of the injectors
 */
public record Injectors(List<Share> shares) implements Figures.Generators {

  /**
   * The record of a run by one injector.
   *
   * @param comparison the folder that contains the injector's run
   * @param samples of the run; absent if it ended before they were written
   */
  record Share(Path comparison, RunRecord record, Optional<RunSamples> samples) {
    InjectorShare share() {
      return record.setup().share().orElseThrow();
    }

    String name() {
      return share().name();
    }
  }

  /**
   * What is known of a service from its own host, while injectors on other hosts loaded it.
   *
   * @param samples of its container, by that host's clock; empty if nobody may look
   * @param throttling by its CPU limit, during the load; absent if it has none or nobody may look
   * @param environment where it ran, and with which limits
   * @param settings that it was started with, by name
   * @param notes on where the pods were
   * @param user what was measured, if it is a service of the user's
   */
  public record ServiceSide(
      List<CgroupSample> samples,
      Optional<Throttling> throttling,
      Environment environment,
      Map<String, String> settings,
      List<String> notes,
      Optional<UserService> user) {}

  /**
   * How the kernel held a container to its CPU limit: in each period of 100 ms it may use its share
   * only, and waits for the rest.
   *
   * @param periods in which it had work
   * @param throttled periods in which it had to wait
   * @param micros for which its threads waited, all together, in µs
   */
  public record Throttling(long periods, long throttled, long micros) {}

  /**
   * Reads the records of a run, one in each folder.
   *
   * @param comparisons the folders of the injectors, which contain their run
   * @throws IOException if a record cannot be read or is not an injector's; the message is one line
   */
  public static Injectors read(List<Path> comparisons) throws IOException {
    List<Share> shares = new ArrayList<>();
    for (Path comparison : comparisons) {
      try (Stream<Path> folders = Files.list(comparison.resolve("runs"))) {
        for (Path folder : folders.filter(Files::isDirectory).toList()) {
          RunFolder run = new RunFolder(folder);
          RunRecord record = run.readRecord();
          if (record.setup().share().isEmpty()) {
            throw new IOException(run.recordFile() + " is not the record of an injector");
          }
          shares.add(new Share(comparison, record, run.readSamples()));
        }
      }
    }
    if (shares.isEmpty()) {
      throw new IOException("no run in " + comparisons);
    }
    shares.sort(Comparator.comparingInt(each -> each.share().injector()));
    return new Injectors(shares);
  }

  /** Returns the records of the injectors. */
  public List<RunRecord> records() {
    return shares.stream().map(Share::record).toList();
  }

  /**
   * Merges the records.
   *
   * @param service what its own host has seen; absent if nobody looked there
   * @param run receives the record
   * @throws IOException if a log cannot be read, or the record cannot be written
   */
  public RunRecord join(Optional<ServiceSide> service, RunFolder run) throws IOException {
    List<Path> logs = new ArrayList<>();
    for (Share share : shares) {
      share
          .record
          .figures()
          .gatlingReport()
          .map(report -> share.comparison.resolve(report).resolveSibling("simulation.log"))
          .ifPresent(logs::add);
    }
    RunRecord first = shares.getFirst().record();
    Figures figures =
        Figures.of(
            LoadSpec.together(records().stream().map(RunRecord::settings).toList()),
            GatlingLog.read(logs, Optional.empty()),
            OfHost.of(service.map(ServiceSide::samples).orElse(List.of())),
            OptionalLong.empty(),
            this);
    List<Gate> gates = new ArrayList<>();
    gates.add(new InjectorGates(shares, figures.undisturbed()).together());
    gates.add(InjectorGates.throttling(service.flatMap(ServiceSide::throttling)));
    gates.addAll(Gates.of(figures, planned(), false, OptionalInt.empty()));
    List<String> notes = new ArrayList<>();
    notes.add("%d injectors, their logs read as one".formatted(shares.size()));
    service.map(ServiceSide::notes).ifPresent(notes::addAll);
    notes.addAll(figures.notes());
    RunRecord record =
        new RunRecord(
            first.identity(),
            Gate.verdict(gates, notes),
            figures.settings(),
            new RunRecord.Setup(
                service
                    .map(ServiceSide::settings)
                    .orElse(Map.of("injectors", Integer.toString(shares.size()))),
                service.map(ServiceSide::environment).orElse(first.setup().environment()),
                service.flatMap(ServiceSide::user),
                Optional.empty()),
            figures.record());
    run.write(record, figures.samples());
    return record;
  }

  /** Of all shares: their rates are rounded to whole requests one by one. */
  private OptionalLong planned() {
    List<OptionalLong> each =
        shares.stream().map(share -> share.record().settings().requests()).toList();
    return each.stream().allMatch(OptionalLong::isPresent)
        ? OptionalLong.of(each.stream().mapToLong(OptionalLong::getAsLong).sum())
        : OptionalLong.empty();
  }

  private List<Load> loads() {
    return shares.stream().flatMap(share -> share.record().load().stream()).toList();
  }

  @Override
  public KeptTime undisturbed(Window window) {
    List<LeftOut> leftOut = new ArrayList<>();
    for (Share share : shares) {
      for (Load load : share.record().load().stream().toList()) {
        for (LeftOut each : load.window().leftOut()) {
          if (window.meets(each.fromMs(), each.toMs())) {
            leftOut.add(
                new LeftOut(
                    Math.max(window.startMs(), each.fromMs()),
                    Math.min(window.endMs(), each.toMs()),
                    share.name() + ": " + each.reason()));
          }
        }
      }
    }
    leftOut.sort(Comparator.comparingLong(LeftOut::fromMs));
    return new KeptTime(window, leftOut);
  }

  /** The sum of what all injectors used, with the smallest headroom and the longest pause. */
  @Override
  public Optional<Generator> used(Usage usage) {
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
    double sum = all.stream().mapToDouble(each -> figure.apply(each).orElse(Double.NaN)).sum();
    return Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
  }

  /**
   * Only an injector knows when a request was due: the counts of latencies from then are added up.
   * They are without requests that met what the injector's own host disturbed, and with those that
   * met a disturbance of another's. All of them were not sent later than those of the latest.
   */
  @Override
  public Optional<Figures.Scheduled> scheduled(KeptTime kept, long startMs) {
    List<Outcome> all = loads().stream().flatMap(load -> load.open().stream()).toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Latencies corrected = new Latencies();
    shares.stream()
        .flatMap(share -> share.samples().stream())
        .forEach(each -> each.load().corrected().forEach(corrected::add));
    return Optional.of(
        new Figures.Scheduled(
            new Outcome(
                all.stream().mapToLong(Outcome::intended).sum(),
                all.stream().mapToLong(Outcome::dropped).sum(),
                all.stream().mapToLong(Outcome::waitedForConnection).sum(),
                all.stream().flatMapToInt(each -> each.sentLateP99Ms().stream()).max(),
                corrected.total() == 0 ? Optional.empty() : Optional.of(corrected.summary())),
            corrected));
  }

  @Override
  public OptionalDouble responseBytes() {
    double bytes = 0;
    double requests = 0;
    for (Load load : loads()) {
      bytes += load.window().bytesPerSecond().orElse(Double.NaN);
      requests += load.throughput().orElse(0);
    }
    return requests > 0 && !Double.isNaN(bytes)
        ? OptionalDouble.of(bytes / requests)
        : OptionalDouble.empty();
  }

  @Override
  public Figures.WarmUpFigures warmUp() {
    return new Figures.WarmUpFigures(
        new RunRecord.WarmUp(
            loads().stream().mapToDouble(each -> each.warmUp().warmUpSeconds()).min().orElse(0),
            loads().stream().allMatch(each -> each.warmUp().steady()),
            Optional.empty()),
        List.of(),
        List.of());
  }
}
