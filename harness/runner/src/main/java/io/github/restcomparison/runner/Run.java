package io.github.restcomparison.runner;

import io.github.restcomparison.contracttck.AnswerSize;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.gate.ContractGate;
import io.github.restcomparison.runner.gate.Gate;
import io.github.restcomparison.runner.gate.Gates;
import io.github.restcomparison.runner.gate.RunVerdict;
import io.github.restcomparison.runner.gatlinglog.GatlingReports;
import io.github.restcomparison.runner.gatlinglog.MeasuredLoad;
import io.github.restcomparison.runner.gatlinglog.SimulationLogException;
import io.github.restcomparison.runner.injector.ServiceClock;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.outcome.RunOutcome;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.service.RunEnvironment;
import io.github.restcomparison.runner.settings.RunId;
import io.github.restcomparison.runner.settings.RunPlace;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One run of one variant, around the load: {@link #begin} starts the service and checks that it
 * keeps its contract, the load warms it up and measures it, {@link #end} stops it and writes the
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

  private ComparisonFolder.Slot slot;
  private volatile Optional<StartedService> service = Optional.empty();
  private Optional<Sampler> sampler = Optional.empty();
  private Optional<ServiceClock> serviceClock = Optional.empty();
  private URI resource;
  private long answerBytes;
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
    this.arrivals = load.open().map(open -> new Arrivals(open, limits.requestTime()));
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
  public URI resource() {
    return resource;
  }

  /** Where the session's runs are compared, once the run has begun. */
  public Path comparison() {
    return slot.comparison().path();
  }

  /** How many requests its threads and its connections to the back end let wait at once. */
  private OptionalInt atOnce() {
    return IntStream.concat(load.workers().stream(), load.downstreamConnections().stream()).min();
  }

  /** How many requests the service says it has seen; empty where it cannot be asked. */
  public OptionalLong requestsSoFar() {
    return service.map(StartedService::requestsSeen).orElse(OptionalLong.empty());
  }

  /**
   * Starts the service, where it is ours to start, and checks it.
   *
   * @throws RunFailed where it does not start or breaks its contract; the record says so already
   * @throws IOException where the record cannot be written
   */
  public synchronized void begin() throws RunFailed, IOException, InterruptedException {
    RunPlace place = request.place();
    slot =
        ComparisonFolder.open(place.comparison(), place.session(), invocation.parent())
            .newRun(place.runId(), name());
    // Ctrl-C, or a failure of Gatling's, after which nothing of ours is called.
    Runtime.getRuntime().addShutdownHook(new Thread(this::abort, "run-abort"));
    try {
      resource =
          switch (request.target()) {
            case Target.Started started -> start(started.service());
            case Target.Running running -> running.resource();
          };
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
    List<String> broken = ContractCheck.violations(resource, load.delay(), atOnce());
    if (!broken.isEmpty()) {
      throw failed(
          name() + " breaks its contract: " + String.join("; ", broken), new ContractGate(broken));
    }
    try {
      answerBytes = AnswerSize.of(resource, load.delay().longest().plusSeconds(10));
    } catch (IOException e) {
      throw failed("no answer from " + resource + ": " + e.getMessage());
    }
    if (request.injector().isPresent()) {
      serviceClock = ServiceClock.of(resource.resolve(Endpoint.METRICS));
    }
    service.ifPresent(started -> started.loadBegins(warmUp));
    sampler =
        Optional.of(
            new Sampler(
                clock,
                service.map(StartedService::pid),
                service.map(StartedService::probe),
                service.flatMap(StartedService::cgroup),
                warmUp));
    sampler.get().start();
    pauses.start();
    beforeEnded = Instant.now();
  }

  private URI start(Variant variant) throws IOException, InterruptedException {
    service =
        Optional.of(
            StartedService.start(
                invocation.project(), variant, request, slot.folder().path(), clock));
    return service.get().resource();
  }

  /** Called by each measured user before the first request, and by no user of the warm-up. */
  public void measuredLoadBegins() {
    service.ifPresent(StartedService::measuredLoadBegins);
  }

  /**
   * Stops the service and writes the record.
   *
   * @param simulation the simple name of the simulation that was the load
   * @param scenario the scenario that was measured
   * @throws IOException where the record cannot be written
   */
  public synchronized RunRecord end(String simulation, String scenario) throws IOException {
    OptionalInt exitCode = service.map(StartedService::exitCode).orElse(OptionalInt.empty());
    OptionalLong seen = requestsSoFar().stream().map(all -> all - warmUp.answers()).findFirst();
    OptionalLong seenByBackEnd =
        backEnd().map(BackEndProcess::requestsSeen).orElse(OptionalLong.empty());
    stop();
    try {
      Path report = GatlingReports.folder(request.place().results(), simulation, beforeEnded);
      MeasuredLoad measured = MeasuredLoad.read(report.resolve("simulation.log"), scenario);
      RunOutcome outcome =
          new RunOutcome(
              request,
              limits,
              measured,
              arrivals,
              warmUp,
              sampler.orElseThrow(),
              pauses,
              seen,
              answerBytes,
              backEnd(),
              seenByBackEnd);
      RunVerdict verdict = RunVerdict.of(Gates.of(outcome, exitCode));
      String link = slot.comparison().link(report.resolve("index.html"));
      RunRecord record = record(verdict, Optional.of(outcome), Optional.of(link));
      slot.folder().write(record, outcome.samples());
      recorded = true;
      return record;
    } catch (SimulationLogException e) {
      return write(Status.FAILED, e.getMessage());
    }
  }

  private Optional<BackEndProcess> backEnd() {
    return service.flatMap(StartedService::backEnd);
  }

  /**
   * Runs when this JVM ends. The service is ended first and without the lock, which a {@link
   * #begin} that waits for an answer may hold.
   */
  private void abort() {
    aborted = true;
    service.ifPresent(StartedService::close);
    synchronized (this) {
      if (!recorded) {
        try {
          write(Status.ABORTED, "ended from outside before it was over");
        } catch (IOException e) {
          System.err.println(e.getMessage());
        }
      }
      stop();
    }
  }

  private RunFailed failed(String reason, Gate... gates) throws IOException {
    stop();
    write(Status.FAILED, reason, gates);
    return new RunFailed(reason);
  }

  private void stop() {
    pauses.close();
    sampler.ifPresent(Sampler::close);
    service.ifPresent(StartedService::close);
  }

  private RunRecord write(Status status, String reason, Gate... gates) throws IOException {
    RunVerdict verdict =
        RunVerdict.withoutFigures(aborted ? Status.ABORTED : status, reason, gates);
    RunRecord record = record(verdict, Optional.empty(), Optional.empty());
    slot.folder().write(record);
    recorded = true;
    return record;
  }

  private RunRecord record(
      RunVerdict verdict, Optional<RunOutcome> outcome, Optional<String> gatlingReport) {
    RunId runId = request.place().runId();
    List<String> notes = outcome.map(RunOutcome::notes).orElse(List.of());
    return new RunRecord(
        RunRecord.SCHEMA,
        request.place().session(),
        name(),
        request.target().controlOf(),
        runId.round(),
        slot.position(),
        OptionalInt.of(runId.attempt()),
        startedAt.toString(),
        verdict.status(),
        verdict.reasons(),
        Stream.concat(notes.stream(), verdict.notes().stream()).toList(),
        verdict.gates(),
        load,
        service.map(StartedService::configuration).orElse(Map.of()),
        RunEnvironment.of(service.map(StartedService::with), request.placement()),
        outcome.map(RunOutcome::figures),
        outcome.flatMap(RunOutcome::server),
        outcome.flatMap(RunOutcome::generator),
        outcome.flatMap(RunOutcome::host),
        request.injector().map(injector -> injector.share(serviceClock)),
        service.flatMap(StartedService::waiting),
        outcome.flatMap(RunOutcome::backEnd),
        gatlingReport);
  }
}
