package io.github.restcomparison.runner;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.Cgroup;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.sampling.ServiceProbe;
import io.github.restcomparison.runner.service.KeyStoreFile;
import io.github.restcomparison.runner.service.ServiceLauncher;
import io.github.restcomparison.runner.service.ServiceProcess;
import io.github.restcomparison.runner.service.StartedWith;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * A service of this project that was started for one run, with all that looks at it and all that it
 * needs.
 */
final class StartedService implements MeasuredService {
  private final ServiceProcess process;
  private final ServiceProbe probe;
  private final Map<String, String> configuration;
  private final StartedWith with;
  private final Optional<Cgroup> cgroup;
  private final Optional<MemoryWatch> watch;
  private final Optional<BackEndProcess> backEnd;
  private long requestsBefore;

  private StartedService(
      ServiceProcess process,
      ServiceProbe probe,
      Variant variant,
      RunRequest request,
      Optional<BackEndProcess> backEnd)
      throws IOException, InterruptedException {
    this.process = process;
    this.probe = probe;
    this.backEnd = backEnd;
    configuration = new TreeMap<>(probe.configuration());
    requireAsked(variant, variant.settings().keySet());
    requireAsked(variant, request.load().protocol().isPresent() ? Set.of("PROTOCOL") : Set.of());
    with = StartedWith.of(process, probe);
    cgroup =
        with.container().isPresent() ? Optional.of(Cgroup.of(process.pid())) : Optional.empty();
    watch =
        request.conduct().memory()
            ? Optional.of(
                new MemoryWatch(
                    process.pid(), Optional.of(probe), probe::inFlight, request.load().users()))
            : Optional.empty();
  }

  /**
   * Starts it, and before it the back end, where it asks one.
   *
   * @param project the folder with the variant's module in it
   * @param folder of the run, which gets the logs
   * @throws IOException where it does not start; nothing is left running then
   */
  static StartedService start(
      Path project, Variant variant, RunRequest request, Path folder, Clock clock)
      throws IOException, InterruptedException {
    LoadSpec load = request.boundLoad();
    int connections = load.downstreamConnections().orElse(0);
    Optional<BackEndProcess> backEnd =
        BackEndProcess.start(
            project, load.delay(), connections, request.placement(), clock, folder);
    try {
      return start(project, variant, request, folder, backEnd);
    } catch (IOException | InterruptedException | RuntimeException e) {
      backEnd.ifPresent(BackEndProcess::close);
      throw e;
    }
  }

  private static StartedService start(
      Path project,
      Variant variant,
      RunRequest request,
      Path folder,
      Optional<BackEndProcess> backEnd)
      throws IOException, InterruptedException {
    Map<String, String> environment = new HashMap<>();
    LoadSpec load = request.boundLoad();
    environment.put("HOST", "127.0.0.1");
    environment.put("WAIT", load.waits());
    environment.put("DELAY_MS", Integer.toString(load.delayMs()));
    environment.put("WORKERS", request.load().workersText());
    backEnd.ifPresent(asked -> environment.putAll(asked.environment()));
    load.downstreamConnections()
        .ifPresent(most -> environment.put("DOWNSTREAM_CONNECTIONS", Integer.toString(most)));
    ServiceProcess process = process(project, variant, request, folder, environment);
    try {
      ServiceProbe probe = ServiceProbe.attach(process.pid());
      return new StartedService(process, probe, variant, request, backEnd);
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  /** Has read its key, where it speaks over TLS, when this returns. */
  private static ServiceProcess process(
      Path project,
      Variant variant,
      RunRequest request,
      Path folder,
      Map<String, String> environment)
      throws IOException, InterruptedException {
    try (KeyStoreFile key =
        request.load().protocol().isPresent() ? KeyStoreFile.in(folder) : null) {
      if (key != null) {
        environment.putAll(request.overTls(key.path().toString()));
      }
      return ServiceProcess.start(
          project,
          variant,
          environment,
          ServiceLauncher.of(request.runtime()),
          request.placement(),
          folder.resolve("service.log"));
    }
  }

  /**
   * A setting that the service has not asked for would be in the name of what is measured, and
   * nowhere else.
   */
  private void requireAsked(Variant variant, Set<String> settings) throws IOException {
    for (String name : settings) {
      if (!configuration.containsKey(Settings.property(name))) {
        throw new IOException("%s: the service has no setting %s".formatted(variant.name(), name));
      }
    }
  }

  @Override
  public URI address() {
    return process.resource();
  }

  @Override
  public List<String> violations(LoadSpec load) {
    return ContractService.violations(address(), load);
  }

  @Override
  public OptionalLong answerBytes(LoadSpec load) throws IOException {
    return ContractService.answerBytes(address(), load);
  }

  @Override
  public Optional<Long> pid() {
    return Optional.of(process.pid());
  }

  @Override
  public Optional<JvmProbe> probe() {
    return Optional.of(probe);
  }

  @Override
  public Map<String, String> configuration() {
    return configuration;
  }

  @Override
  public Optional<StartedWith> with() {
    return Optional.of(with);
  }

  @Override
  public Optional<Cgroup> cgroup() {
    return cgroup;
  }

  @Override
  public Optional<BackEndProcess> backEnd() {
    return backEnd;
  }

  @Override
  public OptionalInt exitCode() {
    return process.exitCode();
  }

  @Override
  public void loadBegins(WarmUp warmUp) {
    if (warmUp.drives()) {
      probe.setWarmUpDelayMs(warmUp.driveDelayMs());
      warmUp.afterDrive(this::endDrive);
    }
    requestsBefore = probe.requestsSeen();
    backEnd.ifPresent(BackEndProcess::beginSampling);
  }

  private void endDrive() {
    try {
      probe.setWarmUpDelayMs(0);
    } catch (RuntimeException e) {
      // The service has ended, or does not answer; the gates of the answers report it.
    }
  }

  @Override
  public void measuredLoadBegins() {
    watch.ifPresent(MemoryWatch::begin);
  }

  /** Empty where it has ended, or does not answer. */
  @Override
  public OptionalLong requestsSeen() {
    try {
      return exitCode().isPresent()
          ? OptionalLong.empty()
          : OptionalLong.of(probe.requestsSeen() - requestsBefore);
    } catch (RuntimeException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public Optional<WaitingMemory> waiting() {
    return watch.flatMap(MemoryWatch::seen);
  }

  /** Lets it drain, and ends all that was started with it. */
  @Override
  public void close() {
    watch.ifPresent(MemoryWatch::close);
    process.close();
    probe.close();
    backEnd.ifPresent(BackEndProcess::close);
  }
}
