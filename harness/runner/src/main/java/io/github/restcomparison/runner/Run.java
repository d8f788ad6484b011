package io.github.restcomparison.runner;

import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Extras;
import io.github.restcomparison.records.RunRecord.Identity;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Subject;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.runner.figures.Evaluation;
import io.github.restcomparison.runner.figures.Gates;
import io.github.restcomparison.runner.figures.LocalGenerator;
import io.github.restcomparison.runner.host.Clock;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.LocalPorts;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.UnopenedConnections;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Connections;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.Users;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.LogCopy;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.service.FlightRecording;
import io.github.restcomparison.runner.service.RunningService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.variants.Contract;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * One run of one variant, around the load: {@link #begin} starts the service, the load's first user
 * checks it and calls {@link #noteResponse} and {@link #noteChecked}, the load warms it up and
 * measures it, {@link #end} stops it and writes the record. In any case it leaves a record, and no
 * service running.
 */
public final class Run {
  private final RunRequest request;
  private final Path project;
  private final Session session;
  private final Contract contract;
  private final Secrets secrets;
  private final Load load;
  private final WarmUp warmUp;
  private final Users users;
  private final Exchanges exchanges = new Exchanges(Connections.OF_THIS_JVM);
  private final PauseWatch pauses = new PauseWatch(Clock::nowNanos);
  private final Instant startedAt = Instant.now();
  private final Owner owner = new Owner();
  private Path comparison;
  private RunFolder folder;
  private int position;
  private volatile Subject subject;
  private volatile RunningService service = RunningService.NONE;
  private volatile RunningService backEnd = RunningService.NONE;
  private MemoryWatch watch; // null unless its memory is measured
  private final Set<String> earlierReports;
  private ServiceStart start; // null until it begins
  private FlightRecording recording; // null unless its CPU is profiled
  private Sampler sampler;
  private DoubleSupplier seen;
  private DoubleSupplier seenByBackEnd;
  private boolean recorded;

  /** A run that failed before its load; the message is one line for the user. */
  public static final class FailedRun extends Exception {
    private static final long serialVersionUID = 1L;

    private FailedRun(String message) {
      super(message);
    }
  }

  /**
   * Plans a run, and starts nothing; Gatling has not begun its report.
   *
   * @param project the folder with the services' modules in it
   */
  public Run(RunRequest request, Path project, Session session) {
    this.request = request;
    this.project = project;
    this.session = session;
    this.contract = Contract.of(request);
    this.secrets = ServiceStart.secrets(contract);
    this.subject = ServiceStart.subject(request, Map.of(), RunningService.NONE);
    this.load = contract.load();
    this.warmUp = WarmUp.of(contract);
    this.users = new Users(load, warmUp, exchanges, Arrivals.of(contract));
    this.earlierReports = GatlingLog.reports(request.place().results());
  }

  /** Returns the secrets that the service and its requests refer to. */
  public Secrets secrets() {
    return secrets;
  }

  /** Returns the load, with the limits of the service. */
  public Load load() {
    return load;
  }

  /** Returns the requests of the load. */
  public Workload workload() {
    return contract.workload();
  }

  /** Returns the users, who send the requests of the warm-up and of the load. */
  public Users users() {
    return users;
  }

  /** Returns whether the service is started, responds, and is stopped. */
  public boolean measuresStartUp() {
    return request.flags().subject() == ExperimentPlan.Subject.START_UP;
  }

  private boolean measuresMemory() {
    return request.flags().subject() == ExperimentPlan.Subject.MEMORY;
  }

  /** Returns scheme, host and port of the service, after the run has begun. */
  public String url() {
    URI address = service.address();
    return address.getScheme() + "://" + address.getRawAuthority();
  }

  /** Returns the folder of the session's runs, after the run has begun. */
  public Path comparison() {
    return comparison;
  }

  /**
   * Starts the service, unless it runs already, and waits until it listens.
   *
   * @throws FailedRun if it does not start; the record exists already
   * @throws IOException if this host cannot measure now, or the record cannot be written
   */
  public void begin() throws FailedRun, IOException, InterruptedException {
    int connections = measuresMemory() ? 1 : 2;
    Optional<String> refusal =
        Host.temporaryFolderProblem()
            .or(() -> Host.fileShortage(load.concurrency(), connections))
            .or(() -> LocalPorts.shortage(load.concurrency(), load.newConnectionsPerSecond()));
    if (refusal.isEmpty() && !request.flags().allowConcurrent()) {
      refusal = Host.lock("-DallowConcurrent=true");
    }
    if (refusal.isPresent()) {
      throw new IOException(refusal.get());
    }
    RunId runId = request.place().runId();
    comparison = session.open(request.place().comparison(), request.place().session());
    position = Session.position(comparison, runId);
    Path own = Path.of("runs", runId.folder(position));
    folder = new RunFolder(Files.createDirectories(comparison.resolve(own)));
    // Ctrl-C, or a failure of Gatling's, after which Gatling calls none of our code.
    Runnable abort = () -> abort("interrupted before its end");
    Runtime.getRuntime().addShutdownHook(new Thread(abort, "run-abort"));
    // Ends last. A service may log a token before it sends the response that has it.
    Path log = folder.path().resolve("service.log");
    owner.own(() -> secrets.rewrite(log));
    start = new ServiceStart(contract, project, folder.path(), owner, secrets);
    RunningService prepared = start.runBeforeCommand();
    try {
      RunningService ofVariant = start.startBackEnd();
      // Processes that beforeRun left running are not the service; they are sampled like a back
      // end.
      backEnd = ofVariant == RunningService.NONE ? prepared : ofVariant;
      service = start.startService(ofVariant);
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
    if (readyUrl().isEmpty()) {
      service.noteReady();
    }
  }

  /** Returns the URL that responds with 200 to 299 once the service is ready; empty for none. */
  public Optional<String> readyUrl() {
    return service.readyUrl(request.service());
  }

  /** Notes that the URL of {@link #readyUrl} has responded with 200 to 299. */
  public void noteReady() {
    service.noteReady();
  }

  /**
   * Turns to TLS if the service speaks that, because a request without TLS was refused.
   *
   * @return whether it speaks TLS
   * @throws FailedRun if the user wrote the wrong scheme, or its certificate is refused
   */
  public boolean switchToTls() throws FailedRun, IOException {
    try {
      Optional<RunningService> withTls = start.withTls(service);
      service = withTls.orElse(service);
      return withTls.isPresent();
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
  }

  /**
   * Observes the service from now on: its first correct response has arrived.
   *
   * @throws FailedRun if it cannot be observed
   */
  public void noteResponse() throws FailedRun, IOException, InterruptedException {
    try {
      service = start.observe(service);
      subject = start.subject(service);
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
  }

  /**
   * Returns why the service has ended by itself; empty if it is running.
   *
   * @param limit how long to wait for its end
   */
  public Optional<String> endReason(Duration limit) {
    return service.endReason(limit);
  }

  /** Samples the service, which has responded as expected, from now on. */
  public void noteChecked() throws InterruptedException {
    if (measuresStartUp()) {
      return;
    }
    users.rehearse();
    Optional<ServiceMXBean> ours = service.bean();
    ours.ifPresent(each -> warmUp.beginDrive(each::setWarmUpDelayMs));
    if (measuresMemory() && !service.processes().get().isEmpty()) {
      LongSupplier inFlight =
          ours.<LongSupplier>map(each -> () -> each.getCounters().inFlight())
              .orElse(exchanges::waiting);
      watch = owner.own(new MemoryWatch(service, inFlight, load.concurrency()));
    }
    if (request.flags().profile()) {
      recording = new FlightRecording(service, folder.path(), secrets);
    }
    seen = service.counter();
    seenByBackEnd = backEnd.counter();
    sampler = owner.own(new Sampler(service, backEnd, warmUp));
    sampler.start();
    owner.own(pauses).start();
    if (watch != null) {
      users.beforeLoad(watch::begin);
    }
    warmUp.begin();
  }

  /**
   * Stops the service and writes the record.
   *
   * @param simulation the simple name of the simulation that was the load
   * @throws IOException if the record cannot be written
   */
  public RunRecord end(String simulation) throws IOException {
    if (measuresStartUp()) {
      owner.close();
      Judgement valid = new Judgement(Status.VALID, List.of(), List.of(), List.of());
      RunRecord record =
          new RunRecord(
              identity(), valid, load, subject, RunFigures.NONE, Extras.of(service.startUp()));
      return write(record, Optional.empty());
    }
    OptionalInt exitCode = service.exitCode();
    double requests = seen.getAsDouble() - warmUp.endedRequests() - exchanges.extra();
    double backEndRequests = seenByBackEnd.getAsDouble() - warmUp.endedRequests();
    if (recording != null) {
      recording.end();
    }
    owner.close();
    Path report = GatlingLog.reportFolder(request.place().results(), simulation, earlierReports);
    // A user's simulation has its own warm-up, by its duration.
    Optional<Duration> logged =
        request.simulation().isPresent() ? Optional.of(load.warmUp()) : Optional.empty();
    GatlingLog log;
    try {
      LogCopy.replace(report.resolve("simulation.log"), secrets::hide);
      log = GatlingLog.read(List.of(report.resolve("simulation.log")), logged);
    } catch (IOException e) {
      return write(Status.FAILED, e.getMessage());
    }
    if (recording != null) {
      recording.writeProfile(log.firstStartMs());
    }
    LocalGenerator generator =
        new LocalGenerator(contract, sampler, pauses, users, backEndRequests);
    Evaluation evaluation = Evaluation.of(load, log, sampler.samples(), requests, generator);
    Extras extras =
        new Extras(
            Optional.ofNullable(watch).flatMap(MemoryWatch::result),
            service.startUp(),
            Optional.of(Session.link(comparison, report.resolve("index.html"))));
    Judgement verdict = judgement(evaluation, exitCode);
    return write(
        evaluation.record(identity(), verdict, subject, extras), Optional.of(evaluation.samples()));
  }

  /** Judges the measured load. */
  Judgement judgement(Evaluation evaluation, OptionalInt exitCode) {
    Gates gates = Gates.of(evaluation, request.simulation().isPresent(), exitCode);
    gates.exchanges(exchanges);
    gates.warmUp(warmUp);
    request.injector().ifPresent(gates::injectorShare);
    return gates.verdict(warmUp.notes(), exchanges.notes(), evaluation.notes());
  }

  /**
   * Ends a run that cannot continue for a reason other than its service, and records it if it has
   * begun.
   *
   * @param reason one line
   */
  public void abort(String reason) {
    try {
      if (folder != null) {
        write(Status.ABORTED, reason);
      }
    } catch (IOException e) {
      System.err.println(e.getMessage());
    } finally {
      owner.close();
    }
  }

  /**
   * Ends a run whose service cannot be loaded, and records it as FAILED; as INVALID if this host
   * could not open a connection to it.
   *
   * @param reason one line
   * @throws IOException if the record cannot be written
   */
  public FailedRun failed(String reason) throws IOException {
    owner.close();
    Optional<String> ofHost = UnopenedConnections.reason(reason);
    String why = ofHost.orElse(reason);
    write(ofHost.isPresent() ? Status.INVALID : Status.FAILED, why);
    return new FailedRun(why);
  }

  private Identity identity() {
    return request.identity(position, startedAt);
  }

  private RunRecord write(Status status, String reason) throws IOException {
    return write(RunRecord.unmeasured(identity(), load, subject, status, reason), Optional.empty());
  }

  /** Writes the record; only the first one counts. */
  private synchronized RunRecord write(RunRecord whole, Optional<RunSamples> samples)
      throws IOException {
    RunRecord record = whole.withoutSecrets(secrets);
    if (!recorded && samples.isEmpty()) {
      folder.write(record);
    } else if (!recorded) {
      folder.write(record, samples.get());
    }
    recorded = true;
    return record;
  }

  /** Returns the record of a run that ended before its load, for a reason of one line. */
  public static RunRecord unmeasured(
      RunRequest request, Instant startedAt, Status status, String reason) {
    return RunRecord.unmeasured(
        request.identity(request.place().runId().position().orElse(1), startedAt),
        Contract.of(request).load(),
        ServiceStart.subject(request, Map.of(), RunningService.NONE),
        status,
        reason);
  }
}
