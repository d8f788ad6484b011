package io.github.restcomparison.runner;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.service.HttpClients;
import io.github.restcomparison.runner.service.Instance;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.MetricReader;
import io.github.restcomparison.runner.service.Readiness;
import io.github.restcomparison.runner.service.StartedWith;
import io.github.restcomparison.runner.service.VariantService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
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

/** What a run measures, with all that looks at it; what cannot be seen of it is absent. */
final class MeasuredService {
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
  private record UserSide(ServiceSpec spec, MetricReader metrics) {}

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
   * @param waiting how many requests wait for an answer, which only the load can tell
   */
  record Setting(Path project, Path folder, Owner owner, LongSupplier waiting) {}

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
            load.bounds().downstreamConnections().orElse(0),
            request.placement(),
            setting.folder,
            setting.owner);
    backEnd.ifPresent(called -> environment.putAll(called.environment()));
    load.bounds()
        .downstreamConnections()
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
    Launch.Started started =
        Launch.of(
                target.name(),
                spec,
                secrets,
                request.placement(),
                setting.folder.resolve("service.log"))
            .start(Readiness.by(HttpClients.of(user.workload().insecure())), setting.owner);
    MetricReader metrics =
        setting.owner.own(new MetricReader(started.address(), user.workload().insecure()));
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
    measured.user = new UserSide(spec, metrics);
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

  /** Why it ended by itself; empty while it runs, or if nobody can tell. */
  Optional<String> ended() {
    return Optional.ofNullable(instance.ended());
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
      backEnd.loadBegins();
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
      return user.spec.requestCount().map(user.metrics::read).orElse(OptionalDouble.empty());
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
