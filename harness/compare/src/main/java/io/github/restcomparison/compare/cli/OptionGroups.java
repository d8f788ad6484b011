package io.github.restcomparison.compare.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command in its help, under headings where they are many. */
final class OptionGroups implements IHelpSectionRenderer {
  /** So few need no headings. */
  private static final int FEW = 8;

  /** In the order in which an experiment is thought of. */
  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  static {
    GROUPS.put("What is compared", names("--variants --service --file --quick --runtime"));
    GROUPS.put(
        "Services of yours",
        names("--ready --env --get -X -H -d --expect --timeout --insecure --simulation"));
    GROUPS.put(
        "Load",
        names(
            "--users --requests --duration --rate --connections --protocol --delay --wait --think"
                + " --workers --warm-up --slo --max-rate"));
    GROUPS.put("Rounds", names("--rounds --for --control --resume"));
    GROUPS.put("Cluster", names("--namespace --injectors --images --image-tag"));
    GROUPS.put("Nodes", names("--cpus --memory --nodes --price"));
    GROUPS.put("Host", names("--pin --calibrate --allow-concurrent"));
    GROUPS.put("Output", names("--out --json --junit --verbose -h -V"));
  }

  private static List<String> names(String all) {
    return List.of(all.split(" "));
  }

  /** The names that have a place, as options have them first. */
  static List<String> named() {
    return GROUPS.values().stream().flatMap(List::stream).toList();
  }

  @Override
  public String render(Help help) {
    List<OptionSpec> options =
        help.commandSpec().options().stream().filter(option -> !option.hidden()).toList();
    if (options.size() <= FEW) {
      return section(help, options, options);
    }
    StringBuilder text = new StringBuilder();
    GROUPS.forEach(
        (heading, names) -> {
          List<OptionSpec> group = new ArrayList<>();
          for (String name : names) {
            options.stream().filter(each -> is(each, name)).forEach(group::add);
          }
          if (!group.isEmpty()) {
            text.append((text.isEmpty() ? "" : "%n").formatted())
                .append("%s:%n".formatted(heading))
                .append(section(help, group, options));
          }
        });
    return text.toString();
  }

  private static boolean is(OptionSpec option, String name) {
    return List.of(option.names()).contains(name);
  }

  /**
   * Some options.
   *
   * @param all the options whose widest tells how wide the first column is
   */
  private static String section(Help help, List<OptionSpec> some, List<OptionSpec> all) {
    Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
    layout.addOptions(some, help.parameterLabelRenderer());
    return layout.toString();
  }
}
