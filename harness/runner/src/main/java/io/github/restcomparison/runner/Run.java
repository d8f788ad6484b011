package io.github.restcomparison.runner;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.gate.ContractGate;
import io.github.restcomparison.runner.gate.Gate;
import io.github.restcomparison.runner.gate.Gates;
import io.github.restcomparison.runner.gate.RunVerdict;
import io.github.restcomparison.runner.injector.ServiceClock;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.LogReader.DamagedLogException;
import io.github.restcomparison.runner.outcome.RunOutcome;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.settings.RunPlace;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
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
import java.util.concurrent.atomic.AtomicLong;

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
  private final AtomicLong waiting = new AtomicLong();

  private ComparisonFolder.Slot slot;
  private volatile Optional<MeasuredService> service = Optional.empty();
  private Optional<Sampler> sampler = Optional.empty();
  private Optional<ServiceClock> serviceClock = Optional.empty();
  private OptionalLong answerBytes = OptionalLong.empty();
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

  /** How many requests the service says it has seen; empty where it cannot be asked. */
  public OptionalLong requestsSoFar() {
    return service.map(MeasuredService::requestsSeen).orElse(OptionalLong.empty());
  }

  /**
   * Starts the service, where it is ours to start, and checks it.
   *
   * @param record of the feeders, the first; empty where there are none
   * @throws RunFailed where it does not start or breaks its contract; the record says so already
   * @throws IOException where the record cannot be written
   */
  public synchronized void begin(Map<String, String> record)
      throws RunFailed, IOException, InterruptedException {
    RunPlace place = request.place();
    slot =
        ComparisonFolder.open(place.comparison(), place.session(), invocation.parent())
            .newRun(place.runId(), name());
    // Ctrl-C, or a failure of Gatling's, after which nothing of ours is called.
    Runtime.getRuntime().addShutdownHook(new Thread(this::abort, "run-abort"));
    MeasuredService started;
    try {
      started = start(record);
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
    service = Optional.of(started);
    List<String> broken = started.violations(load);
    if (!broken.isEmpty()) {
      String what =
          request.target() instanceof Target.OfUser
              ? "does not answer as expected"
              : "breaks its contract";
      throw failed(
          "%s %s: %s".formatted(name(), what, String.join("; ", broken)), new ContractGate(broken));
    }
    try {
      answerBytes = started.answerBytes(load);
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
    if (request.injector().isPresent()) {
      Optional<ServiceClock> known = request.injector().get().clock();
      serviceClock =
          known.isPresent() ? known : ServiceClock.of(started.address().resolve(Endpoint.METRICS));
    }
    started.loadBegins(warmUp);
    sampler =
        Optional.of(
            new Sampler(
                clock,
                started.pid(),
                started.probe(),
                started.cgroup(),
                started.remoteCpu(),
                warmUp));
    sampler.get().start();
    pauses.start();
    beforeEnded = Instant.now();
  }

  private MeasuredService start(Map<String, String> record)
      throws IOException, InterruptedException {
    Path folder = slot.folder().path();
    return switch (request.target()) {
      case Target.Started ours ->
          StartedService.start(
              invocation.project(), ours.service(request.boundLoad()), request, folder, clock);
      case Target.Running running -> new ContractService(running.resource());
      case Target.OfUser theirs ->
          new UserServiceLaunch(theirs, request, record, folder, waiting::get);
    };
  }

  /** Called by each measured user before the first request, and by no user of the warm-up. */
  public void measuredLoadBegins() {
    service.ifPresent(MeasuredService::measuredLoadBegins);
  }

  /** Whether the load is to count the requests that wait: the service cannot tell. */
  public boolean countsWaiting() {
    return request.conduct().memory() && request.target() instanceof Target.OfUser;
  }

  /** A request is sent, where they are counted. */
  public void sends() {
    waiting.incrementAndGet();
  }

  /** A request is answered, or given up. */
  public void isAnswered() {
    waiting.decrementAndGet();
  }

  /**
   * Stops the service and writes the record.
   *
   * @param simulation the simple name of the simulation that was the load
   * @param scenario the scenario that was measured
   * @throws IOException where the record cannot be written
   */
  public synchronized RunRecord end(String simulation, String scenario) throws IOException {
    OptionalInt exitCode = service.map(MeasuredService::exitCode).orElse(OptionalInt.empty());
    OptionalLong seen = requestsSoFar().stream().map(all -> all - warmUp.answers()).findFirst();
    OptionalLong seenByBackEnd =
        backEnd().map(BackEndProcess::requestsSeen).orElse(OptionalLong.empty());
    stop();
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
              sampler.orElseThrow(),
              pauses,
              seen,
              answerBytes,
              backEnd(),
              seenByBackEnd);
      RunVerdict verdict = RunVerdict.of(Gates.of(outcome, exitCode));
      String link = slot.comparison().link(report.resolve("index.html"));
      if (request.target() instanceof Target.OfUser) {
        latencyByRequest = measured.byName(outcome.leftOutTimes());
      }
      RunRecord record = description().record(verdict, Optional.of(outcome), Optional.of(link));
      slot.folder().write(record, outcome.samples());
      recorded = true;
      return record;
    } catch (DamagedLogException e) {
      return write(Status.FAILED, e.getMessage());
    }
  }

  private Optional<BackEndProcess> backEnd() {
    return service.flatMap(MeasuredService::backEnd);
  }

  /**
   * Runs when this JVM ends. The service is ended first and without the lock, which a {@link
   * #begin} that waits for an answer may hold.
   */
  private void abort() {
    aborted = true;
    service.ifPresent(MeasuredService::close);
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
    service.ifPresent(MeasuredService::close);
  }

  private RunRecord write(Status status, String reason, Gate... gates) throws IOException {
    RunVerdict verdict =
        RunVerdict.withoutFigures(aborted ? Status.ABORTED : status, reason, gates);
    RunRecord record = description().record(verdict, Optional.empty(), Optional.empty());
    slot.folder().write(record);
    recorded = true;
    return record;
  }

  private RunDescription description() {
    return new RunDescription(
        request, load, slot.position(), startedAt, service, serviceClock, latencyByRequest);
  }
}
