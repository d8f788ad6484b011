package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunRecord.Setup;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.runner.host.Clock;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.service.BackEnd;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.ServiceClient;
import io.github.restcomparison.runner.service.StartedService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a run measures, with all that looks at it.
 *
 * @param service what was started, or found
 * @param backEnd that it calls; {@link StartedService#NONE} if it calls none of ours
 * @param setup what it runs with, as far as it, or its user, says
 * @param watch looks at its memory; null if nothing does
 */
record MeasuredService(
    StartedService service, StartedService backEnd, Setup setup, MemoryWatch watch) {

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
    Map<String, String> configuration = new TreeMap<>();
    StartedService backEnd = StartedService.NONE;
    StartedService service;
    Target target = request.target();
    if (target.user().isPresent()) {
      service = startUsers(request, folder, owner, configuration);
    } else if (target.url().isPresent()) {
      service = StartedService.at(target.url().get());
    } else {
      backEnd = BackEnd.start(project, request.boundLoad(), request.placement(), folder, owner);
      service = startVariant(request, project, folder, owner, backEnd);
      configuration.putAll(service.ours().getConfiguration());
    }
    MemoryWatch watch = null;
    if (request.conduct().memory() && service.processes() != null) {
      ServiceMXBean ours = service.ours();
      LongSupplier inFlight = ours == null ? waiting : () -> ours.getCounters().inFlight();
      watch = owner.own(new MemoryWatch(service, inFlight, request.load().users()));
    }
    return new MeasuredService(service, backEnd, setup(request, configuration, service), watch);
  }

  /** Returns what was measured, and where, for the record. */
  static Setup setup(
      RunRequest request, Map<String, String> configuration, StartedService service) {
    return new Setup(
        configuration,
        service.environment(request.placement()),
        request.target().user(),
        request.injector());
  }

  private static StartedService startVariant(
      RunRequest request, Path project, Path folder, Owner owner, StartedService backEnd)
      throws IOException, InterruptedException {
    Variant variant =
        request.target().catalogued().orElseThrow().waitingFor(request.load().waits());
    Path key = folder.resolve("service.p12");
    Map<String, String> settings = request.serviceSettings(key.toString());
    if (settings.containsKey("PROTOCOL")) {
      // A setting that it does not read would be in the record only.
      if (!Catalogue.settings(variant.module()).contains("PROTOCOL")) {
        throw new IOException(variant.name() + ": the service has no setting PROTOCOL");
      }
      KeyStoreFile.make(key);
    }
    settings.put("HOST", "127.0.0.1");
    if (backEnd != StartedService.NONE) {
      settings.put("DOWNSTREAM", backEnd.address().toString());
    }
    ServiceSpec spec = variant.spec(project, settings, request.runtime());
    try {
      StartedService service =
          Launch.of(
                  variant.name(),
                  spec,
                  Secrets.NONE,
                  request.placement(),
                  folder.resolve("service.log"))
              .start(true, owner);
      if (service.ours() == null) {
        throw new IOException(variant.name() + ": its JVM cannot be attached to");
      }
      return service;
    } finally {
      Files.deleteIfExists(key); // it has read its key once it is ready
    }
  }

  private static StartedService startUsers(
      RunRequest request, Path folder, Owner owner, Map<String, String> configuration)
      throws IOException, InterruptedException {
    UserService user = request.target().user().orElseThrow();
    // In a cluster it runs already.
    ServiceSpec spec =
        request.target().url().map(url -> user.service().at(url.toString())).orElse(user.service());
    switch (spec.from()) {
      case Origin.Command command -> configuration.put("command", command.command());
      case Origin.Image image -> configuration.put("image", image.image());
      case Origin.Address given -> configuration.put("url", given.url());
      case Origin.OfCatalogue ours -> configuration.put("variant", ours.variant());
    }
    spec.env().forEach((name, value) -> configuration.put("env " + name, value));
    boolean insecure = user.workload().insecure();
    Secrets secrets = user.secrets(System.getenv());
    String name = request.target().name();
    StartedService started =
        Launch.of(name, spec, secrets, request.placement(), folder.resolve("service.log"))
            .start(insecure, owner);
    ServiceClient client = owner.own(new ServiceClient(insecure));
    URI base = started.address();
    Supplier<Optional<CgroupSample>> whole =
        spec.from() instanceof Origin.Address at && at.cpuSeconds().isPresent()
            ? () -> ofOtherHost(client.read(base, at.cpuSeconds().get()))
            : started.whole();
    DoubleSupplier requests =
        spec.requestCount()
            .<DoubleSupplier>map(counter -> () -> client.read(base, counter))
            .orElse(started.requests());
    return started.with(started.processes(), started.probe(), whole, requests);
  }

  /** CPU time in s that a service shows; empty if it shows none. */
  private static Optional<CgroupSample> ofOtherHost(double cpuSeconds) {
    long micros = Math.round(1e6 * cpuSeconds);
    return Double.isNaN(cpuSeconds)
        ? Optional.empty()
        : Optional.of(new CgroupSample(Clock.nowMs(), micros, Double.NaN));
  }
}
