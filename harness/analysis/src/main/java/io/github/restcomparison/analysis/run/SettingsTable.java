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
import io.github.restcomparison.records.Environment;
import io.github.restcomparison.records.RunRecord;
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
    String warmUp = "at most %d s".formatted(plan.load().warmUp().toSeconds());
    Optional<String> services =
        plan.container()
            .map("in a container each (%s)"::formatted)
            .or(() -> Optional.of("processes of the host"));
    return Stream.of(
            fact("CPU", plan.shared(run -> host(run).cpu())),
            fact("Logical processors", plan.shared(run -> host(run).cpus())),
            fact(
                "Memory",
                plan.shared(run -> host(run).memory())
                    .map(bytes -> Numbers.mebibytes(bytes) + " MiB")),
            fact("Pinning", plan.shared(run -> run.setup().environment().placement().pinning())),
            fact("Services", services),
            fact("System", plan.shared(run -> host(run).os())),
            fact("JDK", plan.shared(run -> run.setup().environment().jdk())),
            fact("Gatling", plan.shared(run -> run.setup().environment().gatling())),
            fact(
                "Order within the rounds",
                plan.runs().plan().map(each -> "shuffled by seed " + each.design().seed())),
            fact(
                "Load generator, against a service that answers at once",
                Optional.of(plan.runs().generatorCapacity())
                    .filter(rate -> !rate.isNaN())
                    .map(rate -> Numbers.of(rate) + " requests/s")),
            fact("Warm-up", Optional.of(warmUp)),
            fact("Session", plan.shared(run -> run.identity().session())))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Environment.Host host(RunRecord run) {
    return run.setup().environment().host();
  }

  private static Optional<String> fact(String name, Optional<?> value) {
    return value.map(each -> name + ": " + each);
  }
}
