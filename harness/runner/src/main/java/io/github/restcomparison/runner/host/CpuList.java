package io.github.restcomparison.runner.host;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A set of logical processors in the notation of Linux: {@code 0,2-3}.
 *
 * @param cpus at least one, each 0 or more
 */
public record CpuList(List<Integer> cpus) {
  private static final String RANGE = "\\d{1,5}(-\\d{1,5})?";

  /**
   * Checks, sorts and copies the numbers.
   *
   * @throws IllegalArgumentException if the list is empty or a number is negative
   */
  public CpuList {
    cpus = cpus.stream().distinct().sorted().toList();
    if (cpus.isEmpty() || cpus.getFirst() < 0) {
      throw new IllegalArgumentException("CPUs " + cpus + ": at least one, each 0 or more");
    }
  }

  /**
   * Reads a list such as {@code 0,2-3}.
   *
   * @throws IllegalArgumentException if the text is not such a list
   */
  @JsonCreator
  public static CpuList parse(String text) {
    if (!text.matches(RANGE + "(," + RANGE + ")*")) {
      throw new IllegalArgumentException("'" + text + "' is no list of CPUs such as 0,2-3");
    }
    List<Integer> cpus = new ArrayList<>();
    for (String range : text.split(",")) {
      String[] ends = range.split("-");
      IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
          .forEach(cpus::add);
    }
    return new CpuList(cpus);
  }

  /** The list as {@code taskset} and {@code docker run} take it. */
  @JsonValue
  @Override
  public String toString() {
    return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
