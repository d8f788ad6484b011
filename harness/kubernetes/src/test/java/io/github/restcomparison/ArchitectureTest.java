package io.github.restcomparison;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.github.restcomparison.runner.figures.Gates;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Dependencies point one way: records <- runner, records <- analysis, compare needs both, and
 * kubernetes needs compare. This is the last module, which sees all others.
 */
class ArchitectureTest {
  private static final String BASE = "io.github.restcomparison.";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.github.restcomparison");

  @Test
  void classesAreFound() {
    assertThat(CLASSES).hasSizeGreaterThan(200);
  }

  @Test
  void layersDependOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("records")
        .definedBy(BASE + "records..")
        .layer("runner")
        .definedBy(BASE + "runner..")
        .layer("analysis")
        .definedBy(BASE + "analysis..")
        .layer("compare")
        .definedBy(BASE + "compare..")
        .layer("kubernetes")
        .definedBy(BASE + "kubernetes..")
        .whereLayer("kubernetes")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("records")
        .mayNotAccessAnyLayer()
        .whereLayer("runner")
        .mayOnlyAccessLayers("records")
        .whereLayer("analysis")
        .mayOnlyAccessLayers("records")
        .check(CLASSES);
  }

  /** Without the module, compare must compile and start. */
  @Test
  void kubernetesNeedsOnlyExperimentsOfCompare() {
    ArchRuleDefinition.noClasses()
        .that()
        .resideInAPackage(BASE + "kubernetes..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(BASE + "compare..")
                .and(resideOutsideOfPackage(BASE + "compare.experiment..")))
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage(BASE + "analysis..")
        .check(CLASSES);
  }

  @Test
  void thereAreNoCycles() {
    slices().matching("io.github.restcomparison.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void serviceKitDoesNotDependOnTheHarness() {
    ArchRuleDefinition.classes()
        .that()
        .resideInAPackage("io.github.restcomparison.servicekit..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.github.restcomparison.servicekit..",
            "java..",
            "javax.management..",
            "com.sun.management..",
            "picocli..",
            "io.micrometer..")
        .check(CLASSES);
  }

  /** A gate that no list has would never judge. */
  @Test
  void everyGateIsUsed() {
    Set<String> judges =
        Set.of(Gates.class.getName(), BASE + "runner.figures.Injectors", BASE + "runner.Run");
    Set<JavaMethod> gates =
        CLASSES.get(Gates.class).getMethods().stream()
            .filter(each -> each.getRawReturnType().isEquivalentTo(void.class))
            .filter(each -> !each.getName().startsWith("add"))
            .collect(Collectors.toSet());
    assertThat(gates).hasSizeGreaterThanOrEqualTo(9);
    assertThat(gates)
        .allSatisfy(
            gate ->
                assertThat(gate.getAccessesToSelf())
                    .as("accesses to %s", gate.getName())
                    .anyMatch(access -> judges.contains(access.getOriginOwner().getName())));
  }

  @Test
  void namesAreSpecific() {
    ArchRuleDefinition.noClasses()
        .should()
        .haveNameMatching(".*(Util|Utils|Helper|Manager)")
        .check(CLASSES);
  }
}
