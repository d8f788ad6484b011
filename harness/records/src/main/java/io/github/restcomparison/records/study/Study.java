package io.github.restcomparison.records.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A published comparison, and how it is run again. What was published is data, in a file for each
 * study; nothing here is a figure of ours.
 *
 * @param name what it is called everywhere
 * @param title in one line
 * @param published by whom it was asked what, and how, in a sentence or two
 * @param delayMs the wait of one request: itself, the longest, or the period
 * @param workers threads that may block at once
 * @param loads one experiment each
 * @param figures as they were published
 * @param claims what the publication says of them, in its order
 */
public record Study(
    String name,
    String title,
    String published,
    int delayMs,
    String workers,
    List<Load> loads,
    List<Figures> figures,
    List<Claim> claims) {

  /**
   * An experiment of the study.
   *
   * @param name names it within the study, and its folder
   * @param waits {@code fixed}, {@code uniform} or {@code shared-tick}
   * @param users who all start at once
   * @param requestsPerUser one after the other
   * @param variants that are compared
   * @param changed how it is not the published one, and why, in a sentence; absent where it is
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Load(
      String name,
      String waits,
      int users,
      int requestsPerUser,
      List<String> variants,
      Optional<String> changed) {}

  /**
   * A tenth of the users, of the workers and of the wait: as many requests per second as the whole,
   * after a tenth of the time.
   */
  public Study quick() {
    return new Study(
        name,
        title,
        published,
        delayMs / 10,
        workers.matches("\\d+") ? Integer.toString(tenth(Integer.parseInt(workers))) : workers,
        loads.stream()
            .map(
                load ->
                    new Load(
                        load.name,
                        load.waits,
                        tenth(load.users),
                        load.requestsPerUser,
                        load.variants,
                        load.changed))
            .toList(),
        figures,
        claims);
  }

  private static int tenth(int whole) {
    return Math.max(1, whole / 10);
  }

  /**
   * A row of what was published.
   *
   * @param load that it belongs to
   * @param system in the publication's words
   * @param variant that it is compared with here
   * @param throughput requests per second
   * @param meanMs mean latency, as {@code minMs} and {@code maxMs}
   * @param successPercent of the requests
   * @param requests how many the whole load had
   * @param wholeMs what the whole load took, of each run that was published
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Figures(
      String load,
      String system,
      String variant,
      OptionalDouble throughput,
      OptionalDouble meanMs,
      OptionalDouble minMs,
      OptionalDouble maxMs,
      OptionalDouble bytesPerSecond,
      OptionalDouble mostInFlight,
      OptionalDouble successPercent,
      OptionalInt requests,
      Optional<List<Integer>> wholeMs) {}

  /** The published rows that a load, by its name, is to be compared with. */
  public List<Figures> figures(String load) {
    return figures.stream().filter(row -> row.load().equals(load)).toList();
  }

  /** How its loads are not the published ones, and why, a sentence each. */
  public List<String> changes() {
    return loads.stream().flatMap(load -> load.changed().stream()).toList();
  }
}
