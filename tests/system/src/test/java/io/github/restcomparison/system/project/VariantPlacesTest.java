package io.github.restcomparison.system.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.variants.Stock;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A variant is named by three places: its module, the list of modules, and the catalogue. */
class VariantPlacesTest {
  private static final String MODULE_LIST = "servers/pom.xml";
  private static final String CATALOGUE =
      "harness/runner/src/main/resources/io/github/restcomparison/runner/variants/";

  /** In the POM of a module that runs. */
  private static final Pattern RUNS =
      Pattern.compile("(?s)<parent>.*<artifactId>rest-comparison-runnable-parent<.*</parent>");

  /** Modules that run and are not services. */
  private static final Set<String> PROGRAMS =
      Set.of("harness/compare", "servers/clients", "jersey-container-vertx/bookshop");

  /** The zip, the images and the scripts of h2spec have these as well. */
  private static final Set<String> SHIPPED = Set.of("servers/jersey-vertx");

  /** Returns the modules of all variants, and those that serve them if they wait for a back end. */
  private static Set<String> serviceModules() {
    return Variant.services().stream()
        .flatMap(
            variant ->
                Stream.concat(
                    Stream.of(variant.module()),
                    variant.backEnds().values().stream().map(Variant.Implementation::module)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<String> modulesOfOneVariant() {
    return serviceModules().stream()
        .filter(module -> module.startsWith("servers/") && !SHIPPED.contains(module));
  }

  @Test
  void everyServiceModuleIsAVariantAndEveryVariantsModuleIsBuilt() {
    Set<String> runnable =
        Project.modules().stream()
            .filter(module -> !PROGRAMS.contains(module))
            .filter(module -> RUNS.matcher(pom(module)).find())
            .collect(Collectors.toSet());
    assertThat(serviceModules()).isEqualTo(runnable);
  }

  /** Nothing is built while Gatling measures: the list of servers depends on all of them. */
  @Test
  void listOfServersIsCompleteAfterAllServices() {
    List<String> before =
        Project.matches(
            Pattern.compile(
                "<artifactId>([^<]+)</artifactId>\\s*<version>[^<]*</version>\\s*<type>"),
            Project.ROOT.resolve(MODULE_LIST));
    assertThat(serviceModules())
        .extracting(module -> Path.of(module).getFileName().toString())
        .isSubsetOf(before);
  }

  @Test
  void mainClassIsThatOfTheModule() {
    for (Variant variant : Variant.services()) {
      if (variant.implementation().stock().flatMap(Stock::jar).isPresent()) {
        continue; // the runtime's own build names it
      }
      String file = "src/main/java/" + variant.mainClass().replace('.', '/') + ".java";
      assertThat(Project.ROOT.resolve(variant.module()).resolve(file)).exists();
      assertThat(pom(variant.module()))
          .contains("<artifactId>%s</artifactId>".formatted(variant.service()));
    }
  }

  @ParameterizedTest
  @MethodSource("modulesOfOneVariant")
  void variantIsNamedByItsModuleTheModuleListAndTheCatalogueOnly(String module) throws IOException {
    Pattern name =
        Pattern.compile(
            "%1$s(?![\\w-])|<module>[\\w/]*\\b%2$s</module>|<artifactId>%2$s</artifactId>|%3$s\\."
                .formatted(
                    Pattern.quote(module),
                    Pattern.quote(Path.of(module).getFileName().toString()),
                    Pattern.quote(packageOf(module))));
    Set<String> places = new TreeSet<>();
    for (Path file : Project.buildFiles()) {
      String path = Project.ROOT.relativize(file).toString();
      if (!path.startsWith(module + "/") && name.matcher(Project.text(file)).find()) {
        places.add(path);
      }
    }
    assertThat(places)
        .containsExactlyInAnyOrder(
            MODULE_LIST, CATALOGUE + "settings.json", CATALOGUE + "variants.json");
  }

  private static String packageOf(String module) {
    return "io.github.restcomparison." + Path.of(module).getFileName().toString().replace("-", "");
  }

  private static String pom(String module) {
    return Project.text(Project.ROOT.resolve(module).resolve("pom.xml"));
  }
}
