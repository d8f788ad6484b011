package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunRecord.Subject;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State.BeforeRun;
import io.github.restcomparison.runner.host.Clock;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.service.BackEnd;
import io.github.restcomparison.runner.service.ClientTls;
import io.github.restcomparison.runner.service.FirstRequest;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.RunningService;
import io.github.restcomparison.runner.service.ServiceClient;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Contract;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Starts what a run measures.
 *
 * @param project the folder with the services' modules in it
 * @param folder of the run, which gets the logs
 * @param owner ends what is started
 * @param isFirstRequired whether the first response must be right
 */
record ServiceStart(
    RunRequest request, Path project, Path folder, Owner owner, boolean isFirstRequired) {

  /**
   * Runs the user's command before each run.
   *
   * @throws IOException if it fails; without its data no run can be measured
   */
  void prepare() throws IOException, InterruptedException {
    Optional<BeforeRun> before = Contract.workload(request).state().beforeRun();
    if (before.isPresent()) {
      launch(request.service(), secrets()).runToEnd(before.get(), owner);
    }
  }

  /** Starts the back end that the service calls, if it calls one. */
  RunningService backEnd() throws IOException, InterruptedException {
    if (Variant.of(request.service()).isEmpty()) {
      return RunningService.NONE;
    }
    try {
      return BackEnd.start(project, Contract.load(request), request.placement(), folder, owner);
    } catch (IOException e) {
      throw new IOException("its back end: " + e.getMessage(), e);
    }
  }

  /**
   * Starts the service, or finds it started.
   *
   * @throws IOException if it does not start; one line says why
   */
  RunningService service(RunningService backEnd) throws IOException, InterruptedException {
    if (request.user().isPresent()) {
      return users();
    }
    return request.service().reached().from() instanceof Origin.Address at
        ? RunningService.at(URI.create(at.url()))
        : variant(Variant.of(request.service()).orElseThrow(), backEnd);
  }

  private Secrets secrets() {
    return Secrets.of(request.service(), Contract.workload(request), System.getenv());
  }

  private Launch launch(ServiceSpec spec, Secrets secrets) throws IOException {
    Path log = folder.resolve("service.log");
    return Launch.of(request.place().runId().variant(), spec, secrets, request.placement(), log);
  }

  private RunningService started(ServiceSpec spec, Secrets secrets, ClientTls tls)
      throws IOException, InterruptedException {
    Optional<FirstRequest> first =
        FirstRequest.of(Contract.workload(request), secrets, isFirstRequired);
    return launch(spec, secrets).start(tls, owner, first);
  }

  private RunningService variant(Variant named, RunningService backEnd)
      throws IOException, InterruptedException {
    Variant variant = named.waitingFor(Contract.load(request).waits());
    Path key = folder.resolve("service.p12");
    Map<String, String> settings = Contract.settings(request, key.toString());
    if (settings.containsKey("PROTOCOL")) {
      // A setting that it does not read would be in the record only.
      if (!Variant.settings(variant.module()).contains("PROTOCOL")) {
        throw new IOException("the service has no setting PROTOCOL");
      }
      KeyStoreFile.make(key);
    }
    settings.put("HOST", "127.0.0.1");
    if (backEnd != RunningService.NONE) {
      settings.put("DOWNSTREAM", backEnd.address().toString());
    }
    boolean needsPassword = Contract.load(request).waits() == Wait.SQL;
    RunningService service;
    try {
      ServiceSpec spec = variant.spec(project, settings, request.conduct().runtime());
      Secrets secrets = needsPassword ? BackEnd.SECRETS : Secrets.NONE;
      service = started(spec, secrets, ClientTls.INSECURE);
    } finally {
      Files.deleteIfExists(key); // it has read its key once it is ready
    }
    if (service.ours() == null) {
      throw new IOException("its JVM cannot be attached to");
    }
    return service;
  }

  private RunningService users() throws IOException, InterruptedException {
    ServiceSpec spec = request.service().reached();
    ClientTls tls = new ClientTls(Contract.workload(request).tls());
    RunningService started = started(spec, secrets(), tls);
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
    return started.with(started.processes(), started.probe(), whole, requests);
  }

  /** CPU time in s that a service shows; empty if it shows none. */
  private static Optional<CgroupSample> ofOtherHost(double cpuSeconds) {
    long micros = Math.round(1e6 * cpuSeconds);
    return Double.isNaN(cpuSeconds)
        ? Optional.empty()
        : Optional.of(new CgroupSample(Clock.nowMs(), micros, Double.NaN));
  }

  /** Returns what is measured, and where, for the record. */
  Subject subject(RunningService service) {
    Map<String, String> settings =
        request.user().isPresent()
            ? request.service().reached().settings()
            : service.ours() == null ? Map.of() : service.ours().getConfiguration();
    return subject(request, settings, service);
  }

  /** The same with other settings of the service. */
  static Subject subject(RunRequest request, Map<String, String> settings, RunningService service) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(service.jvmSettings());
    return new Subject(
        all,
        service.environment(request.placement()),
        request.user().map(_ -> request.service()),
        request.user(),
        request.injector());
  }
}
