package io.github.restcomparison.runner;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.Cgroup;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.MemoryWatch;
import io.github.restcomparison.runner.sampling.PlatformProbe;
import io.github.restcomparison.runner.sampling.Sampler.RemoteCpu;
import io.github.restcomparison.runner.service.HttpClients;
import io.github.restcomparison.runner.service.MetricReader;
import io.github.restcomparison.runner.service.RequestCheck;
import io.github.restcomparison.runner.service.StartedWith;
import io.github.restcomparison.runner.service.UserCommand;
import io.github.restcomparison.runner.service.UserLauncher;
import io.github.restcomparison.runner.service.UserLauncher.Launched;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** A service of the user's, for one run, with all that can be seen of it from outside. */
final class UserServiceLaunch implements MeasuredService {
  private final UserService user;
  private final Secrets secrets;
  private final HttpClient client;
  private final Map<String, String> record;
  private final Launched launched;
  private final MetricReader metrics;
  private final Optional<Long> pid;
  private final Optional<JvmProbe> probe;
  private final Optional<StartedWith> with;
  private final Optional<Cgroup> cgroup;
  private final Optional<MemoryWatch> watch;
  private OptionalDouble requestsBefore = OptionalDouble.empty();

  /**
   * Starts it, or finds it started.
   *
   * @param record of the feeders, the first: what requests are filled with before the load
   * @param folder of the run, which gets the log
   * @param waiting how many requests wait for an answer, which only the load can tell
   * @throws IOException where it is not ready in time; one line says why, nothing is left running
   */
  UserServiceLaunch(
      Target.OfUser target,
      RunRequest request,
      Map<String, String> record,
      Path folder,
      LongSupplier waiting)
      throws IOException, InterruptedException {
    this.user = target.user();
    this.record = record;
    secrets = user.secrets(System.getenv());
    client = HttpClients.of(user.workload().insecure(), request.load().isHttp2());
    launched =
        new UserLauncher(
                target.name(),
                user.service(),
                secrets,
                request.placement(),
                client,
                folder.resolve("service.log"))
            .launch();
    metrics = new MetricReader(client, launched.base());
    try {
      pid = launched.pid(); // of a container, the engine is asked
      probe = pid.flatMap(ProcessHandle::of).flatMap(PlatformProbe::of).map(JvmProbe.class::cast);
      with = StartedWith.of(probe, launched.container());
      cgroup = launched.container().isPresent() ? pid.flatMap(Cgroup::find) : Optional.empty();
      watch =
          pid.filter(process -> request.conduct().memory())
              .map(process -> new MemoryWatch(process, probe, waiting, request.load().users()));
    } catch (IOException | InterruptedException | RuntimeException e) {
      launched.close();
      throw e;
    }
  }

  @Override
  public URI address() {
    return launched.base();
  }

  /** A simulation of the user's own says by itself what is wrong. */
  @Override
  public List<String> violations(LoadSpec load) {
    try {
      return new RequestCheck(client, launched.base(), secrets, record).violations(user.workload());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of("the check was interrupted");
    }
  }

  @Override
  public Map<String, String> configuration() {
    Map<String, String> all = new TreeMap<>();
    ServiceSpec service = user.service();
    switch (service.from()) {
      case Origin.Command command -> all.put("command", command.command());
      case Origin.Image image -> all.put("image", image.image());
      case Origin.Address address -> all.put("url", address.url());
      case Origin.OfCatalogue ours -> all.put("variant", ours.variant());
    }
    service.env().forEach((name, value) -> all.put("env " + name, value));
    return all;
  }

  @Override
  public Optional<StartedWith> with() {
    return with;
  }

  @Override
  public Optional<Long> pid() {
    return pid;
  }

  @Override
  public Optional<JvmProbe> probe() {
    return probe;
  }

  @Override
  public Optional<Cgroup> cgroup() {
    return cgroup;
  }

  @Override
  public OptionalInt exitCode() {
    return launched.command().map(UserCommand::exitCode).orElse(OptionalInt.empty());
  }

  @Override
  public void loadBegins(WarmUp warmUp) {
    requestsBefore = counted();
  }

  @Override
  public void measuredLoadBegins() {
    watch.ifPresent(MemoryWatch::begin);
  }

  @Override
  public Optional<WaitingMemory> waiting() {
    return watch.flatMap(MemoryWatch::seen);
  }

  @Override
  public OptionalLong requestsSeen() {
    OptionalDouble now = counted();
    return now.isPresent() && requestsBefore.isPresent()
        ? OptionalLong.of(Math.round(now.getAsDouble() - requestsBefore.getAsDouble()))
        : OptionalLong.empty();
  }

  private OptionalDouble counted() {
    return user.service().requestCount().map(metrics::read).orElse(OptionalDouble.empty());
  }

  @Override
  public Optional<RemoteCpu> remoteCpu() {
    return user.service().cpuSeconds().map(source -> () -> metrics.read(source));
  }

  @Override
  public void close() {
    watch.ifPresent(MemoryWatch::close);
    probe.ifPresent(JvmProbe::close);
    launched.close();
  }
}
