package io.github.restcomparison.compare.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a command in its help; many are shown under headings. */
final class OptionGroups implements IHelpSectionRenderer {
  private static final int FEW = 8;

  private static final List<Group> GROUPS =
      List.of(
          new Group("What is compared", "--variants --service --file --quick --runtime"),
          new Group(
              "Services of yours",
              "--ready --env --get -X -H -d --expect --timeout --insecure --simulation"),
          new Group(
              "Load",
              "--users --requests --duration --rate --connections --protocol --delay --wait --think"
                  + " --workers --warm-up --slo --max-rate"),
          new Group("Rounds", "--rounds --for --control --resume"),
          new Group("Cluster", "--namespace --injectors --images --image-tag"),
          new Group("Nodes", "--cpus --memory --nodes --price"),
          new Group("Host", "--pin --calibrate --allow-concurrent"),
          new Group("Output", "--out --json --junit --verbose -h -V"));

  private record Group(String heading, String options) {
    Stream<String> names() {
      return Stream.of(options.split(" "));
    }
  }

  /** Returns the names that have a heading. */
  static List<String> named() {
    return GROUPS.stream().flatMap(Group::names).toList();
  }

  @Override
  public String render(Help help) {
    List<OptionSpec> options =
        help.commandSpec().options().stream().filter(option -> !option.hidden()).toList();
    if (options.size() <= FEW) {
      return section(help, options, options);
    }
    List<String> sections = new ArrayList<>();
    for (Group group : GROUPS) {
      List<OptionSpec> some =
          group
              .names()
              .flatMap(name -> options.stream().filter(o -> List.of(o.names()).contains(name)))
              .toList();
      if (!some.isEmpty()) {
        sections.add("%s:%n%s".formatted(group.heading, section(help, some, options)));
      }
    }
    return String.join(System.lineSeparator(), sections);
  }

  /** The widest of all options sets the width of the first column. */
  private static String section(Help help, List<OptionSpec> some, List<OptionSpec> all) {
    Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
    layout.addOptions(some, help.parameterLabelRenderer());
    return layout.toString();
  }
}
