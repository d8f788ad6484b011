package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.model.Comparison;
import io.github.restcomparison.analysis.model.VariantRuns;
import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Code;
import io.github.restcomparison.analysis.page.Page.Fold;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableCell;
import io.github.restcomparison.analysis.page.Page.TableHead;
import io.github.restcomparison.analysis.page.Page.TableRow;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The settings and environments of all variants, side by side: differences first. */
final class SettingsTable {
  private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  private SettingsTable() {}

  /**
   * Returns the section.
   *
   * @param command that began the experiment; empty if it was not recorded
   */
  static Section of(Comparison comparison, Optional<String> command) {
    List<VariantRuns> variants = comparison.variants();
    List<TableRow> rows = new ArrayList<>(rows(variants, VariantRuns::service));
    rows.addAll(rows(variants, SettingsTable::flags));
    List<TableRow> different = rows.stream().filter(TableRow::differs).toList();
    List<Block> blocks = new ArrayList<>();
    command.map(Code::new).ifPresent(blocks::add);
    if (variants.size() > 1) {
      blocks.add(
          Text.soft(
              different.isEmpty()
                  ? "No setting differs between the variants."
                  : "Settings that differ between the variants; equal settings are folded below."));
    }
    if (!different.isEmpty()) {
      blocks.add(table("Settings that differ", variants, different));
    }
    List<TableRow> same =
        rows.stream()
            .filter(row -> !row.differs())
            .map(row -> TableRow.of(row.cells().subList(0, 2)))
            .toList();
    List<TableHead> heads = List.of(new TableHead("setting", true), new TableHead("value", true));
    addFold(blocks, "Equal settings", new Table("Equal settings", heads, same));
    addFold(
        blocks, "Libraries", table("Libraries", variants, rows(variants, SettingsTable::versions)));
    blocks.add(new Heading("host", "Host and order"));
    blocks.add(Items.of(host(comparison.runs())));
    return new Section("settings", "All settings side by side", blocks, true);
  }

  /** Adds a table, if it has a row. */
  private static void addFold(List<Block> blocks, String summary, Table table) {
    if (!table.rows().isEmpty()) {
      blocks.add(new Fold(summary, List.of(table)));
    }
  }

  private static Table table(String label, List<VariantRuns> variants, List<TableRow> rows) {
    List<TableHead> heads = new ArrayList<>(List.of(new TableHead("setting", true)));
    variants.forEach(each -> heads.add(new TableHead(each.name(), true)));
    return new Table(label, heads, rows);
  }

  /** Returns a row for each setting that any variant has. */
  private static List<TableRow> rows(
      List<VariantRuns> variants, Function<VariantRuns, Map<String, String>> settings) {
    return variants.stream()
        .flatMap(each -> settings.apply(each).keySet().stream())
        .distinct()
        .sorted()
        .map(
            name -> {
              List<String> values =
                  variants.stream()
                      .map(each -> settings.apply(each).getOrDefault(name, Numbers.NOT_MEASURED))
                      .toList();
              Stream<TableCell> cells =
                  Stream.concat(Stream.of(name), values.stream())
                      .map(each -> TableCell.text(List.of(each)));
              return new TableRow(cells.toList(), values.stream().distinct().count() > 1);
            })
        .toList();
  }

  private static Map<String, String> flags(VariantRuns variant) {
    Map<String, String> flags = new TreeMap<>();
    variant.jvm().ifPresent(all -> all.forEach(flag -> flags.put(flag, "set")));
    return flags;
  }

  /**
   * Returns versions by the name of the library; several if there are jars for several platforms.
   */
  private static Map<String, String> versions(VariantRuns variant) {
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

  private static List<String> host(RecordedRuns runs) {
    Map<String, Optional<?>> facts = new LinkedHashMap<>();
    facts.put("CPU", runs.environment(each -> each.host().cpu()));
    facts.put("Logical processors", runs.environment(each -> each.host().cpus()));
    facts.put("Memory", runs.environment(each -> Numbers.mebibytes(each.host().memory()) + " MiB"));
    facts.put("Pinning", runs.environment(each -> each.placement().pinning()));
    facts.put(
        "Services",
        runs.container()
            .map("in a container each (%s)"::formatted)
            .or(() -> Optional.of("processes of the host")));
    facts.put("System", runs.environment(each -> each.host().os()));
    facts.put("JDK", runs.environment(each -> each.host().jdk()));
    facts.put("Gatling", runs.environment(Environment::gatling));
    facts.put(
        "Order within the rounds",
        runs.plan().map(each -> "shuffled by seed " + each.design().seed()));
    facts.put(
        "Capacity of the load generator (against a service without delay)",
        Optional.of(Numbers.of(runs.generatorCapacity()))
            .filter(rate -> !rate.equals(Numbers.NOT_MEASURED))
            .map(rate -> rate + " requests/s"));
    if (runs.load() instanceof ClosedLoad closed) {
      facts.put("Think time", closed.think());
      facts.put("Ramp-up", closed.rampUp().map(DurationText::of));
    }
    facts.put("Warm-up", Optional.of("at most %d s".formatted(runs.load().warmUp().toSeconds())));
    facts.put("Session", runs.shared(run -> run.identity().session()));
    return facts.entrySet().stream()
        .flatMap(fact -> fact.getValue().map(each -> fact.getKey() + ": " + each).stream())
        .toList();
  }
}
