package io.github.restcomparison.runner;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Identity;
import io.github.restcomparison.records.RunRecord.Setup;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.runner.figures.Figures;
import io.github.restcomparison.runner.figures.Gates;
import io.github.restcomparison.runner.figures.OneGenerator;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.LogReader.DamagedLogException;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.service.RunEnvironment;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One run of one variant, around the load: {@link #begin} starts the service, the load checks it
 * and calls {@link #checked}, warms it up and measures it, {@link #end} stops it and writes the
 * record. Whatever happens in between, a record is left and no service.
 */
public final class Run {
  private final RunRequest request;
  private final Invocation invocation;
  private final LoadSpec load;
  private final WarmUp warmUp;
  private final Optional<Arrivals> arrivals;
  private final Exchanges exchanges = new Exchanges();
  private final Clock clock = new Clock();
  private final PauseWatch pauses = new PauseWatch(clock::nowNanos);
  private final Instant startedAt = Instant.now();
  private final Owner owner = new Owner();
  private ComparisonFolder comparison;
  private int position;
  private volatile RunFolder folder;
  private volatile Optional<MeasuredService> service = Optional.empty();
  private Set<Path> earlierReports = Set.of();
  private Sampler sampler;
  private volatile boolean aborted;
  private boolean recorded;

  /**
   * Plans a run; nothing happens yet.
   *
   * @param invocation how this JVM was started
   */
  public Run(RunRequest request, Invocation invocation) {
    this.request = request;
    this.invocation = invocation;
    this.load = request.boundLoad();
    this.warmUp = request.warmUp();
    this.arrivals = request.arrivals();
  }

  /** The silent load before the measured one. */
  public WarmUp warmUp() {
    return warmUp;
  }

  /** The requests of an open model; empty in a closed one. */
  public Optional<Arrivals> arrivals() {
    return arrivals;
  }

  /** Where the load goes, once the run has begun. */
  public URI address() {
    return service.orElseThrow().started().address();
  }

  /** Where the session's runs are compared, once the run has begun. */
  public Path comparison() {
    return comparison.path();
  }

  /** What the load counts of the measured requests. */
  public Exchanges exchanges() {
    return exchanges;
  }

  /**
   * Starts the service, unless it runs already.
   *
   * @throws RunFailed if it does not start; the record says so already
   * @throws IOException if the record cannot be written
   */
  public void begin() throws RunFailed, IOException, InterruptedException {
    comparison = ComparisonFolder.open(request.place(), invocation.leader());
    position = comparison.position(request.place().runId());
    folder = comparison.run(request.place().runId(), position, request.target().name());
    // Ctrl-C, or a failure of Gatling's, after which nothing of ours is called.
    Runtime.getRuntime().addShutdownHook(new Thread(this::abort, "run-abort"));
    try {
      service =
          Optional.of(
              MeasuredService.start(
                  request, invocation.project(), folder.path(), owner, exchanges::waiting));
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
    earlierReports = GatlingLog.reports(request.place().results());
  }

  /** Returns why the service has ended by itself; empty while it runs. */
  public Optional<String> ended() {
    return service.flatMap(measured -> measured.started().ended());
  }

  /** Samples the service, which has answered as expected, from now on. */
  public void checked() throws InterruptedException {
    MeasuredService measured = service.orElseThrow();
    measured.loadBegins(warmUp);
    sampler =
        owner.own(
            new Sampler(clock, measured.started().sampled(), measured.sampledBackEnd(), warmUp));
    sampler.start();
    owner.own(pauses).start();
  }

  /** Called by each measured user before the first request, and by no user of the warm-up. */
  public void measuredLoadBegins() {
    service.ifPresent(MeasuredService::measuredLoadBegins);
  }

  /**
   * Stops the service and writes the record.
   *
   * @param simulation the simple name of the simulation that was the load
   * @throws IOException if the record cannot be written
   */
  public RunRecord end(String simulation) throws IOException {
    MeasuredService measured = service.orElseThrow();
    OptionalInt exitCode = measured.started().exitCode();
    double seen = measured.requestsSeen() - warmUp.answers();
    double seenByBackEnd = measured.requestsSeenByBackEnd();
    owner.close();
    OneGenerator generator =
        new OneGenerator(request, sampler, pauses, arrivals, exchanges, warmUp, seenByBackEnd);
    try {
      Path report = GatlingLog.reportFolder(request.place().results(), simulation, earlierReports);
      GatlingLog log = log(report.resolve("simulation.log"));
      Figures figures = Figures.of(load, log, sampler.samples(), seen, generator);
      Verdict verdict = gates(figures, exitCode).verdict(figures.notes());
      String link = comparison.link(report.resolve("index.html"));
      return write(verdict, figures.record().with(measured.waiting(), link), figures.samples());
    } catch (DamagedLogException e) {
      return write(Status.FAILED, e.getMessage());
    }
  }

  private GatlingLog log(Path file) throws IOException {
    return GatlingLog.read(
        List.of(file),
        request.isOfUserSimulation() ? Optional.of(load.warmUpLimit()) : Optional.empty());
  }

  private Gates gates(Figures figures, OptionalInt exitCode) {
    Gates gates = Gates.of(figures, load.requests(), request.isOfUserSimulation(), exitCode);
    gates.warmUp(warmUp.mostFailed());
    request.injector().ifPresent(gates::share);
    return gates;
  }

  /** Runs when this JVM ends, whatever another thread is doing. */
  private void abort() {
    aborted = true;
    owner.close();
    try {
      write(Status.ABORTED, "ended from outside before it was over");
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
  }

  /**
   * Ends a run whose service cannot be loaded, and records it.
   *
   * @param reason one line
   * @throws IOException if the record cannot be written
   */
  public RunFailed failed(String reason) throws IOException {
    owner.close();
    write(Status.FAILED, reason);
    return new RunFailed(reason);
  }

  private RunRecord write(Status status, String reason) throws IOException {
    return write(verdict(aborted ? Status.ABORTED : status, reason), RunRecord.Figures.NONE, null);
  }

  private static Verdict verdict(Status status, String reason) {
    return new Verdict(status, List.of(reason), List.of(), List.of());
  }

  /** Only the first record counts. */
  private synchronized RunRecord write(
      Verdict verdict, RunRecord.Figures figures, RunSamples samples) throws IOException {
    Setup setup =
        service
            .map(each -> setup(request, each.configuration(), each.environment()))
            .orElseGet(() -> setup(request));
    RunRecord record =
        new RunRecord(
            identity(request, position, startedAt), verdict, request.boundLoad(), setup, figures);
    if (!recorded && samples == null) {
      folder.write(record);
    } else if (!recorded) {
      folder.write(record, samples);
    }
    recorded = true;
    return record;
  }

  /** Returns the record of a run that did not come to its load, for a reason of one line. */
  public static RunRecord unmeasured(
      RunRequest request, Instant startedAt, Status status, String reason) {
    int position = request.place().runId().position().orElse(1);
    return new RunRecord(
        identity(request, position, startedAt),
        verdict(status, reason),
        request.boundLoad(),
        setup(request),
        RunRecord.Figures.NONE);
  }

  private static Setup setup(RunRequest request) {
    return setup(
        request,
        Map.of(),
        RunEnvironment.of(SampledService.UNSEEN, Optional.empty(), request.placement()));
  }

  private static Setup setup(
      RunRequest request, Map<String, String> configuration, Environment environment) {
    return new Setup(configuration, environment, request.target().user(), request.injector());
  }

  static Identity identity(RunRequest request, int position, Instant startedAt) {
    RunId runId = request.place().runId();
    return new Identity(
        request.place().session(),
        request.target().name(),
        request.target().controlOf(),
        runId.round(),
        position,
        runId.attempt(),
        startedAt.toString());
  }
}
