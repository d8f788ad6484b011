package io.github.restcomparison.runner.host;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.github.restcomparison.records.Pinning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor.LogicalProcessor;

/**
 * The CPUs that the service and the load generator are pinned to, by {@code taskset}. The threads
 * of one cannot slow down the other, and the service has the same CPUs in every variant.
 *
 * @param service CPUs of the service, in ascending order; empty for all
 * @param generator CPUs of the load generator; empty for all
 */
public record Placement(List<Integer> service, List<Integer> generator) {
  /** No pinning: both can run on every CPU. */
  public static final Placement ANYWHERE = new Placement(List.of(), List.of());

  /**
   * Divides the CPUs that this process may use: the first half of the cores for the service, the
   * second for the load generator. The hyper-threads of a core share its execution units, so only
   * the hyper-threads of a single core are divided.
   *
   * @return {@link #ANYWHERE} if processes cannot be pinned here: there is no {@code taskset},
   *     which only Linux has, or only one CPU
   */
  public static Placement ofThisHost() {
    if (!Cmd.isInstalled("taskset")) {
      return ANYWHERE;
    }
    List<Integer> allowed = allowed();
    return of(
        new SystemInfo()
            .getHardware().getProcessor().getLogicalProcessors().stream()
                .filter(cpu -> allowed.contains(cpu.getProcessorNumber()))
                .toList());
  }

  /** Returns the CPUs that this process may use: proc_pid_status(5). */
  private static List<Integer> allowed() {
    String key = "Cpus_allowed_list:";
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String list = lines.filter(line -> line.startsWith(key)).findFirst().orElseThrow();
      return parsed(list.substring(key.length()).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a list such as {@code 0,2-3}. */
  static List<Integer> parsed(String list) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : list.split(",")) {
      String[] ends = range.split("-");
      IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
          .forEach(cpus::add);
    }
    return cpus;
  }

  static Placement of(List<LogicalProcessor> cpus) {
    TreeMap<Long, List<Integer>> byCore =
        cpus.stream()
            .collect(
                groupingBy(
                    cpu ->
                        ((long) cpu.getPhysicalPackageNumber() << 32)
                            + cpu.getPhysicalProcessorNumber(),
                    TreeMap::new,
                    mapping(LogicalProcessor::getProcessorNumber, toList())));
    List<List<Integer>> parts =
        byCore.size() == 1
            ? byCore.firstEntry().getValue().stream().map(List::of).toList()
            : List.copyOf(byCore.values());
    int half = parts.size() / 2;
    return half == 0
        ? ANYWHERE
        : new Placement(
            numbers(parts.subList(0, half)), numbers(parts.subList(half, parts.size())));
  }

  private static List<Integer> numbers(List<List<Integer>> parts) {
    return parts.stream().flatMap(List::stream).sorted().toList();
  }

  /** Returns the prefix of a command that pins it to these CPUs; empty for all CPUs. */
  public static List<String> pinning(List<Integer> cpus) {
    return cpus.isEmpty() ? List.of() : List.of("taskset", "-c", text(cpus));
  }

  /**
   * Returns a list of CPUs in the form of {@code taskset} and {@code docker run}: {@code 0,2,3}.
   */
  public static String text(List<Integer> cpus) {
    return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** Returns it in the form of plans and records. */
  public Pinning asPinning() {
    return service.isEmpty()
        ? Pinning.NONE
        : new Pinning(
            "service on CPU %s, load generator on CPU %s"
                .formatted(text(service), text(generator)));
  }
}
