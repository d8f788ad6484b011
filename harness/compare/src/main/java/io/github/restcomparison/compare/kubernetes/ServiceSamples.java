package io.github.restcomparison.compare.kubernetes;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.runner.merge.ServiceSide.Throttling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the sampler in a service's pod ({@code docker/sample}) has said.
 *
 * @param cpu the model of its node's CPU; absent where it did not say
 * @param all in the order of their times
 */
record ServiceSamples(Optional<String> cpu, List<Sample> all) {

  /** Of a service that nobody was let look at. */
  static final ServiceSamples NONE = new ServiceSamples(Optional.empty(), List.of());

  /**
   * What is accounted to the service's container.
   *
   * @param atMs ms since 1970, on the clock of its node
   * @param cpuMicros CPU time since it started, in µs
   * @param periods of its CPU limit in which it had work, since it started
   * @param throttled of these, those in which it was stopped
   * @param stoppedMicros for how long, in µs
   * @param memory bytes, without pages of files that were not used lately
   */
  record Sample(
      long atMs, long cpuMicros, long periods, long throttled, long stoppedMicros, long memory) {}

  /** Reads its lines; those that are none of its own are passed over. */
  static ServiceSamples read(String log) {
    Optional<String> cpu = Optional.empty();
    List<Sample> samples = new ArrayList<>();
    for (String line : log.split("\\R")) {
      if (line.startsWith("cpu ")) {
        cpu = Optional.of(line.substring("cpu ".length()).strip());
      } else if (line.matches("sample( -?\\d{1,18}){6}")) {
        String[] fields = line.split(" ");
        samples.add(
            new Sample(
                number(fields[1]) / 1_000,
                number(fields[2]),
                number(fields[3]),
                number(fields[4]),
                number(fields[5]),
                number(fields[6])));
      }
    }
    return new ServiceSamples(cpu, samples);
  }

  private static long number(String field) {
    return Long.parseLong(field);
  }

  /** CPU and memory, for the figures of the run. */
  List<CgroupSample> usage() {
    return all.stream()
        .map(each -> new CgroupSample(each.atMs, each.cpuMicros, OptionalLong.of(each.memory)))
        .toList();
  }

  /**
   * How its CPU limit stopped it from a time on; absent where it has none, or was not seen.
   *
   * @param fromMs ms since 1970
   */
  Optional<Throttling> throttling(long fromMs) {
    List<Sample> since = all.stream().filter(each -> each.atMs >= fromMs).toList();
    if (since.size() < 2 || since.getLast().periods == 0) {
      return Optional.empty();
    }
    Sample first = since.getFirst();
    Sample last = since.getLast();
    return Optional.of(
        new Throttling(
            last.periods - first.periods,
            last.throttled - first.throttled,
            last.stoppedMicros - first.stoppedMicros));
  }
}
