package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.compare.experiment.GatlingJvm;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.Progress;
import io.github.restcomparison.compare.experiment.RoundPage;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.Range;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.plan.ExperimentPlan.Setup;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.ServiceLauncher;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.SettingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an experiment is made of; what is not given is taken from the plan that it goes on with. */
public final class PlanOptions {
  private static final List<String> CORE = List.of("jersey-sync", "jersey-async", "vertx-rest");
  private static final Range ROUNDS = new Range("rounds", 1, 1_000);
  private static final Range TIME_SECONDS = new Range("for in seconds", 1, 86_400);
  private static final Duration HOST_CHECK = Duration.ofSeconds(5);

  @Mixin private UserOptions users;
  @Mixin private WaitOptions wait;
  @Mixin private ArrivalOptions arrivals;
  @Mixin private RoundOptions runs;
  @Mixin private HostOptions host;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How often each is measured at most, 1 to 1000 (default: 10). A verdict takes 3 or more.")
  private Integer rounds;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "How long it may take at most, 1s to 24h: no round begins after the first that cannot be"
              + " expected to end within it (default: as long as the rounds take). With --resume a"
              + " longer time may be given.")
  private Duration time;

  @Option(
      names = "--early-stop",
      negatable = true,
      description =
          "End as soon as every pair is decided, after 3 rounds at the earliest; with"
              + " --no-early-stop all rounds are measured (default: --early-stop).")
  private Boolean earlyStop;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description =
          "Open model instead of users who wait: requests per second, come what may, "
              + OpenModel.RATES
              + ". Latencies then count from when each request was due.")
  private String rate;

  @Option(
      names = "--wait",
      paramLabel = "KIND",
      description =
          "fixed: every request waits for the delay (default); uniform: for any time up to it;"
              + " shared-tick: for the next of the moments that come once per delay, all requests"
              + " together; http, sql: for a back end over HTTP or a PostgreSQL database that takes"
              + " this long.")
  private String waitKind;

  @Option(
      names = "--runtime",
      paramLabel = "PLACE",
      description =
          "bare: each service is a process of this host (default); docker: each runs in a"
              + " container, built from docker/compose.yml first where that has changed. The two"
              + " are never in one table.")
  private String runtime;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the order within the rounds (default: drawn, and recorded).")
  private Long seed;

  @Option(
      names = "--aa",
      negatable = true,
      description =
          "Enter one variant twice, under two names: how far apart the experiment puts two things"
              + " that are the same is its noise floor (default: --aa).")
  private Boolean aa;

  @Option(
      names = "--control",
      paramLabel = "NAME",
      completionCandidates = VariantNames.class,
      description =
          "The variant that is entered twice (default: the first whose throughput no pool holds,"
              + " for one at its bound shows no noise).")
  private String control;

  /** Whether to go on with the experiment that is in the folder. */
  public boolean resume() {
    return runs.resume();
  }

  /** How this host is shared. */
  public HostOptions host() {
    return host;
  }

  /**
   * What measures.
   *
   * @throws SettingException where an option of it cannot be used
   */
  public MeasurementContext context(
      Placement placement, Path project, Progress progress, RoundPage page) {
    return new MeasurementContext(
        placement,
        new GatlingJvm(project),
        progress,
        page,
        runs.hostPressure(HOST_CHECK),
        runs.retries(),
        host.allowConcurrent());
  }

  /**
   * The plan that is asked for.
   *
   * @param before has what is not asked for
   * @throws SettingException where an option of the load cannot be used
   * @throws UsageException where another one cannot
   */
  public ExperimentPlan plan(Optional<ExperimentPlan> before, Placement placement) {
    Optional<Design> design = before.map(ExperimentPlan::design);
    List<String> compared = runs.variants(design.map(Design::variants).orElse(CORE));
    return new ExperimentPlan(
        ExperimentPlan.SCHEMA,
        before.map(ExperimentPlan::session).orElseGet(OutputOptions::session),
        new Design(
            known(compared),
            control(design, compared),
            ROUNDS.check(or(rounds, design.map(Design::rounds), 10)),
            or(seed, design.map(Design::seed), ThreadLocalRandom.current().nextLong(1_000_000)),
            or(earlyStop, design.map(Design::earlyStop), true),
            timeLimitMs(design)),
        load(before.map(ExperimentPlan::load).orElse(LoadSpec.USUAL)),
        new Setup(Host.name(), placement.toString(), runtime(before)),
        before.map(ExperimentPlan::memory).orElse(false),
        before.flatMap(ExperimentPlan::study),
        before.map(ExperimentPlan::generatorCapacity).orElse(OptionalDouble.empty()));
  }

  private OptionalLong timeLimitMs(Optional<Design> before) {
    return time == null
        ? before.map(Design::timeLimitMs).orElse(OptionalLong.empty())
        : OptionalLong.of(1_000L * DurationConverter.wholeSeconds(time, TIME_SECONDS));
  }

  private LoadSpec load(LoadSpec before) {
    int delayMs = wait.delayMs(before.delayMs());
    Optional<OpenModel> schedule = schedule(before, delayMs);
    LoadSpec closed =
        LoadSpec.closed(
            users.users(before.users()),
            schedule.isPresent() ? 1 : users.requests(before.requestsPerUser()),
            delayMs,
            waitKind == null ? before.waits() : waitKind,
            wait.workers(before.workers()),
            runs.warmUpLimitMs(before.warmUpLimitMs()));
    return schedule.map(closed::by).orElse(closed);
  }

  private Optional<OpenModel> schedule(LoadSpec before, int delayMs) {
    if (rate == null && arrivals.areGiven()) {
      throw new UsageException(
          "--duration, --connections and --new-connections may be given with --rate");
    }
    Optional<OpenModel> schedule =
        rate == null
            ? before.open()
            : Optional.of(arrivals.schedule(rate, Duration.ofSeconds(30), delayMs));
    if (schedule.isPresent() && users.areGiven()) {
      throw new UsageException("--users and --requests may be given without --rate only");
    }
    return schedule;
  }

  private static <T> T or(T given, Optional<T> before, T otherwise) {
    return given != null ? given : before.orElse(otherwise);
  }

  private List<String> known(List<String> names) {
    List<String> services =
        names.stream().filter(name -> HttpClientVariant.of(name).isEmpty()).toList();
    services.forEach(this::variant);
    if (!services.isEmpty() && services.size() < names.size()) {
      throw new UsageException(
          "--variants names services and clients: it may be services only, or clients only");
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new UsageException("--variants names one twice: --aa enters a control by itself");
    }
    return names;
  }

  private Variant variant(String name) {
    try {
      return Catalogue.variant(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Optional<String> control(Optional<Design> before, List<String> compared) {
    if (control != null) {
      if (!compared.contains(control) || Boolean.FALSE.equals(aa)) {
        throw new UsageException(
            "--control is '%s': it may be one of --variants".formatted(control));
      }
      return Optional.of(control);
    }
    if (aa == null && before.isPresent()) {
      return before.get().control();
    }
    return Boolean.FALSE.equals(aa) ? Optional.empty() : usualControl(compared);
  }

  /**
   * The variant that is entered twice where nobody says which: the first that no pool of workers
   * holds back, for one at its ceiling shows no noise.
   */
  static Optional<String> usualControl(List<String> compared) {
    return compared.stream()
        .filter(
            name ->
                HttpClientVariant.of(name).isPresent() || !Catalogue.variant(name).waitsInWorker())
        .findFirst()
        .or(() -> compared.stream().findFirst());
  }

  private String runtime(Optional<ExperimentPlan> before) {
    String asked = or(runtime, before.map(plan -> plan.setup().runtime()), ServiceLauncher.BARE);
    if (!Set.of(ServiceLauncher.BARE, ServiceLauncher.DOCKER).contains(asked)) {
      throw new UsageException("--runtime is '%s': it may be bare or docker".formatted(asked));
    }
    return asked;
  }

  /** What the user should know of the plan before it takes an hour. */
  public Optional<String> warning(ExperimentPlan plan) {
    int rounds = plan.design().rounds();
    return plan.design().variants().size() > 1 && rounds < PairwiseTests.FIRST_LOOK
        ? Optional.of(
            "a verdict takes %d rounds: fewer (--rounds %d) give figures only"
                .formatted(PairwiseTests.FIRST_LOOK, rounds))
        : Optional.empty();
  }
}
