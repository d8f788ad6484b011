package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.runs.Conditions;
import io.github.restcomparison.analysis.statistics.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What every variant ran with, side by side.
 *
 * @param host what all of them ran on, a line each
 * @param heads the names of the variants
 * @param libraries the version of each library on the class paths, where it is
 */
record SettingsTable(List<String> host, List<String> heads, List<Row> rows, List<Row> libraries) {

  private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  /**
   * A setting.
   *
   * @param values of each variant
   * @param differs whether they are not all the same
   */
  record Row(String setting, List<String> values, boolean differs) {
    /** The value of all, where it is the same. */
    public String first() {
      return values.getFirst();
    }
  }

  /** The rows that differ between the variants. */
  public List<Row> different() {
    return rows.stream().filter(Row::differs).toList();
  }

  /** The rows that do not. */
  public List<Row> same() {
    return rows.stream().filter(row -> !row.differs()).toList();
  }

  static SettingsTable of(Comparison comparison) {
    List<Variant> variants = comparison.variants();
    List<Row> rows = new ArrayList<>();
    TreeSet<String> settings = new TreeSet<>();
    variants.forEach(each -> settings.addAll(each.service().keySet()));
    for (String setting : settings) {
      rows.add(
          row(setting, variants, each -> each.service().getOrDefault(setting, Numbers.ABSENT)));
    }
    variants.stream()
        .flatMap(each -> each.jvm().stream().flatMap(List::stream))
        .distinct()
        .forEach(flag -> rows.add(row(flag, variants, each -> flag(each, flag))));
    return new SettingsTable(
        host(comparison.plan()),
        variants.stream().map(Variant::name).toList(),
        rows,
        libraries(variants));
  }

  private static List<Row> libraries(List<Variant> variants) {
    List<Map<String, String>> versions = variants.stream().map(SettingsTable::versions).toList();
    return versions.stream()
        .flatMap(each -> each.keySet().stream())
        .distinct()
        .sorted()
        .map(
            library ->
                row(
                    library,
                    versions.stream()
                        .map(each -> each.getOrDefault(library, Numbers.ABSENT))
                        .toList()))
        .toList();
  }

  /** By the name of the library; several where there are jars for several platforms. */
  private static Map<String, String> versions(Variant variant) {
    Map<String, String> versions = new TreeMap<>();
    for (String jar : variant.libraries()) {
      Matcher parts = VERSIONED.matcher(jar);
      if (parts.matches()) {
        versions.merge(parts.group(1), parts.group(2), (one, other) -> one + ", " + other);
      } else {
        versions.put(jar.replaceFirst("\\.jar$", ""), "of this build");
      }
    }
    return versions;
  }

  private static Row row(String setting, List<Variant> variants, Function<Variant, String> value) {
    return row(setting, variants.stream().map(value).toList());
  }

  private static Row row(String setting, List<String> values) {
    return new Row(setting, values, values.stream().distinct().count() > 1);
  }

  private static String flag(Variant variant, String flag) {
    return variant
        .jvm()
        .map(flags -> flags.contains(flag) ? "set" : Numbers.ABSENT)
        .orElse("not known");
  }

  private static List<String> host(Conditions plan) {
    return Stream.of(
            plan.cpu().map(cpu -> "CPU: " + cpu),
            plan.cpus().map(cpus -> "Logical processors: " + cpus),
            plan.memory().map(memory -> "Memory: " + Numbers.mebibytes(memory) + " MiB"),
            plan.pinning().map(pinning -> "Pinning: " + pinning),
            Optional.of(
                "Services: "
                    + plan.container()
                        .map(each -> "in a container each (" + each + ")")
                        .orElse("processes of the host")),
            plan.os().map(os -> "System: " + os),
            plan.jdk().map(jdk -> "JDK: " + jdk),
            plan.gatling().map(gatling -> "Gatling: " + gatling),
            plan.seed().map(seed -> "Order within the rounds: shuffled by seed " + seed),
            plan.generatorCapacity().stream()
                .mapToObj(
                    capacity ->
                        "Load generator, against a service that answers at once: "
                            + Numbers.of(capacity)
                            + " requests/s")
                .findFirst(),
            Optional.of("Warm-up: at most " + plan.warmUpLimitMs() / 1_000 + " s"),
            plan.session().map(session -> "Session: " + session))
        .flatMap(Optional::stream)
        .toList();
  }
}
