package io.github.restcomparison.runner.settings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.LoadSpec.Bounds;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.load.WarmUp.Drive;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * All that a run is asked to do. {@code compare} hands it to Gatling's JVM as a file, {@code
 * run-request.json}; the {@code -D} options of {@code mvn gatling:test} make the very same record.
 *
 * @param target what is measured
 * @param load that it is measured with, before the target's own bounds of it
 * @param place where the run belongs
 * @param placement which CPUs the service and the load generator are held to
 * @param runtime what a service that is started runs in, {@code bare} or {@code docker}
 * @param injector its part, if several load generators load the service together
 * @param beforehand what was measured before the run
 * @param conduct how the run goes about it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RunRequest(
    Target target,
    LoadSpec load,
    RunPlace place,
    Placement placement,
    String runtime,
    Optional<InjectorShare> injector,
    Beforehand beforehand,
    Conduct conduct) {

  /** What the file is called in the folder of its run. */
  public static final String FILE = "run-request.json";

  /** A database has a process for each. */
  private static final int TO_A_DATABASE = 200;

  /** Requests per second that leave CPU to the JIT compilers while the code is still slow. */
  private static final int DRIVE_RATE = 3_000;

  private static final int LEAST_DRIVERS = 4;

  private static final int MOST_WAITING_DRIVERS = 1_000;

  /**
   * What was measured before the run.
   *
   * @param generatorCapacity requests per second of this load against a service that answers at
   *     once, up to 10 million; absent where that was not measured
   * @param pressure the share of the seconds before in which something waited for a CPU, 0 to 1;
   *     absent where nobody looked
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Beforehand(OptionalDouble generatorCapacity, OptionalDouble pressure) {}

  /**
   * How a run goes about it.
   *
   * @param allowConcurrent whether another measurement may run on this host: compare has taken it
   * @param progress whether it tells once a second how the load goes, to whoever leads it and
   *     reports on all runs
   * @param memory whether to look at what the service holds while all users wait
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Conduct(boolean allowConcurrent, boolean progress, boolean memory) {}

  /**
   * Reads the request: the file that {@code -DrunRequest} names, or else the options of {@link
   * LoadOptions} and {@link RunPlace}, {@code -Druntime}, {@code -DgeneratorCapacity} (0 is none),
   * {@code -DpressureBefore} and {@code -DallowConcurrent}.
   *
   * @param target reads what is measured, where there is no file
   * @throws io.github.restcomparison.servicekit.SettingException where one of them cannot be used
   * @throws IOException where the file cannot be read, with one line that names it
   */
  public static RunRequest of(Settings settings, Path project, Function<Settings, Target> target)
      throws IOException {
    String file = settings.text("RUN_REQUEST", "");
    if (!file.isEmpty()) {
      return JsonFiles.read(Path.of(file), RunRequest.class);
    }
    LoadSpec load = LoadOptions.of(settings);
    OptionalDouble capacity = settings.decimal("GENERATOR_CAPACITY", 0, 10_000_000);
    return new RunRequest(
        target.apply(settings),
        load,
        RunPlace.of(settings, project),
        Placement.ANYWHERE,
        settings.oneOf("RUNTIME", Setup.BARE, Setup.BARE, Setup.DOCKER),
        Optional.empty(),
        new Beforehand(
            capacity.orElse(0) == 0 ? OptionalDouble.empty() : capacity,
            settings.decimal("PRESSURE_BEFORE", 0, 1)),
        new Conduct(settings.flag("ALLOW_CONCURRENT"), false, false));
  }

  /** The load with the target's own bounds: what a record says of it. */
  public LoadSpec boundLoad() {
    return switch (target) {
      case Target.Started started -> boundBy(started);
      case Target.OfUser user ->
          load.with(new Bounds(user.bound(load), OptionalInt.empty()), false);
      case Target.Running running ->
          running
              .planned()
              .map(this::boundBy)
              .orElseGet(
                  () -> load.with(new Bounds(OptionalInt.empty(), OptionalInt.empty()), false));
    };
  }

  private LoadSpec boundBy(Target.Started started) {
    return load.with(
        new Bounds(started.bound(load), downstreamConnections(started.service())), true);
  }

  /**
   * The part of one of several injectors.
   *
   * @param other where the service is, now that it runs
   * @param part which injector, of how many, and when they begin
   * @param own where the injector keeps its records
   */
  public RunRequest partOf(Target other, InjectorShare part, RunPlace own) {
    return new RunRequest(
        other,
        load.partOf(part.injector(), part.of()),
        own,
        placement,
        runtime,
        Optional.of(part),
        beforehand,
        conduct);
  }

  /**
   * Connections of a variant to its back end: its own, or for HTTP as many as requests can wait,
   * and for a database {@link #TO_A_DATABASE}; empty where it has none.
   */
  private OptionalInt downstreamConnections(Variant variant) {
    if (!load.asksBackEnd()) {
      return OptionalInt.empty();
    }
    int usual = load.waits().equals(Delay.SQL) ? TO_A_DATABASE : load.users();
    String own = variant.settings().get("DOWNSTREAM_CONNECTIONS");
    return OptionalInt.of(own == null ? usual : Integer.parseInt(own));
  }

  /**
   * The warm-up. A service that we have started is driven, by four users at least; one that asks a
   * back end by those of the load alone, which its connections are made for. A service of the
   * user's waits as it will: by a schedule, it is driven by those who keep the connections. A
   * service that others have started, or load too, gets no more than it is to get. Where thousands
   * are to wait, some of them do for the drive.
   */
  public WarmUp warmUp() {
    return new WarmUp(
        isOfUserSimulation() ? Duration.ZERO : load.warmUpLimit(),
        boundLoad().limits().requestTime(),
        injector.map(InjectorShare::measureAt),
        injector.isPresent() ? partOfDrive() : drive(),
        !conduct.memory);
  }

  /** The requests of an open model, of which an injector has its part; empty in a closed one. */
  public Optional<Arrivals> arrivals() {
    return load.open()
        .map(
            open ->
                new Arrivals(
                    open,
                    boundLoad().limits().requestTime(),
                    injector.map(part -> part.turn(open)).orElse(Duration.ZERO)));
  }

  /**
   * The settings with which a service of this project speaks what the load does; none where that is
   * HTTP/1.1 without TLS.
   *
   * @param keyStore where it finds its key
   */
  public Map<String, String> overTls(String keyStore) {
    return load.protocol()
        .map(
            protocol ->
                Map.of(
                    "PROTOCOL",
                    protocol.isHttp2() ? "http2" : "http1-tls",
                    "KEY_STORE",
                    keyStore,
                    // All of a load's requests may be open at once on a connection that users
                    // share.
                    "HTTP2_STREAMS",
                    Integer.toString(Math.max(100, load.users()))))
        .orElse(Map.of());
  }

  /** Whether the load is a simulation of the user's own, which no part of is silent. */
  public boolean isOfUserSimulation() {
    return target instanceof Target.OfUser theirs
        && theirs.user().workload().simulation().isPresent();
  }

  /**
   * An injector cannot set the service's delay, for others load it, too: by a schedule, those who
   * keep its connections ask without pause; the users of a closed load do anyhow.
   */
  private Optional<Drive> partOfDrive() {
    return load.open().map(schedule -> new Drive(0, 0));
  }

  private Optional<Drive> drive() {
    return switch (target) {
      case Target.Started ours -> Optional.of(driveOfOurs());
      case Target.OfUser theirs
          when load.open().isPresent() && theirs.user().service().from().isLaunched() ->
          Optional.of(new Drive(0, 0));
      case Target.OfUser theirs -> Optional.empty();
      case Target.Running theirs -> Optional.empty();
    };
  }

  private Drive driveOfOurs() {
    if (conduct.memory) {
      int drivers = Math.min(MOST_WAITING_DRIVERS, load.users());
      return new Drive(drivers, delayMs(drivers));
    }
    int others = load.asksBackEnd() ? 0 : Math.max(0, LEAST_DRIVERS - load.users());
    return new Drive(others, delayMs(load.users() + others));
  }

  /** With which so many users, or as many as there are threads, ask as often as is asked for. */
  private int delayMs(int users) {
    int atOnce = Math.min(users, boundLoad().workers().orElse(users));
    return Math.max(1, 1_000 * atOnce / DRIVE_RATE);
  }
}
