package io.github.restcomparison.runner;

import io.github.restcomparison.contracttck.AnswerSize;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.service.Lifecycle;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.service.HttpClients;
import io.github.restcomparison.runner.service.Instance;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.MetricReader;
import io.github.restcomparison.runner.service.Readiness;
import io.github.restcomparison.runner.service.RequestCheck;
import io.github.restcomparison.runner.service.StartedWith;
import io.github.restcomparison.runner.service.VariantService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** What a run measures, with all that looks at it; what cannot be seen of it is absent. */
final class MeasuredService {
  private static final Duration CHECK_PAUSE = Duration.ofMillis(500);

  private final RunRequest request;
  private final URI address;
  private final Instance instance;
  private final SampledService sampled;
  private final Optional<StartedWith> with;
  private Map<String, String> configuration = Map.of();

  /** Null if the service calls no back end. */
  private BackEndProcess backEnd;

  /** Null if nobody is to look at its memory. */
  private MemoryWatch watch;

  /** Null if it is not the user's. */
  private UserSide user;

  private OptionalDouble requestsBefore = OptionalDouble.empty();

  /** What there is of a service of the user's alone. */
  private record UserSide(
      UserService service, RequestCheck check, MetricReader metrics, Lifecycle lifecycle) {}

  private MeasuredService(
      RunRequest request, URI address, Instance instance, SampledService sampled)
      throws IOException, InterruptedException {
    this.request = request;
    this.address = address;
    this.instance = instance;
    this.sampled = sampled;
    this.with = StartedWith.of(instance, sampled);
  }

  /**
   * What a service is started with.
   *
   * @param project the folder with the modules in it
   * @param folder of the run, which gets the logs
   * @param owner ends all that is started
   * @param record of the feeders, the first: what requests are filled with before the load
   * @param waiting how many requests wait for an answer, which only the load can tell
   */
  record Setting(
      Path project,
      Path folder,
      Clock clock,
      Owner owner,
      Map<String, String> record,
      LongSupplier waiting) {}

  /**
   * Starts the service, or finds it started.
   *
   * @throws IOException if it is not ready in time; one line says why
   */
  static MeasuredService start(RunRequest request, Setting setting)
      throws IOException, InterruptedException {
    return switch (request.target()) {
      case Target.Started ours -> started(request, ours.service(request.boundLoad()), setting);
      case Target.Running running ->
          new MeasuredService(request, running.resource(), List::of, SampledService.UNSEEN);
      case Target.OfUser theirs -> ofUser(request, theirs, setting);
    };
  }

  private static MeasuredService started(RunRequest request, Variant variant, Setting setting)
      throws IOException, InterruptedException {
    LoadSpec load = request.boundLoad();
    Map<String, String> environment = new HashMap<>();
    environment.put("HOST", "127.0.0.1");
    environment.put("WAIT", load.waits());
    environment.put("DELAY_MS", Integer.toString(load.delayMs()));
    environment.put("WORKERS", request.load().workersText());
    Optional<BackEndProcess> backEnd =
        BackEndProcess.start(
            setting.project,
            load.delay(),
            load.downstreamConnections().orElse(0),
            request.placement(),
            setting.clock,
            setting.folder,
            setting.owner);
    backEnd.ifPresent(called -> environment.putAll(called.environment()));
    load.downstreamConnections()
        .ifPresent(most -> environment.put("DOWNSTREAM_CONNECTIONS", Integer.toString(most)));
    boolean isTls = load.protocol().isPresent();
    Launch.Started started;
    // It has read its key once it is ready.
    try (KeyStoreFile key = isTls ? KeyStoreFile.in(setting.folder) : null) {
      if (key != null) {
        environment.putAll(request.overTls(key.path().toString()));
      }
      started =
          VariantService.launch(
                  setting.project,
                  variant,
                  environment,
                  request.runtime(),
                  request.placement(),
                  setting.folder.resolve("service.log"))
              .start(VariantService.readiness(), setting.owner);
    }
    SampledService sampled = probed(started, setting.owner);
    if (sampled.probe() == null) {
      throw new IOException(variant.name() + ": its JVM cannot be attached to");
    }
    MeasuredService measured =
        new MeasuredService(
            request, started.address().resolve(Endpoint.RESOURCE), started.instance(), sampled);
    measured.backEnd = backEnd.orElse(null);
    measured.configuration = new TreeMap<>(sampled.probe().configuration());
    measured.requireSettings(variant, variant.settings().keySet());
    measured.requireSettings(variant, isTls ? Set.of("PROTOCOL") : Set.of());
    measured.watchMemory(sampled.probe()::inFlight, setting.owner);
    return measured;
  }

  private static SampledService probed(Launch.Started started, Owner owner)
      throws IOException, InterruptedException {
    SampledService sampled = started.instance().sampled().probed();
    if (sampled.probe() != null) {
      owner.own(sampled.probe());
    }
    return sampled;
  }

  /** A setting that the service has not read would be in the name of what is measured only. */
  private void requireSettings(Variant variant, Set<String> settings) throws IOException {
    for (String name : settings) {
      if (!configuration.containsKey(Settings.property(name))) {
        throw new IOException("%s: the service has no setting %s".formatted(variant.name(), name));
      }
    }
  }

  private static MeasuredService ofUser(RunRequest request, Target.OfUser target, Setting setting)
      throws IOException, InterruptedException {
    UserService user = target.user();
    ServiceSpec spec = user.service();
    Secrets secrets = user.secrets(System.getenv());
    HttpClient client = HttpClients.of(user.workload().insecure(), request.load().isHttp2());
    Launch.Started started =
        Launch.of(
                target.name(),
                spec,
                secrets,
                request.placement(),
                setting.folder.resolve("service.log"))
            .start(Readiness.by(client), setting.owner);
    MetricReader metrics = new MetricReader(client, started.address());
    SampledService sampled = probed(started, setting.owner);
    if (spec.cpuSeconds().isPresent()) {
      sampled =
          new SampledService(
              sampled.processes(),
              sampled.probe(),
              sampled.cgroup(),
              () -> metrics.read(spec.cpuSeconds().get()));
    }
    MeasuredService measured =
        new MeasuredService(request, started.address(), started.instance(), sampled);
    measured.user =
        new UserSide(
            user,
            new RequestCheck(client, started.address(), secrets, setting.record),
            metrics,
            spec.lifecycle());
    measured.configuration = configuration(spec);
    measured.watchMemory(setting.waiting, setting.owner);
    return measured;
  }

  private static Map<String, String> configuration(ServiceSpec spec) {
    Map<String, String> all = new TreeMap<>();
    switch (spec.from()) {
      case Origin.Command command -> all.put("command", command.command());
      case Origin.Image image -> all.put("image", image.image());
      case Origin.Address address -> all.put("url", address.url());
      case Origin.OfCatalogue ours -> all.put("variant", ours.variant());
    }
    spec.env().forEach((name, value) -> all.put("env " + name, value));
    return all;
  }

  private void watchMemory(LongSupplier waiting, Owner owner) throws InterruptedException {
    if (request.conduct().memory() && sampled.processes() != null) {
      watch = owner.own(new MemoryWatch(sampled, waiting, request.load().users()));
    }
  }

  /** Where the load goes: the resource of a service of ours, the root of one of the user's. */
  URI address() {
    return address;
  }

  /** What it runs with, as far as it, or its user, says. */
  Map<String, String> configuration() {
    return configuration;
  }

  /** What its JVM was started with. */
  Optional<StartedWith> with() {
    return with;
  }

  /** What of it can be sampled. */
  SampledService sampled() {
    return sampled;
  }

  /** What it exited with; empty while it runs. */
  OptionalInt exitCode() {
    return instance.exitCode();
  }

  /** What it calls, if that is ours. */
  Optional<BackEndProcess> backEnd() {
    return Optional.ofNullable(backEnd);
  }

  /** What it held while all users waited; empty if nobody was to look, or never all did. */
  Optional<WaitingMemory> waiting() {
    return watch == null ? Optional.empty() : watch.seen();
  }

  /**
   * Checks it before the load.
   *
   * @param load with its bounds
   * @return what it has wrong, a clause each
   */
  List<String> violations(LoadSpec load) throws InterruptedException {
    if (user != null) {
      return violationsOfUser();
    }
    OptionalInt atOnce =
        IntStream.concat(load.workers().stream(), load.downstreamConnections().stream()).min();
    List<String> violations =
        ContractCheck.violations(address, load.delay().shortest(), load.delay().longest(), atOnce);
    return violations.isEmpty() && load.isHttp2() ? withoutHttp2() : violations;
  }

  /** A service without a ready path may listen before it is ready: it is asked again. */
  private List<String> violationsOfUser() throws InterruptedException {
    long start = System.nanoTime();
    boolean mayStillStart =
        user.service.service().from().isLaunched() && user.lifecycle.ready().isEmpty();
    Duration limit = user.lifecycle.startLimit();
    List<String> violations = user.check.violations(user.service.workload());
    while (!violations.isEmpty()
        && mayStillStart
        && instance.ended() == null
        && System.nanoTime() - start < limit.toNanos()) {
      Thread.sleep(CHECK_PAUSE);
      violations = user.check.violations(user.service.workload());
    }
    if (violations.isEmpty() || !mayStillStart) {
      return violations;
    }
    List<String> all = new ArrayList<>(violations);
    all.add(
        "asked again for %d s; --ready PATH says when it is ready".formatted(limit.toSeconds()));
    return all;
  }

  /** The check speaks HTTP/1.1, and a load would be content with it, too. */
  private List<String> withoutHttp2() throws InterruptedException {
    try (HttpClient client = HttpClients.of(true, true)) {
      HttpRequest get = HttpRequest.newBuilder(address).build();
      HttpClient.Version version = client.send(get, BodyHandlers.discarding()).version();
      return version == HttpClient.Version.HTTP_2
          ? List.of()
          : List.of("asked for HTTP/2, it answers in " + version);
    } catch (IOException e) {
      return List.of("no answer over HTTP/2: " + e);
    }
  }

  /** Bytes of a right answer, head and body; empty if answers differ, or in HTTP/2. */
  OptionalLong answerBytes(LoadSpec load) throws IOException {
    if (user != null || load.isHttp2()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(AnswerSize.of(address, load.delay().longest().plusSeconds(10)));
    } catch (IOException e) {
      throw new IOException("no answer from " + address + ": " + e.getMessage(), e);
    }
  }

  /** It has been checked, and the load begins. */
  void loadBegins(WarmUp warmUp) {
    JvmProbe probe = ofOurs();
    if (probe != null && warmUp.drives()) {
      probe.setWarmUpDelayMs(warmUp.driveDelayMs());
      warmUp.afterDrive(() -> endDrive(probe));
    }
    requestsBefore = counted();
    if (backEnd != null) {
      backEnd.beginSampling();
    }
  }

  private static void endDrive(JvmProbe probe) {
    try {
      probe.setWarmUpDelayMs(0);
    } catch (RuntimeException e) {
      // The service has ended, or does not answer; the gates of the answers report it.
    }
  }

  /** The probe of a service of this project that was started here; else null. */
  private JvmProbe ofOurs() {
    return user == null ? sampled.probe() : null;
  }

  /** The warm-up is over, and no request is open. */
  void measuredLoadBegins() {
    if (watch != null) {
      watch.begin();
    }
  }

  /** How many requests it has counted since the load began, the warm-up's included. */
  OptionalLong requestsSeen() {
    OptionalDouble now = counted();
    return now.isPresent() && requestsBefore.isPresent()
        ? OptionalLong.of(Math.round(now.getAsDouble() - requestsBefore.getAsDouble()))
        : OptionalLong.empty();
  }

  /** Empty if it does not count, has ended, or does not answer. */
  private OptionalDouble counted() {
    if (user != null) {
      return user.service
          .service()
          .requestCount()
          .map(user.metrics::read)
          .orElse(OptionalDouble.empty());
    }
    try {
      return ofOurs() == null || exitCode().isPresent()
          ? OptionalDouble.empty()
          : OptionalDouble.of(ofOurs().requestsSeen());
    } catch (RuntimeException e) {
      return OptionalDouble.empty();
    }
  }
}
