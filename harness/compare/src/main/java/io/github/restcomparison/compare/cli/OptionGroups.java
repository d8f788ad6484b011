package io.github.restcomparison.compare.cli;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command in its help; many are shown under headings. */
final class OptionGroups implements IHelpSectionRenderer {
  private static final int FEW = 8;

  /** The options under each heading. */
  private static final List<Map.Entry<String, String>> GROUPS =
      List.of(
          Map.entry("What is compared", "--variants --service --file --quick --runtime"),
          Map.entry(
              "Services of yours",
              "--ready --env --get -X -H -d --expect --timeout --insecure --simulation"),
          Map.entry(
              "Load",
              "--users --requests --duration --rate --connections --protocol --delay --wait"
                  + " --think --workers --warm-up --slo --max-rate"),
          Map.entry("Rounds", "--rounds --for --control --resume"),
          Map.entry("Cluster", "--namespace --injectors --images --image-tag"),
          Map.entry("Nodes", "--cpus --memory --nodes --price"),
          Map.entry("Host", "--pin --calibrate --allow-concurrent"),
          Map.entry("Output", "--out --json --junit --verbose -h -V"));

  /** Returns the names that have a heading. */
  static List<String> named() {
    return GROUPS.stream().flatMap(group -> Stream.of(group.getValue().split(" "))).toList();
  }

  @Override
  public String render(Help help) {
    List<OptionSpec> all =
        help.commandSpec().options().stream().filter(option -> !option.hidden()).toList();
    if (all.size() <= FEW) {
      return section(help, all, all);
    }
    StringJoiner sections = new StringJoiner(System.lineSeparator());
    for (Map.Entry<String, String> group : GROUPS) {
      List<OptionSpec> some =
          Stream.of(group.getValue().split(" "))
              .flatMap(name -> all.stream().filter(each -> List.of(each.names()).contains(name)))
              .toList();
      if (!some.isEmpty()) {
        sections.add("%s:%n%s".formatted(group.getKey(), section(help, some, all)));
      }
    }
    return sections.toString();
  }

  /** The widest of all options sets the width of the first column. */
  private static String section(Help help, List<OptionSpec> some, List<OptionSpec> all) {
    Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
    layout.addOptions(some, help.parameterLabelRenderer());
    return layout.toString();
  }
}
