package io.github.restcomparison.runner;

import io.github.restcomparison.records.RunRecord.Subject;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State.BeforeRun;
import io.github.restcomparison.runner.host.CallerEnvironment;
import io.github.restcomparison.runner.host.Clock;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.service.BackEnd;
import io.github.restcomparison.runner.service.ClientTls;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.Launch;
import io.github.restcomparison.runner.service.MetricsClient;
import io.github.restcomparison.runner.service.RunningService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Contract;
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
import java.util.function.Supplier;

/**
 * Starts the processes of a run.
 *
 * @param project the folder with the services' modules in it
 * @param folder of the run, which gets the logs
 * @param owner ends them
 * @param secrets that the service and its requests refer to
 */
record ServiceStart(Contract contract, Path project, Path folder, Owner owner, Secrets secrets) {

  /** Returns the secrets of a run; a service of this project has the secrets of its back end. */
  static Secrets secrets(Contract contract) {
    RunRequest request = contract.request();
    if (request.user().isPresent()) {
      return Secrets.of(
          request.service(),
          contract.workload(),
          CallerEnvironment.restored(System.getenv()),
          request.flags().withheld());
    }
    return contract.load().waitKind() == Wait.SQL ? BackEnd.SECRETS : Secrets.NONE;
  }

  private RunRequest request() {
    return contract.request();
  }

  /**
   * Runs the user's command before each run.
   *
   * @return its processes that are still running; they end with the run
   * @throws IOException if it fails; without its data no run can be measured
   */
  RunningService runBeforeCommand() throws IOException, InterruptedException {
    Optional<BeforeRun> before = contract.workload().state().beforeRun();
    return before.isPresent()
        ? launch(request().service()).runToEnd(before.get(), owner)
        : RunningService.NONE;
  }

  /** Starts the back end that the service calls, if it calls one. */
  RunningService startBackEnd() throws IOException, InterruptedException {
    if (Variant.of(request().service()).isEmpty()) {
      return RunningService.NONE;
    }
    try {
      return BackEnd.start(project, contract.load(), request().placement(), folder, owner);
    } catch (IOException e) {
      throw new IOException("back end: " + e.getMessage(), e);
    }
  }

  /**
   * Starts the service, or finds it started, and waits until it listens.
   *
   * @throws IOException if it does not start; with the reason in one line
   */
  RunningService startService(RunningService backEnd) throws IOException, InterruptedException {
    ServiceSpec reached = request().service().withReachableAddress();
    if (request().user().isPresent()) {
      RunningService users = launch(reached).start(owner);
      tls().requireTrust(users.address());
      return users;
    }
    return reached.from() instanceof Origin.Address at
        ? RunningService.ofAddress(URI.create(at.url()))
        : variant(Variant.of(request().service()).orElseThrow(), backEnd);
  }

  private ClientTls tls() {
    return new ClientTls(contract.workload().tls());
  }

  private Launch launch(ServiceSpec spec) throws IOException {
    Path log = folder.resolve("service.log");
    return Launch.of(spec, secrets, request().placement(), log);
  }

  private RunningService variant(Variant named, RunningService backEnd)
      throws IOException, InterruptedException {
    Variant variant = named.withWait(contract.load().waitKind());
    Path key = folder.resolve("service.p12");
    Map<String, String> settings = contract.settings(key.toString());
    boolean isTls = settings.containsKey("PROTOCOL");
    if (isTls) {
      // A setting that it does not read would be in the record only.
      if (!Variant.settings(variant.module()).contains("PROTOCOL")) {
        throw new IOException("the service has no setting PROTOCOL");
      }
      owner.own(() -> Files.deleteIfExists(key));
      KeyStoreFile.make(key);
    }
    settings.put("HOST", "127.0.0.1");
    if (backEnd != RunningService.NONE) {
      settings.put("DOWNSTREAM", backEnd.address().toString());
    }
    secrets.values().keySet().forEach(name -> settings.put(name, "${" + name + "}"));
    RunningService service =
        launch(variant.spec(project, settings, request().flags().runtime())).start(owner);
    return isTls ? service.withTls() : service;
  }

  /**
   * Turns to TLS if the service speaks that. Called when a request without TLS was refused.
   *
   * @return the service with the other scheme; empty if it speaks no TLS
   * @throws IOException if its user wrote the wrong scheme, or its certificate is refused
   */
  Optional<RunningService> withTls(RunningService service) throws IOException {
    URI address = service.address();
    if (!address.getScheme().equals("http") || !ClientTls.isUsedAt(address)) {
      return Optional.empty();
    }
    RunningService withTls = service.withTls();
    if (request().service().withReachableAddress().from() instanceof Origin.Address at) {
      throw new IOException("%s requires TLS: use %s".formatted(at.url(), withTls.address()));
    }
    tls().requireTrust(withTls.address());
    return Optional.of(withTls);
  }

  /**
   * Returns the service, whose first correct response has arrived, with its observable processes
   * and counters.
   *
   * @throws IOException if it is one of this project, and its JVM cannot be observed
   */
  RunningService observe(RunningService started) throws IOException, InterruptedException {
    RunningService seen = started.observe(owner);
    if (request().user().isPresent()) {
      return withMetrics(seen);
    }
    if (seen.command().isEmpty()) {
      return seen;
    }
    return stock().isPresent() ? seen.requireJvm() : seen.requireBean(owner);
  }

  private RunningService withMetrics(RunningService seen) throws InterruptedException {
    ServiceSpec spec = request().service().withReachableAddress();
    MetricsClient client = owner.own(new MetricsClient(tls()));
    URI base = seen.address();
    Supplier<Optional<CgroupSample>> whole =
        spec.from() instanceof Origin.Address at && at.cpuSeconds().isPresent()
            ? () -> reportedCpu(client.read(base, at.cpuSeconds().get()))
            : seen.totals();
    DoubleSupplier requests =
        spec.requestCount()
            .<DoubleSupplier>map(counter -> () -> client.read(base, counter))
            .orElse(seen.requests());
    return seen.withCounters(whole, requests);
  }

  /** Returns the CPU time in s of a service's counter; empty if it has none. */
  private static Optional<CgroupSample> reportedCpu(double cpuSeconds) {
    long micros = Math.round(1e6 * cpuSeconds);
    return Double.isNaN(cpuSeconds)
        ? Optional.empty()
        : Optional.of(new CgroupSample(Clock.nowMs(), micros, Double.NaN));
  }

  /** Returns the measured service and its environment, for the record. */
  Subject subject(RunningService service) {
    Map<String, String> settings =
        request().user().isPresent()
            ? withExportedOptions(request().service().withReachableAddress())
            : service.bean().map(ServiceMXBean::getConfiguration).orElseGet(this::stockSettings);
    return subject(request(), settings, service);
  }

  private Optional<Variant> stock() {
    return Variant.of(request().service()).filter(Variant::isStock);
  }

  /** Returns the variables that a runtime without the service-kit was started with. */
  private Map<String, String> stockSettings() {
    Map<String, String> all = new TreeMap<>();
    stock()
        .ifPresent(
            variant -> {
              contract.settings("").forEach((name, value) -> all.put("env " + name, value));
              variant.settings().forEach((name, value) -> all.put("env " + name, value));
            });
    return all;
  }

  /** Returns the settings of a user's service, with the options that the user exported. */
  private Map<String, String> withExportedOptions(ServiceSpec spec) {
    Map<String, String> all = new TreeMap<>(spec.settings());
    if (spec.from() instanceof Origin.Command) {
      CallerEnvironment.recordedOptions(System.getenv())
          .forEach(
              (name, value) ->
                  all.putIfAbsent("env " + name, secrets.hide(Secrets.withoutValues(value))));
    }
    return all;
  }

  /** Returns the subject with other settings of the service. */
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
