package io.github.restcomparison.runner;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.gate.Gate;
import io.github.restcomparison.runner.gate.Gates;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.LogReader.DamagedLogException;
import io.github.restcomparison.runner.outcome.RunOutcome;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.settings.RunPlace;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One run of one variant, around the load: {@link #begin} starts the service, the load checks it
 * and calls {@link #checked}, warms it up and measures it, {@link #end} stops it and writes the
 * record. Whatever happens in between, a record is left and no service.
 */
public final class Run {
  private final RunRequest request;
  private final Invocation invocation;
  private final LoadSpec load;
  private final ThroughputLimits limits;
  private final WarmUp warmUp;
  private final Optional<Arrivals> arrivals;
  private final Clock clock = new Clock();
  private final PauseWatch pauses = new PauseWatch(clock::nowNanos);
  private final Instant startedAt = Instant.now();

  private volatile ComparisonFolder.Slot slot;
  private final Owner owner = new Owner();
  private volatile Optional<MeasuredService> service = Optional.empty();
  private Sampler sampler;
  private final Exchanges exchanges = new Exchanges();
  private Map<String, Latency> latencyByRequest = Map.of();
  private Instant beforeEnded;
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
    this.limits = load.limits();
    this.warmUp = request.warmUp();
    this.arrivals = request.arrivals();
  }

  /** How long the silent load goes on. */
  public WarmUp warmUp() {
    return warmUp;
  }

  /** The requests of an open model; empty in a closed one. */
  public Optional<Arrivals> arrivals() {
    return arrivals;
  }

  /** What it is measured with, the bound of its workers included. */
  public LoadSpec load() {
    return load;
  }

  /** What is measured, by name. */
  public String name() {
    return request.target().name();
  }

  /** Where the load goes, once the run has begun. */
  public URI address() {
    return service.orElseThrow().address();
  }

  /** Where the session's runs are compared, once the run has begun. */
  public Path comparison() {
    return slot.comparison().path();
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
    RunPlace place = request.place();
    slot =
        ComparisonFolder.open(place.comparison(), place.session(), invocation.parent())
            .newRun(place.runId(), name());
    // Ctrl-C, or a failure of Gatling's, after which nothing of ours is called.
    Runtime.getRuntime().addShutdownHook(new Thread(this::abort, "run-abort"));
    try {
      service = Optional.of(MeasuredService.start(request, setting()));
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
    beforeEnded = Instant.now();
  }

  private MeasuredService.Setting setting() {
    return new MeasuredService.Setting(
        invocation.project(), slot.folder().path(), owner, exchanges::waiting);
  }

  /** Returns why the service has ended by itself; empty while it runs. */
  public Optional<String> ended() {
    return service.flatMap(MeasuredService::ended);
  }

  /** Samples the service, which has answered as expected, from now on. */
  public void checked() throws InterruptedException {
    MeasuredService started = service.orElseThrow();
    started.loadBegins(warmUp);
    SampledService backEndSampled =
        backEnd().map(BackEndProcess::sampled).orElse(SampledService.UNSEEN);
    sampler = owner.own(new Sampler(clock, started.sampled(), backEndSampled, warmUp));
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
   * @param scenario the scenario that was measured
   * @throws IOException if the record cannot be written
   */
  public RunRecord end(String simulation, String scenario) throws IOException {
    OptionalInt exitCode = service.map(MeasuredService::exitCode).orElse(OptionalInt.empty());
    OptionalLong counted = service.map(MeasuredService::requestsSeen).orElse(OptionalLong.empty());
    OptionalLong seen = counted.stream().map(all -> all - warmUp.answers()).findFirst();
    OptionalLong seenByBackEnd =
        backEnd().map(BackEndProcess::requestsSeen).orElse(OptionalLong.empty());
    owner.close();
    try {
      Path report = GatlingLog.reportFolder(request.place().results(), simulation, beforeEnded);
      Path log = report.resolve("simulation.log");
      GatlingLog measured =
          request.isOfUserSimulation()
              ? GatlingLog.readAllScenarios(log, load.warmUpLimit())
              : GatlingLog.read(List.of(log), scenario);
      RunOutcome outcome =
          new RunOutcome(
              request,
              limits,
              measured,
              arrivals,
              warmUp,
              sampler,
              pauses,
              seen,
              exchanges,
              seenByBackEnd);
      Verdict verdict = Gate.verdict(Gates.of(outcome, exitCode));
      String link = slot.comparison().link(report.resolve("index.html"));
      if (request.target() instanceof Target.OfUser) {
        latencyByRequest = measured.byName(outcome.leftOutTimes());
      }
      RunRecord record = description().record(verdict, Optional.of(outcome), Optional.of(link));
      write(record, outcome.samples());
      return record;
    } catch (DamagedLogException e) {
      return write(Status.FAILED, e.getMessage());
    }
  }

  private Optional<BackEndProcess> backEnd() {
    return service.flatMap(MeasuredService::backEnd);
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
    Verdict verdict = Gate.unmeasured(aborted ? Status.ABORTED : status, reason);
    RunRecord record = description().record(verdict, Optional.empty(), Optional.empty());
    write(record, null);
    return record;
  }

  /** Only the first record counts. */
  private synchronized void write(RunRecord record, RunSamples samples) throws IOException {
    if (recorded) {
      return;
    }
    if (samples == null) {
      slot.folder().write(record);
    } else {
      slot.folder().write(record, samples);
    }
    recorded = true;
  }

  private RunDescription description() {
    return new RunDescription(request, load, slot.position(), startedAt, service, latencyByRequest);
  }
}
