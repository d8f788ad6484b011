package io.github.restcomparison.compare.options;

import io.github.restcomparison.analysis.statistics.PairwiseTests;
import io.github.restcomparison.analysis.statistics.Power;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.service.ServiceLauncher;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What an experiment is made of; what is not given is taken from the plan that it goes on with. */
public final class PlanOptions {
  private static final List<String> CORE = List.of("jersey-sync", "jersey-async", "vertx-rest");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private LoadOptions load;
  @Mixin private OpenOptions open;

  @Option(
      names = "--variants",
      split = ",",
      paramLabel = "NAME",
      completionCandidates = VariantNames.class,
      description =
          "What is compared, separated by commas (default: jersey-sync,jersey-async,vertx-rest). A"
              + " variant may have settings of its own: jersey-sync@WORKERS=400. All there are:"
              + " ${COMPLETION-CANDIDATES}.")
  private List<String> variants;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How often each is measured, 1 to 1000 (default: 10). A verdict takes 6 for two variants, 7"
              + " for three, 8 for four.")
  private Integer rounds;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description = "The wait of one request, 0ms to 10m (default: 100ms).")
  private Duration delay;

  @Option(
      names = "--wait",
      paramLabel = "KIND",
      description =
          "fixed: every request waits for the delay (default); uniform: for any time up to it; shared-tick: for"
              + " the next of the moments that come once per delay, all requests together; http, sql:"
              + " for a back end over HTTP or a PostgreSQL database that takes this long.")
  private String waits;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "Threads that may block at once, 1 to 20000, or virtual (default: 200); for variants whose"
              + " waiting blocks a thread.")
  private String workers;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "What the silent load before each measured one may take at most, while the service is not"
              + " seen to be steady, 0s to 60m (default: 40s).")
  private Duration warmUp;

  @Option(
      names = "--runtime",
      paramLabel = "PLACE",
      description =
          "bare: each service is a process of this host (default); docker: each runs in a container,"
              + " built from docker/compose.yml first where that has changed. The two are never in one"
              + " table.")
  private String in;

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
          "The variant that is entered twice (default: the first whose throughput no pool holds, for"
              + " one at its bound shows no noise).")
  private String control;

  public boolean allowConcurrent() {
    return load.allowConcurrent();
  }

  public Placement placement(Optional<ExperimentPlan> before) {
    return load.placement(before);
  }

  public ExperimentPlan plan(Optional<ExperimentPlan> before, Placement placement) {
    List<String> compared =
        variants != null ? variants : before.map(ExperimentPlan::variants).orElse(CORE);
    int delayMs = delayMs(before);
    Optional<OpenModel> scheduled = open(before, Duration.ofMillis(delayMs));
    return new ExperimentPlan(
        ExperimentPlan.SCHEMA,
        before.map(ExperimentPlan::session).orElseGet(PlanOptions::session),
        known(compared),
        control(before, compared),
        load.within("--rounds", or(rounds, before.map(ExperimentPlan::rounds), 10), 1, 1_000),
        or(seed, before.map(ExperimentPlan::seed), ThreadLocalRandom.current().nextLong(1_000_000)),
        scheduled
            .map(OpenModel::connections)
            .orElseGet(() -> load.users(before.map(ExperimentPlan::users).orElse(1_000))),
        scheduled.isPresent()
            ? 0
            : load.requests(before.map(ExperimentPlan::requestsPerUser).orElse(100)),
        delayMs,
        Optional.of(waits(before)),
        scheduled,
        workers(before),
        1_000 * warmUpSeconds(before.map(plan -> plan.warmUpLimitMs() / 1_000).orElse(40)),
        placement.toString(),
        Host.name(),
        before.flatMap(ExperimentPlan::waiting),
        launcher(before),
        before.flatMap(ExperimentPlan::study),
        before.map(ExperimentPlan::generatorCapacity).orElse(OptionalDouble.empty()));
  }

  private Optional<OpenModel> open(Optional<ExperimentPlan> before, Duration longest) {
    Optional<OpenModel> scheduled = open.open(before, longest);
    if (scheduled.isPresent() && load.areUsersGiven()) {
      throw new ParameterException(
          spec.commandLine(), "--users and --requests may be given without --rate only");
    }
    return scheduled;
  }

  private static <T> T or(T given, Optional<T> before, T otherwise) {
    return given != null ? given : before.orElse(otherwise);
  }

  public static String session() {
    return "compare-" + DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now());
  }

  private List<String> known(List<String> names) {
    List<String> services =
        names.stream().filter(name -> HttpClientVariant.of(name).isEmpty()).toList();
    services.forEach(this::variant);
    if (!services.isEmpty() && services.size() < names.size()) {
      throw new ParameterException(
          spec.commandLine(),
          "--variants names services and clients: it may be services only, or clients only");
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw new ParameterException(
          spec.commandLine(), "--variants names one twice: --aa enters a control by itself");
    }
    return names;
  }

  private Variant variant(String name) {
    try {
      return Catalogue.variant(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Optional<String> control(Optional<ExperimentPlan> before, List<String> compared) {
    if (control != null) {
      if (!compared.contains(control) || Boolean.FALSE.equals(aa)) {
        throw new ParameterException(
            spec.commandLine(),
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

  private Optional<String> launcher(Optional<ExperimentPlan> before) {
    String place = or(in, before.flatMap(ExperimentPlan::launcher), "bare");
    if (!Set.of("bare", ServiceLauncher.DOCKER).contains(place)) {
      throw new ParameterException(
          spec.commandLine(), "--runtime is '%s': it may be bare or docker".formatted(place));
    }
    return Optional.of(place).filter(ServiceLauncher.DOCKER::equals);
  }

  private int delayMs(Optional<ExperimentPlan> before) {
    long ms =
        delay == null
            ? before.map(ExperimentPlan::delayMs).orElse(100)
            : Math.min(delay.toMillis(), Integer.MAX_VALUE);
    return load.within("--delay in ms", (int) ms, 0, 600_000);
  }

  private String waits(Optional<ExperimentPlan> before) {
    String kind = or(waits, before.flatMap(ExperimentPlan::waits), "fixed");
    try {
      return Delay.of(kind, Duration.ofSeconds(1)).kind();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--wait is '%s': it may be fixed, uniform, shared-tick, http or sql".formatted(kind),
          e);
    }
  }

  /** In whole seconds. */
  private int warmUpSeconds(int otherwise) {
    Duration limit = warmUp == null ? Duration.ofSeconds(otherwise) : warmUp;
    if (limit.toMillis() % 1_000 != 0) {
      throw new ParameterException(
          spec.commandLine(), "--warm-up takes whole seconds, such as 40s");
    }
    return load.within("--warm-up in seconds", (int) limit.toSeconds(), 0, 3_600);
  }

  private String workers(Optional<ExperimentPlan> before) {
    String text = or(workers, before.map(ExperimentPlan::workers), "200");
    try {
      Workers.of(Settings.of(Map.of("WORKERS", text)));
      return text;
    } catch (SettingException e) {
      throw new ParameterException(
          spec.commandLine(),
          "--workers is '%s': it may be a whole number from 1 to 20000, or virtual".formatted(text),
          e);
    }
  }

  /** What the user should know of the plan before it takes an hour. */
  public List<String> warnings(ExperimentPlan plan) {
    List<String> warnings = new ArrayList<>();
    int n = plan.variants().size();
    int pairs = n * (n - 1) / 2;
    if (pairs > 0 && plan.rounds() < Power.fewestRounds(pairs, PairwiseTests.ALPHA)) {
      warnings.add(
          "a verdict on %d variants takes %d rounds: fewer (--rounds %d) give figures only"
              .formatted(n, Power.fewestRounds(pairs, PairwiseTests.ALPHA), plan.rounds()));
    }
    return warnings;
  }
}
