package io.github.restcomparison.runner;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.RunEnvironment;
import io.github.restcomparison.runner.service.ServiceClient;
import io.github.restcomparison.runner.service.VariantService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a run measures, with all that looks at it; what cannot be seen of it is absent. */
final class MeasuredService {
  private final URI address;
  private final Launch.Started started;
  private final Environment environment;
  private Map<String, String> configuration = Map.of();

  /** Reads how many requests it has counted. */
  private Supplier<OptionalDouble> counter = OptionalDouble::empty;

  private OptionalDouble requestsBefore = OptionalDouble.empty();

  /** Sets its delay for the warm-up; null if nothing can. */
  private ServiceMXBean driven;

  /** Null if it calls no back end. */
  private BackEndProcess backEnd;

  /** Null if nothing looks at its memory. */
  private MemoryWatch watch;

  private MeasuredService(URI address, Launch.Started started, Environment environment) {
    this.address = address;
    this.started = started;
    this.environment = environment;
  }

  /**
   * Starts the service, or finds it started.
   *
   * @param project the folder with the modules in it
   * @param folder of the run, which gets the logs
   * @param owner ends all that is started
   * @param waiting how many requests wait for a response, which only the load can tell
   * @throws IOException if it is not ready in time; one line says why
   */
  static MeasuredService start(
      RunRequest request, Path project, Path folder, Owner owner, LongSupplier waiting)
      throws IOException, InterruptedException {
    return switch (request.target()) {
      case Target.Started ours ->
          ofCatalogue(request, ours.service(request.boundLoad()), project, folder, owner);
      case Target.OfUser theirs -> ofUser(request, theirs, folder, owner, waiting);
      case Target.Running running ->
          new MeasuredService(
              running.resource(),
              new Launch.Started(List::of, running.resource(), SampledService.UNSEEN),
              RunEnvironment.of(request.placement()));
    };
  }

  private static MeasuredService ofCatalogue(
      RunRequest request, Variant variant, Path project, Path folder, Owner owner)
      throws IOException, InterruptedException {
    LoadSpec load = request.boundLoad();
    Map<String, String> settings = new HashMap<>();
    settings.put("HOST", "127.0.0.1");
    settings.put("WAIT", load.waits());
    settings.put("DELAY_MS", Integer.toString(load.delayMs()));
    settings.put("WORKERS", request.load().workersText());
    load.bounds()
        .downstreamConnections()
        .ifPresent(most -> settings.put("DOWNSTREAM_CONNECTIONS", Integer.toString(most)));
    BackEndProcess backEnd =
        BackEndProcess.start(project, load, request.placement(), folder, owner);
    if (backEnd != null) {
      settings.put("DOWNSTREAM", backEnd.address());
    }
    boolean isTls = load.protocol().isPresent();
    Launch.Started started;
    // It has read its key once it is ready.
    try (KeyStoreFile key = isTls ? KeyStoreFile.in(folder) : null) {
      if (key != null) {
        settings.putAll(request.tlsSettings(key.path().toString()));
      }
      Path log = folder.resolve("service.log");
      started =
          VariantService.launch(
                  project, variant, settings, request.runtime(), request.placement(), log)
              .start(true, owner);
    }
    JvmProbe probe = started.sampled().probe();
    if (probe == null) {
      throw new IOException(variant.name() + ": its JVM cannot be attached to");
    }
    URI resource = started.address().resolve(Endpoint.RESOURCE);
    MeasuredService measured =
        new MeasuredService(resource, started, RunEnvironment.of(started, request.placement()));
    measured.backEnd = backEnd;
    measured.driven = probe.service();
    measured.counter = () -> counted(started, probe);
    measured.configuration = new TreeMap<>(probe.service().getConfiguration());
    measured.requireSettings(variant, isTls);
    measured.watchMemory(request, () -> probe.service().getCounters().inFlight(), owner);
    return measured;
  }

  private static OptionalDouble counted(Launch.Started started, JvmProbe probe) {
    try {
      return started.instance().exitCode().isPresent()
          ? OptionalDouble.empty()
          : OptionalDouble.of(probe.service().getCounters().requestsSeen());
    } catch (RuntimeException e) {
      return OptionalDouble.empty(); // it has ended
    }
  }

  /** A setting that the service has not read would be in the name of what is measured only. */
  private void requireSettings(Variant variant, boolean isTls) throws IOException {
    List<String> settings = new ArrayList<>(variant.settings().keySet());
    settings.addAll(isTls ? List.of("PROTOCOL") : List.of());
    for (String name : settings) {
      if (!configuration.containsKey(Settings.property(name))) {
        throw new IOException("%s: the service has no setting %s".formatted(variant.name(), name));
      }
    }
  }

  private static MeasuredService ofUser(
      RunRequest request, Target.OfUser target, Path folder, Owner owner, LongSupplier waiting)
      throws IOException, InterruptedException {
    UserService user = target.user();
    ServiceSpec spec = user.service();
    boolean insecure = user.workload().insecure();
    Launch.Started started =
        Launch.of(
                target.name(),
                spec,
                user.secrets(System.getenv()),
                request.placement(),
                folder.resolve("service.log"))
            .start(insecure, owner);
    URI address = started.address();
    ServiceClient client = owner.own(new ServiceClient(insecure));
    if (spec.cpuSeconds().isPresent()) {
      started = started.withCpu(() -> client.read(address, spec.cpuSeconds().get()));
    }
    MeasuredService measured =
        new MeasuredService(address, started, RunEnvironment.of(started, request.placement()));
    spec.requestCount().ifPresent(source -> measured.counter = () -> client.read(address, source));
    measured.configuration = configuration(spec);
    measured.watchMemory(request, waiting, owner);
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

  private void watchMemory(RunRequest request, LongSupplier waiting, Owner owner)
      throws InterruptedException {
    if (request.conduct().memory() && sampled().processes() != null) {
      watch = owner.own(new MemoryWatch(sampled(), waiting, request.load().users()));
    }
  }

  /** Where the load goes: the resource of a service of ours, the root of a user's. */
  URI address() {
    return address;
  }

  /** What it runs with, as far as it, or its user, says. */
  Map<String, String> configuration() {
    return configuration;
  }

  /** Where it runs, and what its JVM was started with. */
  Environment environment() {
    return environment;
  }

  /** What of it can be sampled. */
  SampledService sampled() {
    return started.sampled();
  }

  /** What it exited with; empty while it runs. */
  OptionalInt exitCode() {
    return started.instance().exitCode();
  }

  /** What it calls, if that is ours. */
  Optional<BackEndProcess> backEnd() {
    return Optional.ofNullable(backEnd);
  }

  /** What it held while all users waited; empty if nothing looked, or never all waited. */
  Optional<WaitingMemory> waiting() {
    return watch == null ? Optional.empty() : watch.seen();
  }

  /** Why it ended by itself; empty while it runs, or if nothing can tell. */
  Optional<String> ended() {
    return Optional.ofNullable(started.instance().ended());
  }

  /** It has been checked, and the load begins. */
  void loadBegins(WarmUp warmUp) {
    if (driven != null && warmUp.drives()) {
      driven.setWarmUpDelayMs(warmUp.driveDelayMs());
      warmUp.afterDrive(this::endDrive);
    }
    requestsBefore = counter.get();
    if (backEnd != null) {
      backEnd.loadBegins();
    }
  }

  private void endDrive() {
    try {
      driven.setWarmUpDelayMs(0);
    } catch (RuntimeException e) {
      // The service has ended, or does not respond; the gates of the responses report it.
    }
  }

  /** The warm-up is over, and no request is open. */
  void measuredLoadBegins() {
    if (watch != null) {
      watch.begin();
    }
  }

  /** How many requests it has counted since the load began, the warm-up's included. */
  OptionalLong requestsSeen() {
    OptionalDouble now = counter.get();
    return now.isPresent() && requestsBefore.isPresent()
        ? OptionalLong.of(Math.round(now.getAsDouble() - requestsBefore.getAsDouble()))
        : OptionalLong.empty();
  }
}
