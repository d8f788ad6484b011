package io.github.restcomparison.analysis.runs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.LoadSpec.Bounds;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.service.Workload.UserSimulation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * What was done, as {@code comparison.json} has it under {@code plan}.
 *
 * @param model of the load: users of a {@code closed} model wait for a response before the next
 *     request; in an {@code open} model requests arrive by a schedule; in a {@code burst} one
 *     client sends all at once
 * @param load of every run, without the bounds of a service
 * @param generatorCapacity requests per second that the load generator reached against a service
 *     that answers at once; absent if it was not calibrated
 * @param session absent if the runs are of several
 * @param simulation the user's own that was the load; absent for ours
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Conditions(
    String model,
    @JsonUnwrapped LoadSpec load,
    @JsonUnwrapped Rounds schedule,
    @JsonUnwrapped Machine host,
    OptionalDouble generatorCapacity,
    Optional<String> session,
    Optional<String> simulation) {

  /**
   * How often each variant was measured.
   *
   * @param rounds that were planned
   * @param earlyStop whether it was to end as soon as all pairs are decided
   * @param timeLimitMs after which no further round was to begin; absent without a limit
   * @param seed of the order within the rounds; absent without a plan
   * @param control the variant that was entered twice
   * @param repeatedRounds because the host was disturbed
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Rounds(
      int rounds,
      boolean earlyStop,
      OptionalLong timeLimitMs,
      Optional<Long> seed,
      Optional<String> control,
      int repeatedRounds) {}

  /**
   * What it was measured on; each part is absent if the runs differ in it.
   *
   * @param cpus logical processors that the generator may use
   * @param memory of the host in bytes
   * @param container what each service ran in; absent for processes of the host
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Machine(
      Optional<String> os,
      Optional<String> cpu,
      Optional<Integer> cpus,
      Optional<Long> memory,
      Optional<String> pinning,
      Optional<String> container,
      Optional<String> jdk,
      Optional<String> gatling) {}

  /** The conditions of some runs, one or more. */
  public static Conditions of(RecordedRuns runs) {
    RecordedRun first = runs.runs().getFirst();
    Optional<Design> design = runs.plan().map(ExperimentPlan::design);
    List<Environment> environments =
        runs.runs().stream().map(run -> run.record().setup().environment()).toList();
    return new Conditions(
        first.isOfClient() ? "burst" : first.open().isPresent() ? "open" : "closed",
        first.record().settings().with(new Bounds(OptionalInt.empty(), OptionalInt.empty()), false),
        new Rounds(
            runs.rounds(),
            design.map(Design::earlyStop).orElse(false),
            design.map(Design::timeLimitMs).orElse(OptionalLong.empty()),
            design.map(Design::seed),
            design.flatMap(Design::control),
            runs.repeated()),
        new Machine(
            shared(environments, each -> each.host().os()),
            shared(environments, each -> each.host().cpu()),
            shared(environments, each -> each.host().cpus()),
            shared(environments, each -> each.host().memory()),
            shared(environments, each -> each.placement().pinning()),
            shared(environments, each -> each.container().map(Environment.Container::engine))
                .flatMap(Function.identity()),
            shared(environments, Environment::jdk),
            shared(environments, Environment::gatling)),
        runs.plan().map(ExperimentPlan::generatorCapacity).orElse(OptionalDouble.empty()),
        shared(
            runs.runs().stream().map(RecordedRun::record).toList(),
            record -> record.identity().session()),
        runs.runs().stream()
            .map(RecordedRun::record)
            .map(RunRecord::setup)
            .flatMap(setup -> setup.user().stream())
            .flatMap(user -> user.workload().simulation().stream())
            .map(UserSimulation::className)
            .findFirst());
  }

  /** What all have in common. */
  private static <S, T> Optional<T> shared(List<S> all, Function<S, T> value) {
    T first = value.apply(all.getFirst());
    return all.stream().allMatch(each -> Objects.equals(first, value.apply(each)))
        ? Optional.ofNullable(first)
        : Optional.empty();
  }

  /** The mean wait of a request in ms: half of the longest if waits are uniform. */
  @JsonIgnore
  public double meanWaitMs() {
    return load.delay().mean().toNanos() / 1e6;
  }

  /** The host, {@code AMD EPYC, 2 CPUs}; empty if the runs are of several. */
  @JsonIgnore
  public Optional<String> machine() {
    return host.cpu.map(
        name -> name + host.cpus.map(number -> ", " + Numbers.count(number, "CPU")).orElse(""));
  }
}
