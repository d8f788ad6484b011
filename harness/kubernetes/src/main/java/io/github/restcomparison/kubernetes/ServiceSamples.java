package io.github.restcomparison.kubernetes;

import io.github.restcomparison.records.RunSamples.CgroupSample;
import io.github.restcomparison.runner.figures.Injectors.Throttling;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The output of the sampler in a service's pod ({@code docker/sample}) about the service's
 * container.
 *
 * @param samples each a time in µs since 1970, CPU time in µs, periods of the CPU limit, throttled
 *     ones of them, µs throttled, and memory in bytes; empty if the sampler may not observe the
 *     service
 */
record ServiceSamples(List<long[]> samples) {

  /** Reads the lines of a sampler; other lines are ignored. */
  static ServiceSamples of(String log) {
    return new ServiceSamples(
        log.lines()
            .filter(line -> line.matches("sample( -?\\d{1,18}){6}"))
            .map(line -> Stream.of(line.split(" ")).skip(1).mapToLong(Long::parseLong).toArray())
            .toList());
  }

  List<CgroupSample> usage() {
    return samples.stream()
        .map(each -> new CgroupSample(each[0] / 1_000, each[1], each[5]))
        .toList();
  }

  /**
   * Returns the throttling from a time on; empty without a CPU limit or without two samples.
   *
   * @param fromMs ms since 1970
   */
  Optional<Throttling> throttling(long fromMs) {
    List<long[]> since = samples.stream().filter(each -> each[0] / 1_000 >= fromMs).toList();
    if (since.size() < 2 || since.getLast()[2] == 0) {
      return Optional.empty();
    }
    long[] first = since.getFirst();
    long[] last = since.getLast();
    return Optional.of(new Throttling(last[2] - first[2], last[3] - first[3], last[4] - first[4]));
  }
}
