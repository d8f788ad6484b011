package io.github.restcomparison.runner;

import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Setup;
import io.github.restcomparison.records.RunRecord.StartUp;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.RunRecord.Verdict;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.UserService;
import io.github.restcomparison.records.service.State.BeforeRun;
import io.github.restcomparison.runner.figures.Figures;
import io.github.restcomparison.runner.figures.Gates;
import io.github.restcomparison.runner.figures.LocalGenerator;
import io.github.restcomparison.runner.host.Clock;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.service.BackEnd;
import io.github.restcomparison.runner.service.ClientTls;
import io.github.restcomparison.runner.service.FirstRequest;
import io.github.restcomparison.runner.service.FlightRecording;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.ServiceClient;
import io.github.restcomparison.runner.service.StartedService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.File;
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
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One run of one variant, around the load: {@link #begin} starts the service, the load checks it
 * and calls {@link #checked}, warms it up and measures it, {@link #end} stops it and writes the
 * record. Whatever happens in between, a record is left and no service.
 */
public final class Run {
  private final RunRequest request;
  private final Path project;
  private final Session session;
  private final LoadSpec load;
  private final WarmUp warmUp;
  private final Optional<Arrivals> arrivals;
  private final Exchanges exchanges = new Exchanges();
  private final PauseWatch pauses = new PauseWatch(Clock::nowNanos);
  private final Instant startedAt = Instant.now();
  private final Owner owner = new Owner();
  private Path comparison;
  private RunFolder folder;
  private int position;
  private volatile Setup setup;
  private volatile StartedService service = StartedService.NONE;
  private volatile StartedService backEnd = StartedService.NONE;
  private MemoryWatch watch; // null if nothing looks at its memory
  private Set<String> earlierReports = Set.of();
  private Optional<FlightRecording> recording = Optional.empty();
  private Sampler sampler;
  private DoubleSupplier seen;
  private DoubleSupplier seenByBackEnd;
  private boolean recorded;
  private boolean isOfStartUp;

  /** A run that failed before its load; the message is one line for the user. */
  public static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    private Failed(String message) {
      super(message);
    }
  }

  /**
   * Plans a run; nothing happens yet.
   *
   * @param project the folder with the services' modules in it
   */
  public Run(RunRequest request, Path project, Session session) {
    this.request = request;
    this.project = project;
    this.session = session;
    this.setup = setup(request, Map.of(), StartedService.NONE);
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

  /** Scheme, host and port of the service, once the run has begun. */
  public String url() {
    URI address = service.address();
    return address.getScheme() + "://" + address.getRawAuthority();
  }

  /** Where the session's runs are compared, once the run has begun. */
  public Path comparison() {
    return comparison;
  }

  /** What the load counts of the measured requests. */
  public Exchanges exchanges() {
    return exchanges;
  }

  /**
   * Starts the service, unless it runs already.
   *
   * @throws Failed if it does not start; the record says so already
   * @throws IOException if this host cannot measure now, or the record cannot be written
   */
  public void begin() throws Failed, IOException, InterruptedException {
    Optional<String> refusal = Host.tooFewFiles(load.users(), request.conduct().memory() ? 1 : 2);
    if (refusal.isEmpty() && !request.conduct().allowConcurrent()) {
      refusal = Host.take("-DallowConcurrent=true");
    }
    if (refusal.isPresent()) {
      throw new IOException(refusal.get());
    }
    RunId runId = request.place().runId();
    comparison = session.open(request.place().comparison(), request.place().session());
    position = Session.position(comparison, runId);
    Path own = Path.of("runs", runId.folder(position, request.target().name()));
    folder = new RunFolder(Files.createDirectories(comparison.resolve(own)));
    // Ctrl-C, or a failure of Gatling's, after which nothing of ours is called.
    Runtime.getRuntime().addShutdownHook(new Thread(this::abort, "run-abort"));
    Optional<BeforeRun> before = request.workload().state().beforeRun();
    if (before.isPresent()) {
      // Its failure ends the experiment: without its data no run can be measured.
      UserService user = request.target().user().orElseThrow();
      launch(user.service(), user.secrets(System.getenv())).runToEnd(before.get(), owner);
    }
    try {
      setup = setup(request, start(), service);
    } catch (IOException e) {
      throw failed(e.getMessage());
    }
    ServiceMXBean ours = service.ours();
    if (request.conduct().memory() && service.processes() != null) {
      LongSupplier inFlight =
          ours == null ? exchanges::waiting : () -> ours.getCounters().inFlight();
      watch = owner.own(new MemoryWatch(service, inFlight, load.users()));
    }
    earlierReports = GatlingLog.reports(request.place().results());
  }

  /** When the service was ready, by {@link System#nanoTime}; now if it was not started here. */
  public long readyNanos() {
    return service
        .startUp()
        .map(seen -> service.command().startNanos() + (long) (1e6 * seen.readyMs()))
        .orElseGet(System::nanoTime);
  }

  /** Starts the service, or finds it started; returns what it is configured with. */
  private Map<String, String> start() throws IOException, InterruptedException {
    Target target = request.target();
    if (target.user().isPresent()) {
      return startUsers(target.user().get());
    }
    if (target.url().isPresent()) {
      service = StartedService.at(target.url().get());
      return Map.of();
    }
    backEnd = BackEnd.start(project, load, request.placement(), folder.path(), owner);
    startVariant(target.catalogued().orElseThrow().waitingFor(load.waits()));
    return service.ours().getConfiguration();
  }

  private Optional<FirstRequest> firstRequest(Secrets secrets) {
    return FirstRequest.of(request.workload(), secrets);
  }

  private Launch launch(ServiceSpec spec, Secrets secrets) throws IOException {
    Path log = folder.path().resolve("service.log");
    return Launch.of(request.target().name(), spec, secrets, request.placement(), log);
  }

  private void startVariant(Variant variant) throws IOException, InterruptedException {
    Path key = folder.path().resolve("service.p12");
    Map<String, String> settings = request.serviceSettings(key.toString());
    if (settings.containsKey("PROTOCOL")) {
      // A setting that it does not read would be in the record only.
      if (!Variant.settings(variant.module()).contains("PROTOCOL")) {
        throw new IOException(variant.name() + ": the service has no setting PROTOCOL");
      }
      KeyStoreFile.make(key);
    }
    settings.put("HOST", "127.0.0.1");
    if (backEnd != StartedService.NONE) {
      settings.put("DOWNSTREAM", backEnd.address().toString());
    }
    try {
      service =
          launch(variant.spec(project, settings, request.runtime()), Secrets.NONE)
              .start(ClientTls.INSECURE, owner, firstRequest(Secrets.NONE), isOfStartUp);
    } finally {
      Files.deleteIfExists(key); // it has read its key once it is ready
    }
    if (service.ours() == null) {
      throw new IOException(variant.name() + ": its JVM cannot be attached to");
    }
  }

  private Map<String, String> startUsers(UserService user)
      throws IOException, InterruptedException {
    // In a cluster it runs already.
    ServiceSpec spec =
        request.target().url().map(url -> user.service().at(url.toString())).orElse(user.service());
    ClientTls tls = new ClientTls(user.workload().tls());
    Secrets secrets = user.secrets(System.getenv());
    StartedService started =
        launch(spec, secrets).start(tls, owner, firstRequest(secrets), isOfStartUp);
    ServiceClient client = owner.own(new ServiceClient(tls));
    URI base = started.address();
    Supplier<Optional<CgroupSample>> whole =
        spec.from() instanceof Origin.Address at && at.cpuSeconds().isPresent()
            ? () -> ofOtherHost(client.read(base, at.cpuSeconds().get()))
            : started.whole();
    DoubleSupplier requests =
        spec.requestCount()
            .<DoubleSupplier>map(counter -> () -> client.read(base, counter))
            .orElse(started.requests());
    service = started.with(started.processes(), started.probe(), whole, requests);
    Map<String, String> configuration = new TreeMap<>();
    switch (spec.from()) {
      case Origin.Command command -> configuration.put("command", command.command());
      case Origin.Image image -> configuration.put("image", image.image());
      case Origin.Address given -> configuration.put("url", given.url());
      case Origin.OfCatalogue ours -> configuration.put("variant", ours.variant());
    }
    spec.env().forEach((name, value) -> configuration.put("env " + name, value));
    return configuration;
  }

  /** CPU time in s that a service shows; empty if it shows none. */
  private static Optional<CgroupSample> ofOtherHost(double cpuSeconds) {
    long micros = Math.round(1e6 * cpuSeconds);
    return Double.isNaN(cpuSeconds)
        ? Optional.empty()
        : Optional.of(new CgroupSample(Clock.nowMs(), micros, Double.NaN));
  }

  /** Returns what is measured, and where, for the record. */
  static Setup setup(
      RunRequest request, Map<String, String> configuration, StartedService service) {
    Map<String, String> all = new TreeMap<>(configuration);
    all.putAll(service.jvmSettings());
    return new Setup(
        all, service.environment(request.placement()), request.target().user(), request.injector());
  }

  /** Returns why the service has ended by itself; empty while it runs. */
  public Optional<String> ended() {
    return service.ended();
  }

  /** Samples the service, which has answered as expected, from now on. */
  public void checked() throws InterruptedException {
    if (service.ours() != null) {
      warmUp.beginDrive(service.ours()::setWarmUpDelayMs);
    }
    if (request.conduct().profile()) {
      recording = FlightRecording.begin(service, folder.path().resolve(CpuProfile.RECORDING));
    }
    seen = service.counter();
    seenByBackEnd = backEnd.counter();
    sampler = owner.own(new Sampler(service, backEnd, warmUp));
    sampler.start();
    owner.own(pauses).start();
  }

  /** Called by each measured user before the first request, and by no user of the warm-up. */
  public void measuredLoadBegins() {
    if (watch != null) {
      watch.begin();
    }
  }

  /**
   * Stops the service and writes the record.
   *
   * @param simulation the simple name of the simulation that was the load
   * @throws IOException if the record cannot be written
   */
  public RunRecord end(String simulation) throws IOException {
    OptionalInt exitCode = service.exitCode();
    double requests = seen.getAsDouble() - warmUp.answers() - exchanges.beside();
    double backEndRequests = seenByBackEnd.getAsDouble() - warmUp.answers();
    recording.ifPresent(FlightRecording::end);
    owner.close();
    Path report = GatlingLog.reportFolder(request.place().results(), simulation, earlierReports);
    // No request of a user's simulation is silent: those of its warm-up are in the log, too.
    Optional<Duration> logged =
        request.isOfUserSimulation() ? Optional.of(load.warmUp()) : Optional.empty();
    GatlingLog log;
    try {
      log = GatlingLog.read(List.of(report.resolve("simulation.log")), logged);
    } catch (IOException e) {
      return write(Status.FAILED, e.getMessage());
    }
    if (request.conduct().profile()) {
      long firstMs = log.firstStartMs();
      CpuProfile profile =
          recording
              .map(each -> each.profile(firstMs))
              .orElseGet(() -> CpuProfile.missing("no JVM with a Flight Recorder was seen"));
      JsonFiles.write(folder.path().resolve(CpuProfile.FILE), profile);
    }
    LocalGenerator generator =
        new LocalGenerator(request, sampler, pauses, warmUp, arrivals, exchanges, backEndRequests);
    Figures figures = Figures.of(load, log, sampler.samples(), requests, generator);
    return write(
        verdict(figures, exitCode),
        figures
            .record()
            .with(
                Optional.ofNullable(watch).flatMap(MemoryWatch::seen),
                startUp(),
                Optional.of(link(comparison, report.resolve("index.html")))),
        figures.samples());
  }

  /**
   * Starts the service, stops it after its first right response, and writes the record.
   *
   * @throws IOException if this host cannot measure now, or the record cannot be written
   */
  public void measureStartUp() throws IOException, InterruptedException {
    isOfStartUp = true;
    try {
      begin();
    } catch (Failed e) {
      return; // the record says so
    }
    Optional<StartUp> seen = startUp();
    owner.close();
    write(
        new Verdict(Status.VALID, List.of(), List.of(), List.of()),
        RunRecord.Figures.NONE.with(Optional.empty(), seen, Optional.empty()),
        null);
  }

  private Optional<StartUp> startUp() {
    RunId run = request.place().runId();
    return service
        .startUp()
        .map(
            seen ->
                new StartUp(
                    seen.readyMs(),
                    seen.firstAnswerMs(),
                    seen.startUpCpuMs(),
                    run.round() == 1 && run.attempt() == 1,
                    seen.archives()));
  }

  private Verdict verdict(Figures figures, OptionalInt exitCode) {
    Gates gates = Gates.of(figures, request.isOfUserSimulation(), exitCode);
    gates.exchanges(exchanges);
    gates.warmUp(warmUp.mostFailed());
    request.injector().ifPresent(gates::share);
    return gates.verdict(warmUp.notes(), exchanges.notes(), figures.notes());
  }

  /** Returns the relative link from a page in a folder to a file. */
  static String link(Path folder, Path target) {
    Path relative = folder.toAbsolutePath().relativize(target.toAbsolutePath());
    return relative.toString().replace(File.separatorChar, '/');
  }

  /** Runs when this JVM ends, whatever another thread is doing. */
  private void abort() {
    try {
      write(Status.ABORTED, "ended from outside before it was over");
    } catch (IOException e) {
      System.err.println(e.getMessage());
    } finally {
      owner.close();
    }
  }

  /**
   * Ends a run whose service cannot be loaded, and records it.
   *
   * @param reason one line
   * @throws IOException if the record cannot be written
   */
  public Failed failed(String reason) throws IOException {
    owner.close();
    write(Status.FAILED, reason);
    return new Failed(reason);
  }

  private RunRecord write(Status status, String reason) throws IOException {
    return write(because(status, reason), RunRecord.Figures.NONE, null);
  }

  /** Only the first record counts. */
  private synchronized RunRecord write(
      Verdict verdict, RunRecord.Figures figures, RunSamples samples) throws IOException {
    RunRecord record =
        new RunRecord(request.identity(position, startedAt), verdict, load, setup, figures);
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
    return new RunRecord(
        request.identity(request.place().runId().position().orElse(1), startedAt),
        because(status, reason),
        request.boundLoad(),
        setup(request, Map.of(), StartedService.NONE),
        RunRecord.Figures.NONE);
  }

  private static Verdict because(Status status, String reason) {
    return new Verdict(status, List.of(reason), List.of(), List.of());
  }
}
