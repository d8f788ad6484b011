package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.records.RunRecord.StartUp;
import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.CpuTime;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Owner;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.servicekit.ServiceMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ResourceBundle;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * A service, or a back end, that is ready, with its observable processes and counters.
 *
 * @param command that it was started by; empty if it was already running
 * @param address scheme, host and port
 * @param container that it runs in; empty if it is none that is known
 * @param processes returns its running ones on this host; empty if some are not observable
 * @param probe of its JVM; empty if it is not observable
 * @param totals reads CPU time and memory of a service in a container, or on another host, with any
 *     number of processes; empty if it is in none, has ended, or does not report them
 * @param requests returns the number of requests that it has counted; NaN if it does not count
 */
public record RunningService(
    Optional<CommandInstance> command,
    URI address,
    Optional<Container> container,
    Supplier<List<ProcessHandle>> processes,
    Optional<JvmProbe> probe,
    Supplier<Optional<CgroupSample>> totals,
    DoubleSupplier requests) {
  /** How often the bean of a service of this project is looked for. */
  private static final int LOOKS = 20;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /** No service. */
  public static final RunningService NONE = ofAddress(URI.create(""));

  /** Returns a service of which only the address is known. */
  public static RunningService ofAddress(URI address) {
    return ofAddress(address, Optional.empty());
  }

  /** Returns a service of which only the address and the command are known so far. */
  static RunningService ofAddress(URI address, Optional<CommandInstance> command) {
    return new RunningService(
        command,
        address,
        Optional.empty(),
        List::of,
        Optional.empty(),
        Optional::empty,
        () -> Double.NaN);
  }

  /** Returns a service of which only the processes are known. */
  public static RunningService ofProcesses(Supplier<List<ProcessHandle>> processes) {
    return NONE.withProcesses(processes, NONE.totals);
  }

  /** Returns the same service, whose scheme is {@code https}. */
  public RunningService withTls() {
    return with(URI.create(address.toString().replaceFirst("^http:", "https:")));
  }

  /** Returns the same service at another address. */
  RunningService with(URI other) {
    return new RunningService(command, other, container, processes, probe, totals, requests);
  }

  /** Returns the same service in a container. */
  RunningService with(Container other) {
    return new RunningService(
        command, address, Optional.of(other), processes, probe, totals, requests);
  }

  /** Returns the same service, observed by its processes or as a whole. */
  RunningService withProcesses(
      Supplier<List<ProcessHandle>> others, Supplier<Optional<CgroupSample>> another) {
    return new RunningService(command, address, container, others, probe, another, requests);
  }

  /** Returns the same service, whose JVM counts its requests if it is of this project. */
  private RunningService with(JvmProbe own) {
    return new RunningService(
        command, address, container, processes, Optional.of(own), totals, own::requestsSeen);
  }

  /** Returns the same service with the counters that it shows. */
  public RunningService withCounters(
      Supplier<Optional<CgroupSample>> cpuTime, DoubleSupplier requestCount) {
    return new RunningService(command, address, container, processes, probe, cpuTime, requestCount);
  }

  /**
   * Returns the CPU time in ms of its processes until the last call of {@link #processes}; NaN if
   * some of it is unknown.
   */
  public double cpuMs() {
    return container.isPresent() || command.isEmpty()
        ? CpuTime.ms(processes.get())
        : command.get().cpuMs();
  }

  /** Returns its bean; empty if it is not one of this project, or its JVM cannot be attached to. */
  public Optional<ServiceMXBean> bean() {
    return probe.flatMap(JvmProbe::service);
  }

  /** Returns the heap and the collector of its JVM; empty if it is not observable. */
  public Map<String, String> jvmSettings() {
    return probe.map(JvmProbe::settings).orElse(Map.of());
  }

  /** Returns a counter of its requests from now on; NaN if that is not known. */
  public DoubleSupplier counter() {
    double before = requests.getAsDouble();
    return () -> Math.rint(requests.getAsDouble() - before);
  }

  /**
   * Returns why it has ended, in one line; empty if it is running, or was already running before.
   *
   * @param limit how long to wait for its end
   */
  public Optional<String> endReason(Duration limit) {
    return command.flatMap(each -> each.endReason(limit));
  }

  /** Returns the times of its start; empty if it was not started here, or is not ready. */
  public Optional<StartUp> startUp() {
    return command.flatMap(CommandInstance::startUp);
  }

  /**
   * Returns the URL that responds with 200 to 299 once it is ready; empty if it is ready when it
   * listens.
   *
   * @param spec of a service that was already running
   */
  public Optional<String> readyUrl(ServiceSpec spec) {
    Optional<String> ready =
        command.map(CommandInstance::ready).orElseGet(() -> spec.lifetime().ready());
    return ready.map(given -> given.startsWith("/") ? address + given : given);
  }

  /** Notes that it is ready to respond. */
  public void noteReady() {
    command.ifPresent(each -> each.startUp(new StartUp(each.ageMs(), Double.NaN, Double.NaN)));
  }

  /**
   * Returns it with all that can be observed from here. Called when its first correct response has
   * arrived: to observe it before would take CPU time from its start.
   *
   * @param owner ends the observers
   */
  public RunningService observe(Owner owner) throws IOException, InterruptedException {
    if (command.isEmpty()) {
      return this;
    }
    CommandInstance started = command.get();
    double firstMs = started.ageMs();
    started.processes(); // finds those that are new
    double ofProcesses = started.cpuMs();
    RunningService seen = started.started(address);
    double ofContainer = seen.totals.get().map(each -> each.cpuMicros() / 1e3).orElse(Double.NaN);
    double cpuMs = seen.container.isPresent() ? ofContainer : ofProcesses;
    double readyMs = startUp().map(StartUp::readyMs).orElse(Double.NaN);
    started.startUp(new StartUp(readyMs, firstMs, cpuMs));
    return seen.observeCommand(started, owner);
  }

  private RunningService observeCommand(CommandInstance started, Owner owner)
      throws InterruptedException, IOException {
    Optional<JvmProbe> ofJvm = JvmProbe.of(processes.get(), started::listening);
    return ofJvm.isPresent() ? with(owner.own(ofJvm.get())) : this;
  }

  /**
   * Returns it if it is a service of this project, which registers its bean once it listens.
   *
   * @param owner ends the observers
   * @throws IOException if its JVM cannot be observed, or something else listens on its port
   */
  public RunningService requireBean(Owner owner) throws IOException, InterruptedException {
    RunningService seen = this;
    for (int looks = 0; seen.bean().isEmpty(); looks++) {
      if (looks == LOOKS || command.isEmpty()) {
        throw new IOException("its JVM cannot be attached to");
      }
      Thread.sleep(BETWEEN_LOOKS);
      seen = seen.observeCommand(command.get(), owner);
    }
    return seen;
  }

  /**
   * Returns it if its JVM is seen.
   *
   * @throws IOException if its JVM cannot be seen
   */
  public RunningService requireJvm() throws IOException {
    if (probe.isEmpty()) {
      throw new IOException("its JVM cannot be attached to");
    }
    return this;
  }

  /** The exit code of its command; empty while any of its processes runs. */
  public OptionalInt exitCode() {
    return command.map(CommandInstance::exitCode).orElse(OptionalInt.empty());
  }

  /** Returns its environment for the record: the machine, and the JVMs of it and of the load. */
  public Environment environment(Placement placement) {
    return new Environment(
        Host.description(),
        new Environment.Cpus(
            placement.asPinning(), number(placement.service()), number(placement.generator())),
        gatlingVersion(),
        probe.map(JvmProbe::flags).or(() -> container.map(_ -> List.of())),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X"))
            .toList(),
        probe.map(each -> libraries(each.classPath(), root(processes.get()))).orElse(List.of()),
        container);
  }

  private static OptionalInt number(List<Integer> cpus) {
    return cpus.isEmpty() ? OptionalInt.empty() : OptionalInt.of(cpus.size());
  }

  /**
   * Returns Gatling's version from its resource bundle; {@code none} if this JVM does not run
   * Gatling.
   */
  private static String gatlingVersion() {
    try {
      return ResourceBundle.getBundle("gatling-version").getString("version");
    } catch (MissingResourceException e) {
      return "none";
    }
  }

  /** Returns the file system of a container through its first process. */
  private static Path root(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> Path.of("/proc", Long.toString(process.pid()), "root"))
        .filter(Files::isReadable)
        .findFirst()
        .orElse(Path.of("/"));
  }

  /** Returns the file names of a class path's jars, sorted; one jar's manifest names the others. */
  static List<String> libraries(String classPath, Path root) {
    List<String> files = new ArrayList<>(List.of(classPath.split(File.pathSeparator)));
    if (files.size() == 1 && classPath.endsWith(".jar")) {
      Path file = root.resolve(Path.of("/").relativize(Path.of(classPath).toAbsolutePath()));
      try (JarFile jar = new JarFile(file.toFile())) {
        Optional.ofNullable(jar.getManifest())
            .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
            .ifPresent(others -> files.addAll(List.of(others.split(" "))));
      } catch (IOException e) {
        // of another user, or in a folder that is not seen from here
      }
    }
    return files.stream()
        .filter(name -> name.endsWith(".jar"))
        .map(name -> Path.of(name).getFileName().toString())
        .sorted()
        .toList();
  }
}
