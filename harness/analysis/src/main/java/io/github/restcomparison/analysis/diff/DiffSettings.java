package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.JsonFiles;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The settings in which two experiments differ: the fields of the records of the variants that both
 * have, whatever these fields are.
 */
final class DiffSettings {
  /**
   * Hosts whose memory differs by less, as a share, are alike: kernels keep some for themselves.
   */
  private static final double SAME_MEMORY = 0.01;

  private static final JsonMapper JSON = new JsonMapper();
  private static final String HOST = "(cpu|cpus|memory|pinning|serviceCpus|generatorCpus|gatling)";

  /** The load, the host and its division, and what measured. */
  private static final String CONDITIONS =
      "settings .*|user workload .*|environment container engine|environment " + HOST;

  /** What each variant has for itself. */
  private static final String OF_VARIANT =
      "settings (workers|downstreamConnections)|service .*|user service .*"
          + "|environment (serviceJvm|versions|container .*)";

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("requestsPerUser", "requests per user"),
          Map.entry("delayMs", "delay in ms"),
          Map.entry("waits", "wait"),
          Map.entry("warmUpLimitMs", "warm-up limit in ms"),
          Map.entry("cpu", "processor"),
          Map.entry("cpus", "logical processors"),
          Map.entry("os", "system"),
          Map.entry("jdk", "JDK"),
          Map.entry("gatling", "Gatling"),
          Map.entry("serviceJvm", "JVM flags"),
          Map.entry("versions", "library"));

  private DiffSettings() {}

  /** What makes the two not comparable: the load, the host, how it was divided, what measured. */
  static List<String> differences(RecordedRuns before, RecordedRuns after) {
    return differing(before, after, true);
  }

  /** What may be the very thing that is tested: the system, JDK, flags, libraries, settings. */
  static List<String> changes(RecordedRuns before, RecordedRuns after) {
    return differing(before, after, false);
  }

  private static List<String> differing(
      RecordedRuns before, RecordedRuns after, boolean isCondition) {
    Map<String, Set<String>> ofBefore = fields(before, after, isCondition);
    Map<String, Set<String>> ofAfter = fields(after, before, isCondition);
    Set<String> names = new TreeSet<>(ofBefore.keySet());
    names.addAll(ofAfter.keySet());
    List<String> lines = new ArrayList<>();
    for (String name : names) {
      Set<String> one = ofBefore.getOrDefault(name, Set.of());
      Set<String> other = ofAfter.getOrDefault(name, Set.of());
      if (!one.equals(other) && !(name.equals("memory") && isSameMemory(one, other))) {
        lines.add(
            "%s: %s before, %s after"
                .formatted(name, text(name, one, other), text(name, other, one)));
      }
    }
    return lines;
  }

  /** Returns the values of each field by its name, of the variants that another one has, too. */
  private static Map<String, Set<String>> fields(
      RecordedRuns runs, RecordedRuns other, boolean isCondition) {
    Set<String> common =
        other.runs().stream().map(RecordedRun::variant).collect(Collectors.toSet());
    Map<String, Set<String>> fields = new TreeMap<>();
    for (RecordedRun run : runs.runs()) {
      if (common.contains(run.variant())) {
        Map<String, Set<String>> paths = new TreeMap<>();
        collect("settings", JsonFiles.text(run.record().settings()), paths);
        collect("", JsonFiles.text(run.record().setup()), paths);
        paths.forEach(
            (path, values) -> {
              if (path.matches(CONDITIONS) == isCondition && !path.matches(".* (port|keyStore)")) {
                fields
                    .computeIfAbsent(name(path, run.variant()), any -> new LinkedHashSet<>())
                    .addAll(values);
              }
            });
      }
    }
    return fields;
  }

  private static void collect(String path, String json, Map<String, Set<String>> into) {
    collect(path, JSON.readTree(json), into);
  }

  /** Elements of an array are values of one field. */
  private static void collect(String path, JsonNode node, Map<String, Set<String>> into) {
    if (node.isObject()) {
      node.properties()
          .forEach(each -> collect((path + " " + each.getKey()).strip(), each.getValue(), into));
    } else if (node.isArray()) {
      node.forEach(each -> collect(path, each, into));
    } else {
      into.computeIfAbsent(path, any -> new LinkedHashSet<>()).add(node.asString());
    }
  }

  /** {@code settings users} is {@code users}, {@code service backlog} that of a variant. */
  private static String name(String path, String variant) {
    String field = path.replaceFirst("^(settings|service|environment|user \\w+) ", "");
    String name = NAMES.getOrDefault(field, field);
    return path.matches(OF_VARIANT) ? variant + " " + name : name;
  }

  private static boolean isSameMemory(Set<String> one, Set<String> other) {
    return one.size() == 1
        && other.size() == 1
        && Math.abs(bytes(one) - bytes(other)) <= SAME_MEMORY * bytes(one);
  }

  private static double bytes(Set<String> memory) {
    return Double.parseDouble(memory.iterator().next());
  }

  /** Writes the values that the other one has not. */
  private static String text(String name, Set<String> values, Set<String> others) {
    String text =
        values.stream()
            .filter(each -> !others.contains(each))
            .map(
                each ->
                    name.equals("memory")
                        ? Numbers.mebibytes(Double.parseDouble(each)) + " MiB"
                        : each)
            .collect(Collectors.joining(" "));
    return text.isEmpty() ? "none" : text;
  }
}
