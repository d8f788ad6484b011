package io.github.restcomparison.analysis.runs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.settings.Delay;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What was done. The host's part is absent where the runs differ in it.
 *
 * @param model how the load comes: a {@code closed} model's users wait for an answer before they
 *     ask again; in an {@code open} one requests come by a schedule; in a {@code burst} one client
 *     asks everything at once
 * @param users or the connections of an open model
 * @param seconds how long users of a closed model ask; absent where they ask {@code
 *     requestsPerUser} times
 * @param open the schedule of an open model
 * @param protocol over TLS; absent for HTTP/1.1 without it
 * @param waits what the delay is: {@code fixed}, {@code uniform} up to it, or the period of a
 *     {@code shared-tick}; {@code stated} where it is what a user says
 * @param rounds that were planned
 * @param earlyStop whether it was to end as soon as all pairs are decided
 * @param timeLimitMs after which no further round was to begin; absent without a limit
 * @param seed of the order within the rounds; absent where nobody planned it
 * @param control the variant that was entered twice
 * @param repeatedRounds because the host was disturbed
 * @param warmUpLimitMs what the warm-up of a run could take at most
 * @param generatorCapacity requests per second that the load generator reached against a service
 *     that answers at once
 * @param cpus logical processors that the generator may use
 * @param memory of the host in bytes
 * @param container what each service ran in; absent where it was a process of the host
 * @param simulation the user's own that was the load; absent where it was ours
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Conditions(
    String model,
    int users,
    int requestsPerUser,
    OptionalInt seconds,
    Optional<OpenModel> open,
    Optional<LoadProtocol> protocol,
    int delayMs,
    String waits,
    int rounds,
    boolean earlyStop,
    OptionalLong timeLimitMs,
    Optional<Long> seed,
    Optional<String> control,
    int repeatedRounds,
    int warmUpLimitMs,
    OptionalDouble generatorCapacity,
    Optional<String> session,
    Optional<String> os,
    Optional<String> cpu,
    Optional<Integer> cpus,
    Optional<Long> memory,
    Optional<String> pinning,
    Optional<String> container,
    Optional<String> jdk,
    Optional<String> gatling,
    Optional<String> simulation) {
  /** The mean wait of a request in ms: half of the longest if waits are uniform. */
  @JsonIgnore
  public double meanWaitMs() {
    return new Delay(waits, delayMs).mean().toNanos() / 1e6;
  }

  /** The host, {@code AMD EPYC, 2 CPUs}; empty if the runs are of several. */
  @JsonIgnore
  public Optional<String> machine() {
    return cpu.map(
        name -> name + cpus.map(number -> ", " + Numbers.count(number, "CPU")).orElse(""));
  }
}
