package io.github.restcomparison.runner.settings;

import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.injector.Injector;
import io.github.restcomparison.runner.service.ServiceLauncher;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.BackEnd;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * What a run is asked to do.
 *
 * @param users who all start at once, 1 to 20000
 * @param requestsPerUser one after the other, 1 to 1000000
 * @param delay how long requests wait, up to 600 s
 * @param workers threads that may block at once, where the model blocks
 * @param warmUpLimit what the silent load before may take at most; 0 for none at all
 * @param open the schedule by which requests come, where nobody waits with the next for an answer:
 *     the users are then its connections
 * @param launcher what a service that is started runs in
 * @param placement which CPUs the service and the load generator are held to
 * @param allowConcurrent whether another measurement may run on this host
 * @param injector which this is, where several load the service together
 * @param waiting whether to look at what the service holds while all users wait
 * @param generatorCapacity requests per second of this load against a service that answers at once,
 *     up to 10 million; absent where that was not measured
 * @param pressureBefore the share of the seconds before the run in which something waited for a
 *     CPU, 0 to 1; absent where nobody looked
 */
public record RunSettings(
    int users,
    int requestsPerUser,
    Delay delay,
    Workers workers,
    Duration warmUpLimit,
    Optional<OpenModel> open,
    ServiceLauncher launcher,
    Placement placement,
    boolean allowConcurrent,
    Optional<Injector> injector,
    boolean waiting,
    OptionalDouble generatorCapacity,
    OptionalDouble pressureBefore) {

  /** A database has a process for each. */
  static final int TO_A_DATABASE = 200;

  /** Requests per second that make any of the services compile in some seconds. */
  static final int COMPILES_AT = 5_000;

  private static final int MOST_TO_WARM_UP = 5_000;
  private static final int MOST_TO_WARM_UP_WAITING = 1_000;

  /**
   * Connections of a variant to its back end: its own, or for HTTP as many as requests can wait,
   * the contract's check's too, and for a database {@link #TO_A_DATABASE}; empty where it has none.
   */
  public OptionalInt downstreamConnections(Variant variant) {
    if (!(delay instanceof Delay.OfBackEnd)) {
      return OptionalInt.empty();
    }
    int usual =
        delay.kind().equals(BackEnd.SQL)
            ? TO_A_DATABASE
            : Math.max(users, ContractCheck.OVERLAPPING);
    String own = variant.settings().get("DOWNSTREAM_CONNECTIONS");
    return OptionalInt.of(own == null ? usual : Integer.parseInt(own));
  }

  /** How many requests all users have to send. */
  public long requests() {
    return asRecorded(OptionalInt.empty(), OptionalInt.empty()).requests();
  }

  /**
   * Reads {@code -Dusers}, {@code -Drequests} or those of {@link OpenSettings}, {@code -Dwait},
   * {@code -DdelayMs}, {@code -Dworkers}, {@code -DwarmUpSeconds}, {@code -Druntime}, {@code
   * -DserviceCpus}, {@code -DgeneratorCpus}, {@code -DallowConcurrent}, {@code -Dinjector}, {@code
   * -Dmemory}, {@code -DmeasureAt}, {@code -DgeneratorCapacity} (0 is none) and {@code
   * -DpressureBefore}.
   *
   * @throws io.github.restcomparison.servicekit.SettingException where one of them cannot be used
   */
  public static RunSettings of(Settings settings) {
    Delay delay = Delay.of(settings, BackEnd.HTTP, BackEnd.SQL);
    Optional<OpenModel> open = OpenSettings.of(settings, delay);
    return new RunSettings(
        open.map(OpenModel::connections).orElse(settings.integer("USERS", 1_000, 1, 20_000)),
        open.isPresent() ? 0 : settings.integer("REQUESTS", 100, 1, 1_000_000),
        delay,
        Workers.of(settings),
        Duration.ofSeconds(settings.integer("WARM_UP_SECONDS", 40, 0, 3_600)),
        open,
        ServiceLauncher.of(settings),
        Placement.of(settings),
        settings.oneOf("ALLOW_CONCURRENT", "false", "true", "false").equals("true"),
        Injector.of(settings),
        settings.oneOf("MEMORY", "false", "true", "false").equals("true"),
        capacity(settings.decimal("GENERATOR_CAPACITY", 0, 10_000_000)),
        settings.decimal("PRESSURE_BEFORE", 0, 1));
  }

  private static OptionalDouble capacity(OptionalDouble given) {
    return given.orElse(0) == 0 ? OptionalDouble.empty() : given;
  }

  /** What a service that this run starts is told, by variable. */
  public Map<String, String> environment() {
    String threads =
        switch (workers) {
          case Workers.Platform(int number) -> Integer.toString(number);
          case Workers.Virtual() -> "virtual";
        };
    return Map.of(
        "HOST",
        "127.0.0.1",
        "WAIT",
        delay.kind(),
        "DELAY_MS",
        Long.toString(delay.longest().toMillis()),
        "WORKERS",
        threads);
  }

  public RunRecord.LoadSettings asRecorded(OptionalInt bound, OptionalInt connections) {
    return new RunRecord.LoadSettings(
        users,
        requestsPerUser,
        (int) delay.longest().toMillis(),
        Optional.of(delay.kind()),
        bound,
        (int) warmUpLimit.toMillis(),
        open,
        connections);
  }

  /**
   * How many users warm a service up. A few who wait for long do not make it compile in the time,
   * and its first thousand requests would be measured, not its model: so they are as many as ask
   * {@value #COMPILES_AT} times a second, but no more than have a worker each, so that none queues.
   * A service of somebody else's, or one that others load too, or that asks a back end, gets no
   * more than it is to get; where thousands are to wait, some of them will do.
   *
   * @param workers that may block at once
   */
  public int warmUpUsers(Target target, OptionalInt workers) {
    if (waiting) {
      return Math.min(MOST_TO_WARM_UP_WAITING, users);
    }
    boolean ours = target instanceof Target.Started && injector.isEmpty();
    if (!ours || open.isPresent() || delay instanceof Delay.OfBackEnd) {
      return users;
    }
    long enough = COMPILES_AT * delay.longest().toMillis() / 1_000;
    long most = Math.min(MOST_TO_WARM_UP, workers.orElse(MOST_TO_WARM_UP));
    int more = (int) Math.min(enough, most);
    return more > users && Host.tooFewFiles(more, 2).isEmpty() ? more : users;
  }
}
