package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.HostCheck;
import io.github.restcomparison.compare.experiment.MeasurementContext;
import io.github.restcomparison.compare.experiment.Progress;
import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.compare.file.UserLoad;
import io.github.restcomparison.compare.site.HostOptions;
import io.github.restcomparison.compare.site.RuntimeOptions;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What an experiment is made of; what is not given is taken from the plan that it goes on with. */
public final class PlanOptions {
  private static final List<String> CORE = List.of("jersey-sync", "jersey-async", "vertx-rest");
  @Mixin private ServiceOptions services;
  @Mixin private DesignOptions design;
  @Mixin private UserOptions users;
  @Mixin private WaitOptions wait;
  @Mixin private ArrivalOptions arrivals;
  @Mixin private ProtocolOptions protocol;
  @Mixin private RoundOptions runs;
  @Mixin private HostOptions host;

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

  @Mixin private RuntimeOptions runtime;

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
      ExperimentPlan plan, Placement placement, Progress progress, MeasurementContext.Page page) {
    return new MeasurementContext(
        placement,
        null,
        progress,
        page,
        plan.setup().cluster().isPresent() ? null : new HostCheck(),
        host.allowConcurrent());
  }

  /**
   * The plan that is asked for.
   *
   * @param before has what is not asked for
   * @throws SettingException where an option of the load cannot be used
   * @throws UsageException where another one cannot
   * @throws IOException where a file that was named cannot be read
   */
  public ExperimentPlan plan(Optional<ExperimentPlan> before, Placement placement)
      throws IOException {
    boolean isStudy = before.flatMap(ExperimentPlan::study).isPresent();
    Optional<CompareFile> asked =
        isStudy ? Optional.empty() : services.asked(runs.areVariantsGiven(), wait);
    Optional<UserServices> theirs =
        asked.map(CompareFile::users).or(() -> before.flatMap(ExperimentPlan::users));
    List<String> compared = compared(asked, before);
    LoadSpec usual = asked.map(CompareFile::load).orElse(LoadSpec.USUAL);
    LoadSpec known = before.map(ExperimentPlan::load).orElse(usual);
    LoadSpec load = load(known).over(protocol.protocol(known.protocol()));
    ProtocolOptions.requireSpoken(load.protocol(), compared, theirs);
    refuseUnknownWait(load, compared, theirs);
    String session = before.map(ExperimentPlan::session).orElseGet(OutputOptions::session);
    return new ExperimentPlan(
        ExperimentPlan.SCHEMA,
        session,
        design.design(before.map(ExperimentPlan::design), compared, theirs),
        load,
        runtime.setup(before, theirs, placement, session),
        before.map(ExperimentPlan::memory).orElse(false),
        before.flatMap(ExperimentPlan::study),
        before.map(ExperimentPlan::generatorCapacity).orElse(OptionalDouble.empty()),
        theirs);
  }

  /** The user's first, then ours that stand beside them. */
  private List<String> compared(Optional<CompareFile> asked, Optional<ExperimentPlan> before) {
    if (asked.isEmpty()) {
      return before.isPresent() && !runs.areVariantsGiven()
          ? before.get().design().variants()
          : known(runs.variants(CORE));
    }
    List<String> ours = known(runs.variants(List.of()));
    return Stream.concat(asked.get().users().services().keySet().stream(), ours.stream()).toList();
  }

  /** One of ours can only wait as long as somebody says. */
  private static void refuseUnknownWait(
      LoadSpec load, List<String> compared, Optional<UserServices> theirs) {
    if (theirs.isEmpty() || !load.isWaitUnknown()) {
      return;
    }
    compared.stream()
        .filter(name -> !theirs.get().isForeign(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new UsageException(
                  "--delay is missing: how long should a request to %s wait?".formatted(name));
            });
  }

  private LoadSpec load(LoadSpec before) {
    int delayMs = wait.delayMs(before.delayMs());
    if (before.waits().equals(Delay.STATED)) {
      return loadOfUser(before, delayMs);
    }
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

  /** Of services of which nobody knows how long a request takes. */
  private LoadSpec loadOfUser(LoadSpec before, int delayMs) {
    if (waitKind != null) {
      throw new UsageException("--wait may be given where all that is compared are variants");
    }
    boolean isTimed = arrivals.duration().isPresent() || before.seconds().isPresent();
    LoadSpec closed =
        UserLoad.of(
            users.users(before.users()),
            users.requests().or(() -> requestsOf(before, isTimed)),
            rate == null ? arrivals.duration().or(() -> timeOf(before)) : Optional.empty(),
            delayMs,
            runs.warmUpLimitMs(before.warmUpLimitMs()));
    if (rate != null) {
      return UserLoad.by(closed, rate, arrivals.duration(), arrivals.connections());
    }
    return before.open().filter(open -> !users.areGiven()).map(closed::by).orElse(closed);
  }

  private static Optional<Integer> requestsOf(LoadSpec before, boolean isTimed) {
    return Optional.of(before.requestsPerUser()).filter(number -> number > 0 && !isTimed);
  }

  private Optional<Duration> timeOf(LoadSpec before) {
    return users.requests().isPresent()
        ? Optional.empty()
        : before.seconds().stream().mapToObj(Duration::ofSeconds).findFirst();
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

  private List<String> known(List<String> names) {
    List<String> services =
        names.stream().filter(name -> HttpClientVariant.of(name).isEmpty()).toList();
    services.forEach(VariantNames::variant);
    if (!services.isEmpty() && services.size() < names.size()) {
      throw new UsageException(
          "--variants names services and clients: it may be services only, or clients only");
    }
    return names;
  }

  /** What the user should know of the plan before it takes an hour. */
  public Optional<String> warning(ExperimentPlan plan) {
    return design.warning(plan.design());
  }
}
