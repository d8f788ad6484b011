package io.github.restcomparison.compare.cli;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command in its help; many are shown under headings. */
final class OptionGroups implements IHelpSectionRenderer {
  private static final int FEW = 8;

  /** Each a heading, and the options under it. */
  private static final List<String> GROUPS =
      List.of(
          "What is compared: --variants --service --file --quick --runtime",
          "Services of yours: --ready --env --get -X -H -d --expect --timeout --insecure"
              + " --simulation",
          "Load: --users --requests --duration --rate --connections --protocol --delay --wait"
              + " --think --workers --warm-up --slo --max-rate",
          "Rounds: --rounds --for --control --resume",
          "Cluster: --namespace --injectors --images --image-tag",
          "Nodes: --cpus --memory --nodes --price",
          "Host: --pin --calibrate --allow-concurrent",
          "Output: --out --json --junit --verbose -h -V");

  /** Returns the names that have a heading. */
  static List<String> named() {
    return GROUPS.stream().flatMap(group -> Arrays.stream(names(group))).toList();
  }

  private static String[] names(String group) {
    return group.replaceFirst(".*: ", "").split(" ");
  }

  @Override
  public String render(Help help) {
    List<OptionSpec> all =
        help.commandSpec().options().stream().filter(option -> !option.hidden()).toList();
    return all.size() <= FEW
        ? section(help, all, all)
        : GROUPS.stream()
            .filter(group -> !of(group, all).isEmpty())
            .map(
                group ->
                    "%s:%n%s"
                        .formatted(
                            group.replaceFirst(": .*", ""), section(help, of(group, all), all)))
            .collect(Collectors.joining(System.lineSeparator()));
  }

  private static List<OptionSpec> of(String group, List<OptionSpec> all) {
    return Arrays.stream(names(group))
        .flatMap(name -> all.stream().filter(each -> List.of(each.names()).contains(name)))
        .toList();
  }

  /** The widest of all options sets the width of the first column. */
  private static String section(Help help, List<OptionSpec> some, List<OptionSpec> all) {
    Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
    layout.addOptions(some, help.parameterLabelRenderer());
    return layout.toString();
  }
}
