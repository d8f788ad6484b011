package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.experiment.Experiment;
import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.experiment.Progress;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord.Status;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.StudyPlace;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.Plan;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Measures nothing: writes records of one status. A service whose name has several letters has that
 * name as its status. Rounds differ by 1 %.
 *
 * @param throughput in requests/s
 */
record Measured(Status status, double throughput) implements Experiment.Executor {
  /** A service with half of the others' throughput. */
  static final String HALF = "h";

  /** Memory before, and while a request waits. */
  private static final String WAITING =
      """
      "waiting" : {
        "waiting" : 1,
        "before" : {"heapAfterGc" : 1, "rss" : 1, "threads" : 1},
        "during" : {"heapAfterGc" : 2, "rss" : 2, "threads" : 2}
      },
      """;

  /** The number of runs that decide on a rate. */
  private static final int AGREEING = 2;

  private static final String RECORD = recorded();

  private static String recorded() {
    try (InputStream golden = Measured.class.getResourceAsStream("/run-folder/recorded/run.json")) {
      return new String(golden.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the plan of a command for services that listen to {@code /}. */
  static Plan plan(String services, String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(words));
    for (String name : services.split(",")) {
      all.add("--service=%s=serve {port}".formatted(name));
    }
    if (all.stream().noneMatch(word -> word.startsWith("--get"))) {
      all.add("--get=/");
    }
    if (List.of("run", "startup").contains(words[0])) {
      all.add("--control=none");
    }
    all.add("--no-pin");
    return Typed.plan(all.toArray(String[]::new));
  }

  /** Returns the plan of the first loads of a study, with a service in place of its variants. */
  static StudyPlan study(String name, int loads) throws IOException {
    PlanReader reader = Typed.run("--service=a=serve {port}", "--get=/", "--users=1", "--rounds=1");
    Map<String, ExperimentPlan> plans = new LinkedHashMap<>();
    for (Study.Load load : Study.of(name).loads().subList(0, loads)) {
      Optional<StudyPlace> part = Optional.of(new StudyPlace(name, load.name()));
      plans.put(load.name(), reader.plan(List.of("a"), Placement.ANYWHERE, part));
    }
    return new StudyPlan(name, plans);
  }

  /**
   * Writes a plan and all of its runs. The first rate of a search meets its SLO, and the next one
   * misses it.
   */
  void write(Path folder, Plan plan) throws Exception {
    plan.write(folder);
    switch (plan) {
      case ExperimentPlan experiment ->
          rounds(folder, experiment, experiment.design().rounds().max());
      case StudyPlan study -> {
        for (Map.Entry<Path, ExperimentPlan> load : study.experimentFolders(folder).entrySet()) {
          rounds(load.getKey(), load.getValue(), load.getValue().design().rounds().max());
        }
      }
      case SweepPlan sweep -> {
        for (SweepPlan.GridCell cell : sweep.cells()) {
          ExperimentPlan experiment = sweep.experiment(cell);
          rounds(folder.resolve(cell.folder()), experiment, experiment.design().rounds().max());
        }
      }
      case CapacityPlan search -> {
        boolean isDecided = status != Status.INVALID;
        int rounds = isDecided ? AGREEING : search.runs().design().rounds().max();
        for (int rate = 1; rate <= search.mostRate(); rate++) {
          Path step = new CapacityPlan.Folder(folder).step("a", rate);
          new Measured(status, rate).rounds(step, search.step("a", rate), rounds);
        }
      }
    }
  }

  private void rounds(Path folder, ExperimentPlan plan, int rounds) throws Exception {
    Experiment.Context context =
        new Experiment.Context(
            Placement.ANYWHERE,
            this,
            new Progress(new PrintWriter(new StringWriter()), false),
            new ExperimentTime(folder, Optional.empty(), System::nanoTime),
            Optional::empty,
            true,
            null);
    for (int round = 1; round <= rounds; round++) {
      new Experiment(folder, plan, context).measureSmallRound(round);
    }
  }

  @Override
  public String run(RunRequest request, Path folder, Consumer<String> live) throws IOException {
    Files.writeString(new RunFolder(folder).recordFile(), record(request));
    return "";
  }

  private String record(RunRequest request) {
    int round = request.place().runId().round();
    String variant = request.place().runId().variant();
    String requests = request.user().map(JsonFiles::text).orElse("{}");
    double own = variant.equals(HALF) ? throughput / 2 : throughput;
    boolean missesSlo = request.load().open().filter(open -> open.rate().to() > 1).isPresent();
    return RECORD
        .replace("\"p50\" : 107", "\"p50\" : " + (missesSlo ? 400 : 107))
        .replace(
            "\"latencyByRequest\"",
            (request.flags().subject() == Subject.MEMORY ? WAITING : "")
                + "\"workload\" : %s, \"latencyByRequest\"".formatted(requests))
        .replace("\"users\" : 20", "\"users\" : " + request.load().concurrency())
        .replace("\"variant\" : \"jersey-sync\"", "\"variant\" : \"%s\"".formatted(variant))
        .replace("\"round\" : 1", "\"round\" : " + round)
        .replace("\"steady\" : false", "\"steady\" : true")
        .replace(
            "\"status\" : \"VALID\"",
            "\"status\" : \"%s\"".formatted(variant.length() > 1 ? variant : status))
        .replace("\"throughput\" : 177.177", "\"throughput\" : " + own * (1 + round / 100.0));
  }
}
