package io.github.restcomparison.runner;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.service.MetricSource;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.backend.BackEnd;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.sampling.SampledService;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.RunEnvironment;
import io.github.restcomparison.runner.service.ServiceClient;
import io.github.restcomparison.runner.service.StartedService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a run measures, with all that looks at it; what cannot be seen of it is absent. */
final class MeasuredService {
  private final RunRequest request;
  private final Path folder;
  private final Owner owner;
  private final Map<String, String> configuration = new TreeMap<>();
  private StartedService started;
  private OptionalDouble requestsBefore = OptionalDouble.empty();
  private Environment environment;

  /** Sets its delay for the warm-up; null if nothing can. */
  private ServiceMXBean driven;

  /** Null if it calls no back end of ours. */
  private StartedService backEnd;

  private OptionalDouble requestsOfBackEndBefore = OptionalDouble.empty();

  /** Null if nothing looks at its memory. */
  private MemoryWatch watch;

  private MeasuredService(RunRequest request, Path folder, Owner owner) {
    this.request = request;
    this.folder = folder;
    this.owner = owner;
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
    MeasuredService measured = new MeasuredService(request, folder, owner);
    Target target = request.target();
    if (target.user().isPresent()) {
      measured.startUsers(target.user().get());
    } else if (target.url().isPresent()) {
      measured.started = StartedService.at(target.url().get());
    } else {
      measured.startVariant(project, Catalogue.variant(target.variant().orElseThrow()));
    }
    measured.environment =
        RunEnvironment.of(
            measured.started.sampled(), measured.started.container(), request.placement());
    if (request.conduct().memory() && measured.started.sampled().processes() != null) {
      ServiceMXBean ours = measured.driven;
      measured.watch =
          owner.own(
              new MemoryWatch(
                  measured.started.sampled(),
                  ours == null ? waiting : () -> ours.getCounters().inFlight(),
                  request.load().users()));
    }
    return measured;
  }

  private void startVariant(Path project, Variant listed) throws IOException, InterruptedException {
    LoadSpec load = request.boundLoad();
    Variant variant = listed.waitingFor(load.waits());
    boolean isTls = load.protocol().isPresent();
    backEnd = BackEnd.start(project, load, request.placement(), folder, owner);
    Path key = folder.resolve("service.p12");
    if (isTls) {
      KeyStoreFile.make(key);
    }
    Map<String, String> settings = request.serviceSettings(key.toString());
    settings.put("HOST", "127.0.0.1");
    if (backEnd != null) {
      settings.put("DOWNSTREAM", backEnd.address().toString());
    }
    Path log = folder.resolve("service.log");
    Launch launch =
        Launch.of(project, variant, settings, request.runtime(), request.placement(), log);
    try {
      started = launch.start(true, owner);
    } finally {
      Files.deleteIfExists(key); // it has read its key once it is ready
    }
    JvmProbe probe = started.sampled().probe();
    if (probe == null) {
      throw new IOException(variant.name() + ": its JVM cannot be attached to");
    }
    driven = probe.service();
    configuration.putAll(driven.getConfiguration());
    TreeSet<String> given = new TreeSet<>(variant.settings().keySet());
    if (isTls) {
      given.add("PROTOCOL");
    }
    // A setting that the service has not read would be in the name of what is measured only.
    for (String name : given) {
      if (!configuration.containsKey(Settings.property(name))) {
        throw new IOException("%s: the service has no setting %s".formatted(variant.name(), name));
      }
    }
  }

  private void startUsers(UserService user) throws IOException, InterruptedException {
    // In a cluster it runs already.
    ServiceSpec spec =
        request.target().url().map(url -> user.service().at(url.toString())).orElse(user.service());
    boolean insecure = user.workload().insecure();
    StartedService service =
        Launch.of(
                request.target().name(),
                spec,
                user.secrets(System.getenv()),
                request.placement(),
                folder.resolve("service.log"))
            .start(insecure, owner);
    ServiceClient client = owner.own(new ServiceClient(insecure));
    SampledService seen =
        spec.from() instanceof Origin.Address at && at.cpuSeconds().isPresent()
            ? service.sampled().withCpu(read(at.cpuSeconds(), service, client))
            : service.sampled();
    started =
        new StartedService(
            service.command(), service.address(), seen, read(spec.requestCount(), service, client));
    switch (spec.from()) {
      case Origin.Command command -> configuration.put("command", command.command());
      case Origin.Image image -> configuration.put("image", image.image());
      case Origin.Address given -> configuration.put("url", given.url());
      case Origin.OfCatalogue ours -> configuration.put("variant", ours.variant());
    }
    spec.env().forEach((name, value) -> configuration.put("env " + name, value));
  }

  private static Supplier<OptionalDouble> read(
      Optional<MetricSource> source, StartedService service, ServiceClient client) {
    return () ->
        source.map(each -> client.read(service.address(), each)).orElse(OptionalDouble.empty());
  }

  /** What was started, or found. */
  StartedService started() {
    return started;
  }

  /** What of its back end can be sampled. */
  SampledService sampledBackEnd() {
    return backEnd == null ? SampledService.UNSEEN : backEnd.sampled();
  }

  /** What it runs with, as far as it, or its user, says. */
  Map<String, String> configuration() {
    return configuration;
  }

  /** Where it runs, and what its JVM was started with. */
  Environment environment() {
    return environment;
  }

  /** What it held while all users waited; empty if nothing looked, or never all waited. */
  Optional<WaitingMemory> waiting() {
    return watch == null ? Optional.empty() : watch.seen();
  }

  /** It has been checked, and the load begins. */
  void loadBegins(WarmUp warmUp) {
    if (driven != null && warmUp.drives()) {
      driven.setWarmUpDelayMs(warmUp.driveDelayMs());
      warmUp.afterDrive(this::endDrive);
    }
    requestsBefore = started.requests().get();
    if (backEnd != null) {
      requestsOfBackEndBefore = backEnd.requests().get();
    }
  }

  private void endDrive() {
    try {
      driven.setWarmUpDelayMs(0);
    } catch (RuntimeException e) {
      // The service has ended, or does not respond; the gates of the responses report it.
    }
  }

  /**
   * How many requests it has counted since the load began, the warm-up's included; NaN if unknown.
   */
  double requestsSeen() {
    return started.requestsSince(requestsBefore);
  }

  /** The same of its back end; NaN if there is none. */
  double requestsSeenByBackEnd() {
    return backEnd == null ? Double.NaN : backEnd.requestsSince(requestsOfBackEndBefore);
  }

  /** The warm-up is over, and no request is open. */
  void measuredLoadBegins() {
    if (watch != null) {
      watch.begin();
    }
  }
}
