package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.Variant;
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
    List<Row> rows = new ArrayList<>(rows(variants, Variant::service));
    rows.addAll(rows(variants, SettingsTable::flags));
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
            new Fold(
                "Libraries",
                List.of(table("Libraries", variants, rows(variants, SettingsTable::versions)))),
            new Heading("host", "Host and order"),
            Items.of(host(comparison.plan()))),
        true);
  }

  private static Table table(String label, List<Variant> variants, List<Row> rows) {
    List<TableHead> heads = new ArrayList<>(List.of(new TableHead("setting", true)));
    variants.forEach(each -> heads.add(new TableHead(each.name(), true)));
    return new Table(label, heads, rows);
  }

  /** A row for each setting that any variant has. */
  private static List<Row> rows(
      List<Variant> variants, Function<Variant, Map<String, String>> settings) {
    return variants.stream()
        .flatMap(each -> settings.apply(each).keySet().stream())
        .distinct()
        .sorted()
        .map(
            name -> {
              List<String> values =
                  variants.stream()
                      .map(each -> settings.apply(each).getOrDefault(name, Numbers.ABSENT))
                      .toList();
              Stream<Cell> cells =
                  Stream.concat(Stream.of(name), values.stream())
                      .map(each -> Cell.text(List.of(each)));
              return new Row(cells.toList(), values.stream().distinct().count() > 1);
            })
        .toList();
  }

  private static Map<String, String> flags(Variant variant) {
    Map<String, String> flags = new TreeMap<>();
    variant.jvm().ifPresent(all -> all.forEach(flag -> flags.put(flag, "set")));
    return flags;
  }

  /** By the name of the library; several if there are jars for several platforms. */
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

  private static List<String> host(Conditions plan) {
    Conditions.Machine host = plan.host();
    String warmUp = "at most %d s".formatted(plan.load().warmUpLimitMs() / 1_000);
    Optional<String> services =
        host.container()
            .map("in a container each (%s)"::formatted)
            .or(() -> Optional.of("processes of the host"));
    return Stream.of(
            fact("CPU", host.cpu()),
            fact("Logical processors", host.cpus()),
            fact("Memory", host.memory().map(bytes -> Numbers.mebibytes(bytes) + " MiB")),
            fact("Pinning", host.pinning()),
            fact("Services", services),
            fact("System", host.os()),
            fact("JDK", host.jdk()),
            fact("Gatling", host.gatling()),
            fact(
                "Order within the rounds",
                plan.schedule().seed().map("shuffled by seed %d"::formatted)),
            fact(
                "Load generator, against a service that answers at once",
                plan.generatorCapacity().stream()
                    .mapToObj(rate -> Numbers.of(rate) + " requests/s")
                    .findFirst()),
            fact("Warm-up", Optional.of(warmUp)),
            fact("Session", plan.session()))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> fact(String name, Optional<?> value) {
    return value.map(each -> name + ": " + each);
  }
}
