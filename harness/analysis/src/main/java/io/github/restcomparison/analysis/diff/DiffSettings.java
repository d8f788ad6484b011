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
import java.util.function.Predicate;
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
  private static final Predicate<String> IS_CONDITION =
      matching(
          "settings .*|user workload .*|environment (cpu|cpus|memory|pinning|serviceCpus"
              + "|generatorCpus|gatling|container engine)");

  /** What each variant has for itself. */
  private static final Predicate<String> IS_OF_VARIANT =
      matching(
          "settings (workers|downstreamConnections)|service .*|user service .*"
              + "|environment (serviceJvm|versions|container .*)");

  private DiffSettings() {}

  private static Predicate<String> matching(String expression) {
    return path -> path.matches(expression);
  }

  /** What makes the two not comparable: the load, the host, how it was divided, what measured. */
  static List<String> differences(RecordedRuns before, RecordedRuns after) {
    return differing(before, after, IS_CONDITION);
  }

  /** What may be the very thing that is tested: the system, JDK, flags, libraries, settings. */
  static List<String> changes(RecordedRuns before, RecordedRuns after) {
    return differing(before, after, IS_CONDITION.negate());
  }

  private static List<String> differing(
      RecordedRuns before, RecordedRuns after, Predicate<String> isAsked) {
    Map<String, Set<String>> ofBefore = fields(before, after, isAsked);
    Map<String, Set<String>> ofAfter = fields(after, before, isAsked);
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
      RecordedRuns runs, RecordedRuns other, Predicate<String> isAsked) {
    Set<String> common =
        other.runs().stream().map(RecordedRun::variant).collect(Collectors.toSet());
    Map<String, Set<String>> fields = new TreeMap<>();
    for (RecordedRun run : runs.runs()) {
      Map<String, Set<String>> paths = new TreeMap<>();
      collect("settings", JSON.readTree(JsonFiles.text(run.record().settings())), paths);
      collect("", JSON.readTree(JsonFiles.text(run.record().setup())), paths);
      paths.keySet().removeIf(isAsked.negate().or(matching(".* (port|keyStore)")));
      if (common.contains(run.variant())) {
        paths.forEach(
            (path, values) ->
                fields
                    .computeIfAbsent(name(path, run.variant()), any -> new LinkedHashSet<>())
                    .addAll(values));
      }
    }
    return fields;
  }

  /** Elements of an array are values of one field. */
  private static void collect(String path, JsonNode node, Map<String, Set<String>> into) {
    if (node.isObject()) {
      node.properties()
          .forEach(each -> collect((path + " " + each.getKey()).strip(), each.getValue(), into));
    } else if (node.isArray()) {
      node.forEach(each -> collect(path, each, into));
    } else {
      into.computeIfAbsent(path, any -> new LinkedHashSet<>()).add(value(path, node));
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
    return IS_OF_VARIANT.test(path) ? variant + " " + field : field;
  }
}
