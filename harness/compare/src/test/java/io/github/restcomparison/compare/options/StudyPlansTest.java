package io.github.restcomparison.compare.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.study.Studies;
import io.github.restcomparison.records.study.Study;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StudyPlansTest {
  /** In which all modules look built: those of historical servers are, with -Pfull only. */
  @TempDir private static Path project;

  @BeforeAll
  static void build() throws IOException {
    for (Variant variant : Catalogue.variants()) {
      for (String need : variant.needs()) {
        if (need.startsWith("servers/")) {
          Path file = project.resolve(need);
          Files.createDirectories(file.getParent());
          Files.writeString(file, "");
        }
      }
    }
  }

  static Iterable<Study> studies() {
    return Studies.all();
  }

  @ParameterizedTest
  @MethodSource("studies")
  void everyVariantExistsAndEveryPublishedRowHasALoadAndAVariantInIt(Study study) {
    assertThat(study.loads()).isNotEmpty().doesNotHaveDuplicates();
    StudyPlans plans = StudyPlans.of(study, false, project);
    study.loads().forEach(load -> load.variants().forEach(plans::missing));
    assertThat(study.claims()).isNotEmpty().doesNotHaveDuplicates();
    study.claims().stream()
        .flatMap(claim -> Stream.concat(Stream.of(claim.one()), claim.other().stream()))
        .forEach(
            side ->
                assertThat(study.loads())
                    .filteredOn(load -> load.name().equals(side.load()))
                    .flatMap(Study.Load::variants)
                    .contains(side.variant()));
    for (Study.Figures row : study.figures()) {
      assertThat(study.loads())
          .filteredOn(load -> load.name().equals(row.load()))
          .singleElement()
          .satisfies(load -> assertThat(load.variants()).contains(row.variant()));
    }
  }

  /** Ten at most, where a pair is to be decided; three of one variant alone. */
  @ParameterizedTest
  @CsvSource({
    "gateway-2010, 500-users, 10",
    "connector-bio-nio, 100-users, 10",
    "async-servlet-2016, shared-event, 3"
  })
  void roundsAtMost(String name, String load, int rounds) {
    StudyPlans plans = StudyPlans.of(Studies.study(name), false, project);
    Study.Load asked =
        plans.study().loads().stream()
            .filter(each -> each.name().equals(load))
            .findFirst()
            .orElseThrow();
    Design design = plans.plan(asked, "s", new Placement.Anywhere()).design();
    assertThat(design.rounds()).isEqualTo(rounds);
    assertThat(design.earlyStop()).isTrue();
  }

  /** The noise of an experiment is measured wherever two variants are compared. */
  @ParameterizedTest
  @MethodSource("studies")
  void everyLoadOfTwoVariantsHasAControlAmongThem(Study study) {
    StudyPlans plans = StudyPlans.of(study, false, project);
    for (Study.Load load : study.loads()) {
      ExperimentPlan.Design design = plans.plan(load, "s", new Placement.Anywhere()).design();
      assertThat(design.control().isPresent()).isEqualTo(design.variants().size() > 1);
      design.control().ifPresent(control -> assertThat(design.variants()).contains(control));
    }
  }

  @Test
  void longerLoadThanPublishedSaysSo() {
    StudyPlans plans = StudyPlans.of(Studies.study("connector-bio-nio"), false, project);
    ExperimentPlan plan =
        plans.plan(plans.study().loads().getFirst(), "s", new Placement.Anywhere());
    assertThat(plan.load().requestsPerUser()).isEqualTo(20_000);
    assertThat(plans.scaling())
        .singleElement()
        .asString()
        .contains("20,000 requests of each user where 2,000 were published");
  }

  @Test
  void planIsThePublishedLoad() {
    Study study = Studies.study("gateway-2010");
    StudyPlans plans = StudyPlans.of(study, false, project);
    ExperimentPlan plan = plans.plan(plans.study().loads().get(1), "s", new Placement.Anywhere());
    assertThat(plan.load().users()).isEqualTo(1_000);
    assertThat(plan.load().delayMs()).isEqualTo(3_000);
    assertThat(plan.load().workers()).hasValue(500);
    assertThat(plan.study())
        .contains(new ExperimentPlan.OfStudy("gateway-2010", "1000-users", false));
    assertThat(plans.scaling()).isEmpty();
  }

  @Test
  void quickIsATenthAndSaysSo() {
    StudyPlans plans = StudyPlans.of(Studies.study("gateway-2010"), true, project);
    ExperimentPlan plan = plans.plan(plans.study().loads().get(2), "s", new Placement.Anywhere());
    assertThat(plan.load().users()).isEqualTo(150);
    assertThat(plan.load().delayMs()).isEqualTo(300);
    assertThat(plan.load().workers()).hasValue(50);
    assertThat(plan.design().rounds()).isEqualTo(1);
    assertThat(plan.design().control()).isEmpty();
    assertThat(plan.study())
        .contains(new ExperimentPlan.OfStudy("gateway-2010", "1500-users-jetty", true));
    assertThat(plans.scaling()).singleElement().asString().contains("a tenth of the users");
  }
}
