package io.github.restcomparison.comparison;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/** Dependencies point one way: run -> record <- statistics <- report. */
class ArchitectureTest {
  private static final String BASE = "io.github.restcomparison.comparison.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.github.restcomparison");

  @Test
  void thereAreClassesToLookAt() {
    assertThat(CLASSES).hasSizeGreaterThan(40);
  }

  @Test
  void layersDependOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("run")
        .definedBy(BASE + "run")
        .layer("experiment")
        .definedBy(BASE + "experiment")
        .layer("command")
        .definedBy(BASE + "command")
        .layer("record")
        .definedBy(BASE + "record")
        .layer("statistics")
        .definedBy(BASE + "statistics")
        .layer("report")
        .definedBy(BASE + "report")
        .whereLayer("run")
        .mayOnlyBeAccessedByLayers("experiment", "command")
        .whereLayer("experiment")
        .mayOnlyBeAccessedByLayers("command")
        .whereLayer("command")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("report")
        .mayOnlyBeAccessedByLayers("command")
        .whereLayer("statistics") // experiment: a search goes where its judgement leads
        .mayOnlyBeAccessedByLayers("experiment", "report", "command")
        .check(CLASSES);
  }

  @Test
  void thereAreNoCycles() {
    slices().matching("io.github.restcomparison.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void contractNeedsNothingButTheJdk() {
    ArchRuleDefinition.classes()
        .that()
        .resideInAPackage("io.github.restcomparison.contract..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.github.restcomparison.contract..", "java..", "javax.management..")
        .check(CLASSES);
  }

  @Test
  void namesSayWhatAThingIs() {
    ArchRuleDefinition.noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Manager)")
        .check(CLASSES);
  }
}
