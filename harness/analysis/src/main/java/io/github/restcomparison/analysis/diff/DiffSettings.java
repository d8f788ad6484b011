package io.github.restcomparison.analysis.diff;

import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.records.JsonFiles;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The settings in which two experiments differ: fields of the records of the variants that both
 * have, whatever these fields are.
 */
final class DiffSettings {
  private static final JsonMapper JSON = new JsonMapper();
  private static final double HALF_GIBI = 1 << 29;

  /** The load, the host and its division, and what measured. */
  private static final String CONDITION =
      "settings .*|user workload .*|environment (cpu|cpus|memory|pinning|serviceCpus"
          + "|generatorCpus|gatling|container engine)";

  /** What each variant has for itself. */
  private static final String OF_VARIANT =
      "settings (workers|downstreamConnections)|service .*|user service .*"
          + "|environment (serviceJvm|versions|container .*)";

  private static final String CHANGES_ALWAYS = ".* (port|keyStore)";

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
    return names.stream()
        .filter(name -> !values(ofBefore, name).equals(values(ofAfter, name)))
        .map(
            name ->
                "%s: %s before, %s after"
                    .formatted(name, only(name, ofBefore, ofAfter), only(name, ofAfter, ofBefore)))
        .toList();
  }

  private static Set<String> values(Map<String, Set<String>> fields, String name) {
    return fields.getOrDefault(name, Set.of());
  }

  /** Writes the values that the others have not. */
  private static String only(
      String name, Map<String, Set<String>> fields, Map<String, Set<String>> others) {
    String text =
        values(fields, name).stream()
            .filter(each -> !values(others, name).contains(each))
            .collect(Collectors.joining(" "));
    return text.isEmpty() ? "none" : text;
  }

  /** Returns the values of each field by its name, of the variants that another one has, too. */
  private static Map<String, Set<String>> fields(
      RecordedRuns runs, RecordedRuns other, boolean isCondition) {
    Set<String> common =
        other.runs().stream().map(RecordedRun::variant).collect(Collectors.toSet());
    Map<String, Set<String>> fields = new TreeMap<>();
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
        visit("settings", JSON.readTree(JsonFiles.text(run.record().settings())), leaf);
        visit("", JSON.readTree(JsonFiles.text(run.record().setup())), leaf);
      }
    }
    return fields;
  }

  /** Elements of an array are values of one field. */
  private static void visit(String path, JsonNode node, BiConsumer<String, String> leaf) {
    if (node.isObject()) {
      node.properties()
          .forEach(each -> visit((path + " " + each.getKey()).strip(), each.getValue(), leaf));
    } else if (node.isArray()) {
      node.forEach(each -> visit(path, each, leaf));
    } else {
      leaf.accept(path, value(path, node));
    }
  }

  /** A kernel keeps some memory for itself, now more and now less. */
  private static String value(String path, JsonNode node) {
    return path.equals("environment memory")
        ? Math.round(node.asLong() / HALF_GIBI) / 2.0 + " GiB"
        : node.asString();
  }

  /** {@code settings delayMs} is {@code delay ms}; {@code service backlog} is of a variant. */
  private static String name(String path, String variant) {
    String field =
        path.replaceFirst("^(settings|service|environment|user \\w+) ", "")
            .replaceAll("([a-z])([A-Z])", "$1 $2")
            .toLowerCase(Locale.ROOT);
    return path.matches(OF_VARIANT) ? variant + " " + field : field;
  }
}
