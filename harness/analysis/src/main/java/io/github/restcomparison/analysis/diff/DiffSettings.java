package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.records.JsonFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The fields of any name in which the records of the variants of both differ. */
final class DiffSettings {
  private static final double HALF_GIBI = 1 << 29;

  /** Fields of the load, the host, its pinning and the load generator. */
  private static final String CONDITION =
      "settings .*|workload .*|environment (cpu|cpus|memory|pinning|serviceCpus"
          + "|generatorCpus|gatling|container engine)";

  /** Fields of a single variant. */
  private static final String OF_VARIANT =
      "settings (workers|downstreamConnections)|service .*|user .*"
          + "|environment (serviceJvm|versions|container .*)";

  private static final String CHANGES_ALWAYS = ".* (port|keyStore)";

  private DiffSettings() {}

  /**
   * Returns the fields in which two experiments differ, with the values of each.
   *
   * @param isCondition whether to return the fields that make the two not comparable: load, host,
   *     pinning and generator; or those that may be the thing under test: system, JDK, flags,
   *     libraries, settings
   */
  static List<String> differing(RecordedRuns before, RecordedRuns after, boolean isCondition) {
    Map<String, Set<String>> ofBefore = fields(before, after, isCondition);
    Map<String, Set<String>> ofAfter = fields(after, before, isCondition);
    Set<String> names = new TreeSet<>(ofBefore.keySet());
    names.addAll(ofAfter.keySet());
    List<String> differing = new ArrayList<>();
    for (String name : names) {
      Set<String> one = ofBefore.getOrDefault(name, Set.of());
      Set<String> other = ofAfter.getOrDefault(name, Set.of());
      if (!one.equals(other)) {
        differing.add(
            "%s: %s before, %s after"
                .formatted(name, missingIn(one, other), missingIn(other, one)));
      }
    }
    return differing;
  }

  /** Returns the values that are missing in the others. */
  private static String missingIn(Set<String> some, Set<String> others) {
    String text =
        some.stream().filter(each -> !others.contains(each)).collect(Collectors.joining(" "));
    return text.isEmpty() ? "none" : text;
  }

  /** Returns the values of each field in the runs of the variants that both experiments have. */
  private static Map<String, Set<String>> fields(
      RecordedRuns runs, RecordedRuns other, boolean isCondition) {
    Map<String, Set<String>> fields = new HashMap<>();
    Set<String> common =
        other.runs().stream().map(RecordedRun::variant).collect(Collectors.toSet());
    for (RecordedRun run : runs.runs()) {
      BiConsumer<String, String> leaf =
          (path, value) -> {
            if (path.matches(CONDITION) == isCondition && !path.matches(CHANGES_ALWAYS)) {
              fields
                  .computeIfAbsent(name(path, run.variant()), any -> new LinkedHashSet<>())
                  .add(value);
            }
          };
      if (common.contains(run.variant())) {
        visit("settings", JsonFiles.tree(run.record().settings()), leaf);
        visit("", JsonFiles.tree(run.record().subject()), leaf);
      }
    }
    return fields;
  }

  /**
   * Visits all leaves. Elements of an array are values of one field, unless they have fields
   * themselves.
   */
  private static void visit(String path, JsonNode node, BiConsumer<String, String> leaf) {
    if (node.isObject()) {
      node.properties()
          .forEach(each -> visit((path + " " + each.getKey()).strip(), each.getValue(), leaf));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        visit(node.get(i).isObject() ? path + " " + (i + 1) : path, node.get(i), leaf);
      }
    } else {
      leaf.accept(path, value(path, node));
    }
  }

  /** Returns a value, with rounded memory: kernels keep a varying part of it for themselves. */
  private static String value(String path, JsonNode node) {
    return path.equals("environment memory")
        ? Math.round(node.asLong() / HALF_GIBI) / 2.0 + " GiB"
        : node.asString();
  }

  /**
   * Returns the name of a field: {@code settings warmUp} is {@code warm up}; {@code service
   * backlog} is of a variant.
   */
  private static String name(String path, String variant) {
    String field =
        path.replaceFirst("^(settings|service|environment|user from|user|workload) ", "")
            .replaceAll("([a-z])([A-Z])", "$1 $2")
            .toLowerCase(Locale.ROOT);
    return path.matches(OF_VARIANT) ? variant + " " + field : field;
  }
}
