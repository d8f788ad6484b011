package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.compare.experiment.ExperimentTime;
import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.CapacityPlan;
import io.github.restcomparison.records.plan.ClusterSpec;
import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.StudyPlace;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.plan.StudyPlan;
import io.github.restcomparison.records.plan.SweepPlan;
import io.github.restcomparison.records.plan.SweepPlan.GridCell;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Commands about existing results: study, report, diff and list. */
class ResultsTest {
  @TempDir private Path folder;

  @Test
  void studyWithoutAVariantThatCanRunIsOneLine() {
    Study study = Study.of("client-2023");
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> StudyCommand.runnable(study, variant -> Optional.of("it needs node")))
        .withMessageMatching("study client-2023: no variant of it can run here: client-.*: it.*");
  }

  /** One load without a pool, or without the control, refused the option for all loads. */
  @Test
  void optionOfAStudyAppliesToTheLoadsThatItFits() throws Exception {
    assertThat(plans("async-servlet-2016", "--workers=7", "").values())
        .extracting(plan -> plan.load().workers())
        .containsExactly(OptionalInt.of(7), OptionalInt.of(200));
    assertThat(plans("async-servlet-2016", "--control=tomcat", "").values())
        .extracting(plan -> plan.design().control())
        .containsExactly(Optional.of("tomcat"), Optional.empty());
  }

  /** Not even one round was possible, and one was measured. */
  @Test
  void timeOfAStudyIsEnoughForARoundOfEachLoad() throws Exception {
    ExperimentTime.requireRound(plans("async-servlet-2016", "--for=10m", "").values());
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(
            () -> ExperimentTime.requireRound(plans("async-servlet-2016", "--for=2m", "").values()))
        .withMessage("--for 2m: must be more than 140s, the time of the loads of one round");
  }

  /** A folder had 1000 users in its name and 20 in its runs. */
  @Test
  void loadsOfAStudyAreNamedForTheirUsers() throws Exception {
    assertThat(plans("rest-2014", "--rounds=1", "").keySet()).containsExactly("1000-users");
    assertThat(plans("gateway-2010", "--users=20", "jboss").keySet())
        .containsExactly("20-users", "20-users-2", "20-users-jetty", "20-users-tomcat");
    assertThat(plans("async-servlet-2016", "--users=20", "").keySet())
        .containsExactly("random-wait", "shared-event");
  }

  @ParameterizedTest
  @CsvSource({
    "--workers=7, --workers 7: requires a variant whose waiting blocks a thread",
    "--control=tomcat, --control tomcat: must be one of tomcat-queue",
  })
  void optionOfAStudyThatFitsNoLoadIsRefused(String option, String why) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> plans("async-servlet-2016", option, "tomcat"))
        .withMessageStartingWith(why);
  }

  private static Map<String, ExperimentPlan> plans(String name, String option, String missing)
      throws IOException {
    Study study = Study.of(name);
    CommandSpec command = Typed.command(new StringWriter(), "study", name, option, "--no-pin");
    return ((StudyCommand) command.userObject())
        .newPlans(
            study,
            StudyCommand.runnable(
                study, each -> Optional.of("not built").filter(_ -> each.equals(missing))));
  }

  @Test
  void listIsNotEndedByABrokenPlan() throws Exception {
    for (String plan : List.of("", "{", "{}", "null", "{\"design\" : {\"rounds\" : 0}}")) {
      Path broken = Files.createDirectories(folder.resolve("a-broken" + plan.length()));
      Files.writeString(broken.resolve("plan.json"), plan);
    }
    PlanReader reader = Typed.run("--rounds=2");
    Path good = Files.createDirectories(folder.resolve("b-good"));
    reader.plan(reader.compared().names(), Placement.ANYWHERE, Optional.empty()).write(good);
    Typed listed = Typed.compare("list", folder.toString());
    assertThat(listed.code()).isEqualTo(2);
    assertThat(listed.err().lines())
        .hasSize(5)
        .allMatch(line -> line.startsWith("skipped: "))
        .anyMatch(line -> line.startsWith("skipped: " + folder.resolve("a-broken1/plan.json")));
    assertThat(listed.out())
        .contains("Experiments:")
        .contains(good + "  run, runs: 0 of 6, jersey-sync, jersey-async, vertx");
    Typed json = Typed.compare("list", folder.toString(), "--json");
    assertThat(json.code()).isEqualTo(2);
    assertThat(new JsonMapper().readTree(json.out()).propertyNames())
        .containsExactly("variants", "studies", "experiments");
  }

  /** Several loads of a study have a file each, and one JSON object together. */
  @Test
  void loadsOfAStudyDoNotOverwriteOneAnothersReport() throws Exception {
    assertThat(RunCommand.fileForLoad(Path.of("a.b/report.xml"), "one"))
        .isEqualTo(Path.of("a.b/report-one.xml"));
    assertThat(RunCommand.fileForLoad(Path.of("report"), "one")).isEqualTo(Path.of("report-one"));
    Map<String, ExperimentPlan> plans = plans("gateway-2010", "--rounds=1", "jboss");
    List<String> loads = List.copyOf(plans.keySet());
    assertThat(loads).hasSizeGreaterThan(1);
    for (String load : loads.subList(0, 2)) {
      Files.createDirectories(folder.resolve(load));
      Files.writeString(folder.resolve(load + "/comparison.json"), "{\"schema\" : 1}\n");
    }
    StudyPlan study = new StudyPlan("gateway-2010", plans);
    JsonNode json = new JsonMapper().readTree(ResultsCommand.json(folder, study));
    assertThat(json.propertyNames()).containsExactlyElementsOf(loads.subList(0, 2));
    assertThat(json.path(loads.get(1)).path("schema").asInt()).isEqualTo(1);
  }

  @Test
  void resumedStudyTakesEverythingFromItsPlans() throws Exception {
    ofStudy();
    for (String typed : List.of("--users 5", "--rounds 1", "rest-2014")) {
      Typed ended = Typed.compare(("study " + typed + " --resume " + folder).split(" "));
      assertThat(ended.err())
          .isEqualTo(
              "compare: %s: not with --resume, which takes all settings from %s/plan.json\n"
                  .formatted(typed.startsWith("-") ? typed.split(" ")[0] : "NAME", folder));
      assertThat(ended.code()).isEqualTo(2);
    }
    assertThat(folder.resolve("1000-users/runs")).doesNotExist();
  }

  /** A sweep was resumed as a search for memory, and an experiment as one of start-ups. */
  @ParameterizedTest
  @CsvSource({"memory", "startup", "capacity", "run", "sweep"})
  void otherCommandDoesNotResume(String command) throws Exception {
    ofStudy();
    assertThat(Typed.compare(command, "--resume=" + folder).err())
        .isEqualTo(
            "compare: --resume %s: has a plan of study; continue with ./compare study\n"
                .formatted(folder));
    PlanReader reader = Typed.run("--rounds=1");
    ExperimentPlan runs =
        reader.plan(reader.compared().names(), Placement.ANYWHERE, Optional.empty());
    String own = command.equals("sweep") ? "memory" : "sweep";
    ExperimentPlan cells = own.equals("memory") ? runs.measuringMemory(1) : runs;
    new SweepPlan(List.of(1), List.of(0), List.of(), List.of(), cells).write(folder);
    Typed ended = Typed.compare(command, "--resume=" + folder);
    assertThat(ended.err()).contains("has a plan of " + own);
    assertThat(ended.code()).isEqualTo(2);
  }

  /** The first load was measured, for an hour, before the second one was looked at. */
  @Test
  void studyIsCheckedAsAWholeBeforeItsFirstLoad() throws Exception {
    PlanReader reader = Typed.run("--service=a=serve {port}", "--get=/", "--users=1");
    List<Study.Load> loads = Study.of("gateway-2010").loads().subList(0, 2);
    Map<String, ExperimentPlan> plans = new LinkedHashMap<>();
    for (Study.Load load : loads) {
      StudyPlace part = new StudyPlace("gateway-2010", load.name());
      plans.put(load.name(), reader.plan(List.of("a"), Placement.ANYWHERE, Optional.of(part)));
    }
    new StudyPlan("gateway-2010", plans).write(folder);
    Path file = folder.resolve("plan.json");
    String text = Files.readString(file);
    int last = text.lastIndexOf(Host.name());
    Files.writeString(
        file, text.substring(0, last) + "another" + text.substring(last + Host.name().length()));
    Typed ended = Typed.compare("study", "--resume=" + folder, "--allow-concurrent");
    assertThat(ended.err())
        .isEqualTo("compare: the plan is for another host: another, pinning none\n");
    assertThat(ended.code()).isEqualTo(2);
    assertThat(folder.resolve(loads.getFirst().name()).resolve("runs")).doesNotExist();
  }

  @Test
  void reportRefusesOptionsWithoutEffect() throws Exception {
    Path study = ofStudy();
    Path sweep = folder.resolve("sweep");
    PlanReader reader = Typed.run("--rounds=1");
    ExperimentPlan runs =
        reader.plan(reader.compared().names(), Placement.ANYWHERE, Optional.empty());
    new SweepPlan(List.of(1), List.of(0), List.of(), List.of(), runs).write(sweep);
    assertRefused("--json: requires the folder of an experiment or a study", sweep, "--json");
    assertThat(sweep.resolve("index.html")).doesNotExist();
  }

  /** Only those of {@code run} were listed. */
  @Test
  void listHasSweepsSearchesAndStudies() throws Exception {
    Path study = Files.createDirectories(folder.resolve("a-study/1000-users"));
    Path sweep = folder.resolve("b-sweep");
    Path search = folder.resolve("c-search");
    PlanReader reader = Typed.run("--rounds=2", "--variants=vertx-rest", "--rate=9/s");
    ExperimentPlan runs = reader.plan(List.of("vertx-rest"), Placement.ANYWHERE, Optional.empty());
    StudyPlace rest = new StudyPlace("rest-2014", "1000-users");
    ExperimentPlan load = reader.plan(List.of("vertx-rest"), Placement.ANYWHERE, Optional.of(rest));
    new StudyPlan("rest-2014", Map.of("1000-users", load)).write(study.getParent());
    GridCell cell = new GridCell(1, 0, 1, List.of("vertx-rest"));
    new SweepPlan(List.of(1), List.of(0), List.of(cell), List.of(), runs).write(sweep);
    new CapacityPlan("p99<9ms", 9, 99, runs).write(search);
    Path step = new CapacityPlan.Folder(search).step("vertx-rest", 9).resolve("runs/1-1-vertx");
    Files.writeString(Files.createDirectories(step).resolve("run.json"), "{}");
    assertThat(Typed.compare("list", folder.toString()).out())
        .contains(
            study + "  study, runs: 0 of 2, vertx-rest",
            sweep + "  sweep, runs: 0 of 2, vertx-rest",
            search + "  capacity, runs: 1, vertx-rest");
  }

  /** Runs of the calibration and the profile were counted, and a start-up was called a run. */
  @Test
  void listCountsTheRunsOfThePlan() throws Exception {
    PlanReader reader = Typed.run("--rounds=2", "--variants=vertx-rest");
    ExperimentPlan plan = reader.plan(List.of("vertx-rest"), Placement.ANYWHERE, Optional.empty());
    plan.write(folder.resolve("a-run"));
    plan.measuringStartUp().write(folder.resolve("b-start"));
    for (String run :
        List.of(
            "runs/01-01-vertx-rest",
            "runs/01-01-vertx-rest-repeated",
            "calibration/runs/01-01-vertx-rest",
            "profile/runs/01-01-vertx-rest",
            "unfinished/02-01-vertx-rest-1")) {
      Path own = Files.createDirectories(folder.resolve("a-run").resolve(run));
      Files.writeString(own.resolve("run.json"), "{}");
    }
    assertThat(Typed.compare("list", folder.toString()).out())
        .contains(
            folder.resolve("a-run") + "  run, runs: 1 of 2, vertx-rest",
            folder.resolve("b-start") + "  startup, runs: 0 of 2, vertx-rest");
  }

  private static void assertRefused(String line, Path folder, String option) {
    Typed ended = Typed.compare("report", folder.toString(), option);
    assertThat(ended.err()).isEqualTo("compare: " + line + "\n");
    assertThat(ended.code()).isEqualTo(2);
  }

  private Path ofStudy() throws IOException {
    PlanReader reader = Typed.run("--rounds=1");
    ExperimentPlan load =
        reader.plan(
            reader.compared().names(),
            Placement.ANYWHERE,
            Optional.of(new StudyPlace("rest-2014", "1000-users")));
    new StudyPlan("rest-2014", Map.of("1000-users", load)).write(folder);
    return folder;
  }

  /** In a cluster each session has a namespace and a label, of 63 characters at most. */
  @Test
  void loadsOfAStudyHaveSeparateSessions() throws Exception {
    PodSpec pod = new PodSpec("1", "1Gi", Map.of());
    ClusterSpec cluster = new ClusterSpec("kind", Optional.empty(), 1, "", pod, pod);
    CommandSpec run = Compare.commandLine().parseArgs("run").subcommand().commandSpec();
    Set<String> sessions = new HashSet<>();
    for (Study study : Study.all()) {
      for (Study.Load load : study.loads()) {
        PlanReader reader = new PlanReader(run, isForeign -> new SettingTree());
        Optional<StudyPlace> part = Optional.of(new StudyPlace(study.name(), load.name()));
        String session = reader.plan(reader.compared().names(), Placement.ANYWHERE, part).session();
        assertThat(session).matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
        assertThat(cluster.namespaceOf(session)).matches("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
        assertThat(sessions.add(session)).as(session).isTrue();
      }
    }
  }

  /** Two jobs of a CI server began in the same second, and each removed the other's pods. */
  @Test
  void plansOfOneSecondHaveDifferentSessions() throws Exception {
    PlanReader reader = Typed.run();
    Set<String> sessions = new HashSet<>();
    for (int job = 1; job <= 5; job++) {
      sessions.add(
          reader.plan(reader.compared().names(), Placement.ANYWHERE, Optional.empty()).session());
    }
    assertThat(sessions).hasSize(5);
  }

  @Test
  void reportOfAnEmptyFolderIsOneLine() {
    Typed ended = Typed.compare("report", folder.toString());
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualTo(
            "compare: %s is missing: there is no run to report\n"
                .formatted(folder.resolve("runs")));
  }

  @Test
  void diffOfOtherLoadsIsRefusedUnlessForced() throws Exception {
    Path before = experiment("before", "\"users\" : 1000");
    Path after = experiment("after", "\"users\" : 500");
    Typed refused = Typed.compare("diff", before.toString(), after.toString());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(after.resolve("diff.md")).doesNotExist();
    assertThat(refused.err())
        .isEqualTo(
            "compare: not comparable (--force compares them anyway): users: 1000 before, 500"
                + " after\n");
    Typed forced = Typed.compare("diff", "--force", before.toString(), after.toString());
    assertThat(forced.code()).isEqualTo(2);
    assertThat(forced.err())
        .isEqualTo("compare: not judged: jersey-sync: a verdict takes 3 rounds\n");
    assertThat(forced.out())
        .contains("not the same: users: 1000 before, 500 after", "preview")
        .endsWith("Markdown: " + after.resolve("diff.md") + "\n");
    assertThat(after.resolve("diff.md")).content().startsWith("# ");
    assertThat(
            Typed.compare("diff", "--force", "--json", before.toString(), after.toString()).out())
        .contains("\"outcome\" : \"PREVIEW\"");
  }

  private Path experiment(String name, String users) throws IOException {
    Path run = Files.createDirectories(folder.resolve(name).resolve("runs/01-01-x"));
    try (InputStream recorded =
        ResultsTest.class.getResourceAsStream("/run-folder/recorded/run.json")) {
      String record = new String(recorded.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(run.resolve("run.json"), record.replaceFirst("\"users\" : \\d+", users));
    }
    return folder.resolve(name);
  }

  @Test
  void listNamesEveryVariant() {
    Typed ended = Typed.compare("list", folder.toString());
    assertThat(ended.code()).isZero();
    Set<Integer> columns = new HashSet<>();
    for (Variant each : Variant.services()) {
      String line =
          ended
              .out()
              .lines()
              .filter(it -> it.startsWith("  " + each.name() + " "))
              .findFirst()
              .orElseThrow();
      columns.add(line.indexOf(each.threadModel()));
    }
    assertThat(columns).as("one column of thread models").hasSize(1).doesNotContain(-1);
    assertThat(Typed.compare("list", folder.toString(), "--json").out())
        .contains("\"name\" : \"vertx-rest\"", "\"experiments\" : [ ]");
  }
}
