package io.github.restcomparison.analysis.run;

import io.github.restcomparison.analysis.page.Page.Block;
import io.github.restcomparison.analysis.page.Page.Heading;
import io.github.restcomparison.analysis.page.Page.Items;
import io.github.restcomparison.analysis.page.Page.Link;
import io.github.restcomparison.analysis.page.Page.Section;
import io.github.restcomparison.analysis.page.Page.Table;
import io.github.restcomparison.analysis.page.Page.TableCell;
import io.github.restcomparison.analysis.page.Page.TableHead;
import io.github.restcomparison.analysis.page.Page.TableRow;
import io.github.restcomparison.analysis.page.Page.Text;
import io.github.restcomparison.analysis.runs.RecordedRun;
import io.github.restcomparison.analysis.runs.RecordedRuns;
import io.github.restcomparison.analysis.statistics.Numbers;
import io.github.restcomparison.records.CpuProfile;
import io.github.restcomparison.records.JsonFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** The code in which the services spend CPU time, side by side, if they were profiled. */
public final class ProfileSection {
  private static final int MAX = 10;

  private ProfileSection() {}

  /**
   * Returns the section; empty if there is no profile.
   *
   * @param folder of the experiment
   * @throws IOException if a profile cannot be read
   */
  public static Optional<Section> of(Path folder) throws IOException {
    Path own = folder.resolve(CpuProfile.FOLDER);
    Map<String, CpuProfile> profiles = new TreeMap<>();
    List<TableCell> links = new ArrayList<>(List.of(TableCell.text(List.of("recording"))));
    List<String> missing = new ArrayList<>();
    if (!Files.isDirectory(own.resolve("runs"))) {
      return Optional.empty();
    }
    Map<String, String> recordings = new TreeMap<>();
    for (RecordedRun run : RecordedRuns.readSoFar(own).runs()) {
      Path file = own.resolve(run.folder()).resolve(CpuProfile.FILE);
      CpuProfile profile =
          JsonFiles.find(file, CpuProfile.class)
              .orElseGet(() -> CpuProfile.missing(String.join("; ", run.record().reasons())));
      if (profile.missing().isPresent()) {
        missing.add(run.variant() + ": not profiled: " + profile.missing().get());
      } else {
        profiles.put(run.variant(), profile);
        recordings.put(
            run.variant(),
            "%s/%s/%s".formatted(CpuProfile.FOLDER, run.folder(), CpuProfile.RECORDING));
      }
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Text.soft(
            "Measured in a separate run that is in no other figure. Samples of Java code under load, by JDK"
                + " Flight Recorder: without the kernel, garbage collectors and JIT compilers."
                + " A library is a module of the JDK, or the first three parts of a package."));
    if (!profiles.isEmpty()) {
      blocks.add(new Heading("libraries", "CPU by library"));
      blocks.add(table("CPU by library", profiles, CpuProfile::libraries));
      blocks.add(new Heading("packages", "CPU by package"));
      blocks.add(table("CPU by package", profiles, CpuProfile::packages));
      blocks.add(new Heading("methods", "The hottest methods"));
      blocks.add(table("The hottest methods", profiles, CpuProfile::methods));
      recordings
          .values()
          .forEach(path -> links.add(TableCell.links(Link.of("JFR", path).stream().toList())));
      blocks.add(new Table("Recordings", heads(profiles), List.of(TableRow.of(links))));
    }
    if (!missing.isEmpty()) {
      blocks.add(Items.of(missing));
    }
    return Optional.of(new Section("profile", "Where the CPU goes", blocks, false));
  }

  /**
   * Returns the packages or methods of each service, side by side: {@code 12 % io.netty.channel}.
   */
  private static Table table(
      String label,
      Map<String, CpuProfile> profiles,
      Function<CpuProfile, Map<String, Long>> counts) {
    List<TableRow> rows = new ArrayList<>();
    int longest =
        profiles.values().stream().mapToInt(each -> counts.apply(each).size()).max().orElse(0);
    for (int place = 0; place < Math.min(MAX, longest); place++) {
      int skipped = place;
      Stream<String> cells =
          profiles.values().stream()
              .map(
                  each ->
                      counts.apply(each).entrySet().stream()
                          .skip(skipped)
                          .findFirst()
                          .map(one -> share(one, each.samples()))
                          .orElse(""));
      rows.add(
          TableRow.of(
              Stream.concat(Stream.of(Integer.toString(place + 1)), cells)
                  .map(text -> TableCell.text(List.of(text)))
                  .toList()));
    }
    return new Table(label, heads(profiles), rows);
  }

  private static String share(Map.Entry<String, Long> one, long samples) {
    return "%s %% %s"
        .formatted(Numbers.decimals(100.0 * one.getValue() / samples, 1), one.getKey());
  }

  private static List<TableHead> heads(Map<String, CpuProfile> profiles) {
    return Stream.concat(Stream.of(""), profiles.keySet().stream())
        .map(each -> new TableHead(each, true))
        .toList();
  }
}
