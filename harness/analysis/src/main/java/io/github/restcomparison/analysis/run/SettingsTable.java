package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Comparison.Variant;
import io.github.restcomparison.analysis.page.Page.Cell;
import io.github.restcomparison.analysis.page.Page.Fold;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Row;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableHead;
import io.github.restcomparison.analysis.page.Page.Text;
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

/** What every variant ran with, side by side: what differs first. */
final class SettingsTable {
  private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  private SettingsTable() {}

  /** The section. */
  static Section of(Comparison comparison) {
    List<Variant> variants = comparison.variants();
    List<Row> rows = rows(variants);
    return new Section(
        "settings",
        "Fairness: every setting side by side",
        List.of(
            Text.soft("What differs between the variants; what is the same is folded below."),
            table("Settings that differ", variants, rows.stream().filter(Row::differs).toList()),
            new Fold(
                "The same in all",
                List.of(
                    new Table(
                        "Settings that are the same in all",
                        List.of(new TableHead("setting", true), new TableHead("value", true)),
                        rows.stream()
                            .filter(row -> !row.differs())
                            .map(row -> Row.of(row.cells().subList(0, 2)))
                            .toList()))),
            new Fold("Libraries", List.of(table("Libraries", variants, libraries(variants)))),
            new Heading("host", "Host and order"),
            Items.of(host(comparison.plan()))),
        true);
  }

  private static Table table(String label, List<Variant> variants, List<Row> rows) {
    List<TableHead> heads = new ArrayList<>(List.of(new TableHead("setting", true)));
    variants.forEach(each -> heads.add(new TableHead(each.name(), true)));
    return new Table(label, heads, rows);
  }

  private static List<Row> rows(List<Variant> variants) {
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
    return rows;
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
    Stream<Cell> cells =
        Stream.concat(Stream.of(setting), values.stream()).map(each -> Cell.text(List.of(each)));
    return new Row(cells.toList(), values.stream().distinct().count() > 1);
  }

  private static String flag(Variant variant, String flag) {
    return variant
        .jvm()
        .map(flags -> flags.contains(flag) ? "set" : Numbers.ABSENT)
        .orElse("not known");
  }

  private static List<String> host(Conditions plan) {
    return Stream.of(
            plan.host().cpu().map(cpu -> "CPU: " + cpu),
            plan.host().cpus().map(cpus -> "Logical processors: " + cpus),
            plan.host().memory().map(memory -> "Memory: " + Numbers.mebibytes(memory) + " MiB"),
            plan.host().pinning().map(pinning -> "Pinning: " + pinning),
            Optional.of(
                "Services: "
                    + plan.host()
                        .container()
                        .map(each -> "in a container each (" + each + ")")
                        .orElse("processes of the host")),
            plan.host().os().map(os -> "System: " + os),
            plan.host().jdk().map(jdk -> "JDK: " + jdk),
            plan.host().gatling().map(gatling -> "Gatling: " + gatling),
            plan.schedule().seed().map(seed -> "Order within the rounds: shuffled by seed " + seed),
            plan.generatorCapacity().stream()
                .mapToObj(
                    capacity ->
                        "Load generator, against a service that answers at once: "
                            + Numbers.of(capacity)
                            + " requests/s")
                .findFirst(),
            Optional.of("Warm-up: at most " + plan.load().warmUpLimitMs() / 1_000 + " s"),
            plan.session().map(session -> "Session: " + session))
        .flatMap(Optional::stream)
        .toList();
  }
}
