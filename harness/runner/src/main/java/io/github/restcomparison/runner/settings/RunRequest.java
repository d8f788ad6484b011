package io.github.restcomparison.runner.settings;

import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Bounds;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.load.WarmUp.Drive;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * All that a run has to do. {@code compare} hands it to Gatling's JVM as {@code run-request.json};
 * the {@code -D} options of {@code mvn gatling:test} make the same record.
 *
 * @param place where the run belongs
 * @param service that is measured
 * @param user the user's requests; absent for those of this project's services
 * @param load without the bounds of the service
 * @param placement the CPUs of the service and of the load generator
 * @param injector absent with one load generator
 * @param conduct how the run proceeds
 */
public record RunRequest(
    RunPlace place,
    ServiceSpec service,
    Optional<Workload> user,
    Load load,
    Placement placement,
    Optional<InjectorShare> injector,
    Conduct conduct) {

  /** The name of the file in the folder of its run. */
  public static final String FILE = "run-request.json";

  /** A database has a process for each. */
  private static final int DATABASE_CONNECTIONS = 200;

  /** Requests per second that leave CPU to the JIT compilers while the code is still slow. */
  private static final int DRIVE_RATE = 3_000;

  private static final int MIN_DRIVERS = 4;
  private static final int MAX_WAITING_DRIVERS = 1_000;

  /** The options of a load; the end of a name is the unit of its value. */
  private static final List<String> LOAD_OPTIONS =
      List.of(
          ("users requests delayMs wait workers warmUpSeconds protocol rate durationSeconds"
                  + " connections newConnections think rampUpSeconds")
              .split(" "));

  /** Those that need a rate. */
  private static final Set<String> OPEN_MODEL_OPTIONS = Set.of("connections", "newConnections");

  /**
   * How a run proceeds, and what was measured before it.
   *
   * @param runtime of a service of the catalogue, {@code bare} or {@code docker}
   * @param allowConcurrent whether another measurement may run on this host, as if {@code compare}
   *     has taken it
   * @param progress whether it prints its progress once a second for the process that leads it
   * @param memory whether to measure the memory of the service while all users wait
   * @param profile whether to record where the service spends its CPU: nothing else is then of use
   * @param generatorCapacity requests per second of this load against a service without delay;
   *     absent if not measured
   * @param pressure the share of the time in which something waited for a CPU, 0 to 1; absent if
   *     not measured
   */
  public record Conduct(
      ServiceRuntime runtime,
      boolean allowConcurrent,
      boolean progress,
      boolean memory,
      boolean profile,
      double generatorCapacity,
      double pressure) {
    /** A run without measurements before it, and of no memory. */
    public Conduct(ServiceRuntime runtime, boolean allowConcurrent, boolean progress) {
      this(runtime, allowConcurrent, progress, false, false, Double.NaN, Double.NaN);
    }
  }

  /**
   * Where a run belongs.
   *
   * @param results in which Gatling makes a folder for each run
   * @param comparison the folder of the session
   * @param session the name that all runs of a session share
   */
  public record RunPlace(Path results, Path comparison, String session, RunId runId) {}

  /**
   * A run's place in the experiment.
   *
   * @param variant the name of what is measured, in records and reports
   * @param controlOf the name of the variant that is measured once more as control; absent if none
   * @param round from 1
   * @param position within the round, from 1; absent for the next free one
   * @param attempt 1; 2 or more if the round is repeated because the host was disturbed
   */
  public record RunId(
      String variant, Optional<String> controlOf, int round, OptionalInt position, int attempt) {
    /** A run of a variant, whose position is open. */
    public static RunId of(String variant, int round, int attempt) {
      return new RunId(variant, Optional.empty(), round, OptionalInt.empty(), attempt);
    }

    /** A run that measures a variant once more, whose position is open. */
    public static RunId ofControl(String variant, int round, int attempt) {
      return new RunId(
          variant + "-control", Optional.of(variant), round, OptionalInt.empty(), attempt);
    }

    /** A run without a plan: the next of the first round. */
    public static RunId next(String variant) {
      return of(variant, 1, 1);
    }

    /** The same at a position. */
    public RunId at(int other) {
      return new RunId(variant, controlOf, round, OptionalInt.of(other), attempt);
    }

    /** The name of the service in the plan; a control has that of its variant. */
    public String service() {
      return controlOf.orElse(variant);
    }

    /** The name of the folder of the run. */
    public String folder(int ownPosition) {
      String safe = variant.replaceAll("[^A-Za-z0-9._-]", "_");
      String repeated = attempt == 1 ? "" : "-repeated" + (attempt == 2 ? "" : "-" + (attempt - 1));
      return String.format(Locale.ROOT, "%02d-%02d-%s%s", round, ownPosition, safe, repeated);
    }
  }

  /**
   * Reads the file of {@code -DrunRequest}, or else the options of {@code mvn gatling:test}.
   *
   * @param service reads what is measured, if there is no file
   * @throws SettingException if an option is invalid
   * @throws IOException if the file cannot be read, with one line that names it
   */
  public static RunRequest of(
      Settings settings, Path project, Function<Settings, ServiceSpec> service) throws IOException {
    Optional<String> file = settings.get("runRequest");
    if (file.isPresent()) {
      return JsonFiles.read(Path.of(file.get()), RunRequest.class);
    }
    Path build = project.resolve("gatling/target");
    String now = Instant.now().toString().replaceAll("[^0-9T]", "");
    SettingTree given = given(settings);
    ServiceSpec measured = service.apply(settings);
    RunRequest request =
        new RunRequest(
            new RunPlace(
                settings.get("results").map(Path::of).orElse(build.resolve("gatling")),
                settings.get("comparison").map(Path::of).orElse(build.resolve("comparison")),
                settings.get("session").orElse(now),
                RunId.next(name(measured, settings))),
            measured,
            Optional.empty(),
            PlanSettings.of(given.over(PlanSettings.usualLoad(false))).load(),
            Placement.ANYWHERE,
            Optional.empty(),
            new Conduct(ServiceRuntime.BARE, settings.flag("allowConcurrent"), false));
    request.boundLoad().requireEnd(setting -> given.typed("/load/" + setting));
    return request;
  }

  private static String name(ServiceSpec service, Settings settings) {
    return switch (service.from()) {
      case Origin.OfCatalogue(String variant) -> variant;
      case Origin.Address at ->
          settings.get("name").orElseGet(() -> URI.create(at.url()).getAuthority());
      default -> throw new IllegalArgumentException("no name for " + service.from());
    };
  }

  /**
   * Reads {@code -Dvariant}.
   *
   * @throws SettingException if there is no such variant
   */
  public static ServiceSpec variant(Settings settings) {
    return ServiceSpec.ofCatalogue(Variant.named(settings.get("variant").orElse("")).name());
  }

  /**
   * Reads {@code -DbaseUrl}: a service that somebody else started, and of which nothing else is
   * known. Its name is {@code -Dname}, or its host and port.
   *
   * @throws SettingException if the URL is not that of an HTTP server
   */
  public static ServiceSpec running(Settings settings) {
    String url = settings.get("baseUrl").orElse("");
    if (!url.startsWith("http:") || !url.matches(Origin.SERVER)) {
      throw SettingException.mustBe("-DbaseUrl", url, "http://HOST:PORT of a running service");
    }
    return ServiceSpec.of(Origin.Address.of(url), Map.of(), Optional.empty());
  }

  private static SettingTree given(Settings settings) {
    SettingTree given = new SettingTree();
    for (String name : LOAD_OPTIONS) {
      String typed = settings.typed(name);
      if (settings.get(name).isPresent()) {
        SettingException.refuseIf(
            OPEN_MODEL_OPTIONS.contains(name) && settings.get("rate").isEmpty(),
            typed + ": requires -Drate");
        String unit = name.endsWith("Ms") ? "ms" : name.endsWith("Seconds") ? "s" : "";
        String setting = name.replaceAll("(Ms|Seconds)$", "");
        given.set(typed, settings.get(name).get() + unit, "load", setting);
      }
    }
    return given;
  }

  /** Which run it is, for the record. */
  public RunRecord.Identity identity(int position, Instant startedAt) {
    return new RunRecord.Identity(
        place.session,
        place.runId.variant,
        place.runId.controlOf,
        place.runId.round,
        position,
        place.runId.attempt,
        startedAt.toString());
  }

  /** The load with the bounds of the service, as the record has it. */
  public Load boundLoad() {
    return load.with(
        new Bounds(Variant.workers(service, load), downstreamConnections()),
        service.variant().isPresent());
  }

  /** Connections to the back end: the variant's own, or as many as requests can wait. */
  private OptionalInt downstreamConnections() {
    if (!load.waits().isForBackEnd() || service.variant().isEmpty()) {
      return OptionalInt.empty();
    }
    int usual = load.waits() == Wait.SQL ? DATABASE_CONNECTIONS : load.concurrency();
    Variant ours = Variant.of(service).orElseThrow();
    String own = ours.settings().getOrDefault("DOWNSTREAM_CONNECTIONS", "" + usual);
    return OptionalInt.of(Integer.parseInt(own));
  }

  /**
   * The request to one of several injectors.
   *
   * @param running the service, as the injector reaches it
   * @param own where the injector writes its records
   */
  public RunRequest partOf(ServiceSpec running, InjectorShare share, RunPlace own) {
    return new RunRequest(
        own,
        running,
        user,
        load.partOf(share.injector(), share.of()),
        placement,
        Optional.of(share),
        conduct);
  }

  /** The warm-up; a simulation of the user's has its own, if any. */
  public WarmUp warmUp() {
    return new WarmUp(
        isOfUserSimulation() ? Duration.ZERO : load.warmUp(),
        boundLoad().limits().cycle(),
        injector.map(InjectorShare::measureAt),
        drive(),
        !conduct.memory);
  }

  /**
   * A service of this project is driven by four users at least, with a shorter wait than in the
   * measured load; one with a back end only by users who have a connection to it. The wait of
   * another one cannot be set; if its users never pause, its settle phase has as many calls as a
   * drive. A service that somebody else started gets the load alone, as one in a cluster does if
   * users never pause: injectors cannot see its CPU time. Before the memory of a service is
   * measured, separate users drive it.
   */
  private Optional<Drive> drive() {
    if (service.variant().isPresent() && service.isLaunched()) {
      int few = load.waits().isForBackEnd() ? 0 : Math.max(0, MIN_DRIVERS - load.concurrency());
      int others = conduct.memory ? Math.min(MAX_WAITING_DRIVERS, load.concurrency()) : few;
      int users = conduct.memory ? others : load.concurrency() + few;
      int atOnce = Math.min(users, boundLoad().workers().orElse(users));
      int delayMs = Math.max(1, 1_000 * atOnce / DRIVE_RATE);
      return Optional.of(new Drive(others, delayMs, 0, WarmUp.ENOUGH_TO_COMPILE));
    }
    boolean mayPause = load instanceof OpenLoad || load.meanThink().isPositive();
    boolean isAlone = mayPause || conduct.memory;
    int others = conduct.memory ? Math.min(MAX_WAITING_DRIVERS, load.concurrency()) : 0;
    int cpus = placement.service().isEmpty() ? Host.CPUS : placement.service().size();
    return Optional.of(new Drive(others, 0, cpus, isAlone ? WarmUp.ENOUGH_TO_COMPILE : 0))
        .filter(any -> service.isLaunched() || conduct.memory || injector.isPresent() && mayPause);
  }

  /**
   * The requests of an open model; empty in a closed one. The injectors take turns, so that the
   * requests of all are as far from one another as those of one load generator.
   */
  public Optional<Arrivals> arrivals() {
    double turn = injector.map(share -> (share.injector() - 1.0) / share.of()).orElse(0.0);
    return load.open().map(open -> new Arrivals(open, boundLoad().limits().requestTime(), turn));
  }

  /**
   * The settings of a service of this project, by environment variable; a variant's own precede.
   *
   * @param keyStore its file, which only TLS needs
   */
  public Map<String, String> serviceSettings(String keyStore) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("WAIT", boundLoad().waits().toString());
    settings.put("DELAY_MS", Integer.toString(load.delayMs()));
    settings.put(
        "WORKERS",
        load.workers().stream().mapToObj(Integer::toString).findFirst().orElse("virtual"));
    downstreamConnections()
        .ifPresent(most -> settings.put("DOWNSTREAM_CONNECTIONS", Integer.toString(most)));
    if (load.protocol().isPresent()) {
      settings.put("PROTOCOL", load.protocol().get().isHttp2() ? "http2" : "http1-tls");
      settings.put("KEY_STORE", keyStore);
    }
    return settings;
  }

  /** What the load sends, or the simulation of the user's own that is the load. */
  public Workload workload() {
    return user.orElseGet(() -> contract(boundLoad()));
  }

  /** What services of this project promise; the tests of each check all of its contract. */
  private static Workload contract(Load load) {
    Expectation expect =
        new Expectation(
            Optional.of("200"),
            Map.of(),
            Optional.of(Endpoint.BODY),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.of(load.delay().earliestSeen()),
            Optional.empty());
    String path = Endpoint.RESOURCE;
    RequestSpec get =
        new RequestSpec(
            "GET " + path, 1, "GET", path, Map.of(), Map.of(), Optional.empty(), expect);
    // A minute beyond what the last in the queue waits for.
    long turns = Math.ceilDiv(load.concurrency(), load.limits().atOnce()) + 1;
    long waitMs = turns * load.delayMs();
    Duration timeout =
        Duration.ofMillis(Math.min(waitMs + 60_000, Workload.LONGEST_TIMEOUT.toMillis()));
    return new Workload(List.of(get), Optional.empty(), timeout, Tls.INSECURE, false, State.NONE);
  }

  /** Whether the load is a simulation of the user's. */
  public boolean isOfUserSimulation() {
    return workload().simulation().isPresent();
  }
}
