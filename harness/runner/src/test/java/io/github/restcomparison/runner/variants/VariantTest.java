package io.github.restcomparison.runner.variants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;

import io.github.restcomparison.records.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The names, settings and modules of the catalogue's variants. */
class VariantTest {
  /**
   * A folder without a variant's module is that of the zip; one without its classes is not built.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "jetty-7    | servers/historical/jetty-7 is not built: mvn -Pfull -DskipTests package",
        "jetty      | servers/jetty is not built: mvn -DskipTests package",
      })
  void moduleThatIsNotBuiltIsMissing(String name, String why, @TempDir Path project)
      throws IOException {
    Variant variant = Variant.named(name);
    assertThat(variant.missingRequirement(project))
        .contains(variant.module() + " is not in this distribution; a clone of the project has it");
    Path target = project.resolve(variant.module()).resolve("target");
    Files.createDirectories(target);
    assertThat(variant.missingRequirement(project)).contains(why);
    Files.writeString(target.resolve("classpath.txt"), "");
    assertThat(variant.missingRequirement(project)).isEmpty();
  }

  @Test
  void runtimeWithASeparateBuildIsBuiltOnceItsJarExists(@TempDir Path project) throws IOException {
    Variant quarkus = Variant.named("quarkus-virtual@DELAY_MS=5");
    Path target = project.resolve(quarkus.module()).resolve("target");
    Files.createDirectories(target.resolve("quarkus-app"));
    Files.writeString(target.resolve("classpath.txt"), "");
    assertThat(quarkus.missingRequirement(project))
        .contains("servers/quarkus is not built: mvn -DskipTests package");
    Path jar = Files.writeString(target.resolve("quarkus-app/quarkus-run.jar"), "");
    assertThat(quarkus.missingRequirement(project)).isEmpty();
    assertThat(quarkus.command(project).command()).endsWith("'-jar' '" + jar + "'");
    assertThat(quarkus.path()).isEqualTo("/myapp/virtual");
  }

  @Test
  void usersBeyondTheConnectionsOfARuntimeAreRefused() {
    assertThat(tooFewConnections("jersey-tomcat", 8_192)).isEmpty();
    assertThat(tooFewConnections("jersey-tomcat@WORKERS=9000", 8_193))
        .contains(
            "jersey-tomcat@WORKERS=9000 accepts 8192 connections by default and the load has 8193;"
                + " jersey-tomcat@MAX_CONNECTIONS=8193 accepts them");
    assertThat(tooFewConnections("jersey-tomcat@MAX_CONNECTIONS=8193", 8_193)).isEmpty();
    assertThat(tooFewConnections("jersey-jetty", 20_000)).isEmpty();
  }

  private static Optional<String> tooFewConnections(String name, int users) {
    Variant variant = Variant.named(name);
    return variant.implementation().stock().orElseThrow().connectionShortage(variant, users);
  }

  @Test
  void variantHasTheModuleThatItsWaitNeeds() {
    Variant async = Variant.named("jersey-async@TIMEOUT_MS=5");
    assertThat(async.withWait(Wait.UNIFORM)).isEqualTo(async);
    Variant asking = async.withWait(Wait.HTTP);
    assertThat(asking.module()).isEqualTo("servers/jersey-back-end");
    assertThat(asking.settings())
        .containsExactly(entry("MODEL", "async"), entry("TIMEOUT_MS", "5"));
    assertThat(async.supports(Wait.SQL)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> async.withWait(Wait.SQL))
        .withMessage("jersey-async@TIMEOUT_MS=5 cannot wait for sql");
  }

  @Test
  void namesAreUniqueAndThreadModelsFitOneLine() {
    assertThat(Variant.services()).extracting(Variant::name).doesNotHaveDuplicates();
    assertThat(Variant.services())
        .allSatisfy(variant -> assertThat(variant.threadModel()).hasSizeBetween(10, 80));
  }

  @Test
  void nameMayContainSettings() {
    Variant more = Variant.named("jersey-sync@WORKERS=400@MAX_WAITING=100");
    assertThat(more.name()).isEqualTo("jersey-sync@WORKERS=400@MAX_WAITING=100");
    assertThat(more.module()).isEqualTo("jersey-sync");
    assertThat(more.settings())
        .containsExactly(entry("MAX_WAITING", "100"), entry("WORKERS", "400"));
    assertThat(more.maxWaiting(OptionalInt.of(200))).hasValue(400);
    assertThat(Variant.named("jersey-sync@WORKERS=virtual").maxWaiting(OptionalInt.of(200)))
        .isEmpty();
    assertThat(Variant.named("jersey-sync").maxWaiting(OptionalInt.of(200))).hasValue(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jersey-sync@",
        "jersey-sync@workers=4",
        "jersey-sync@WORKERS",
        "jersey-sync@A=b c"
      })
  void invalidSettingIsReported(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.named(name))
        .withMessageEndingWith("must be a setting such as WORKERS=400, or jvm=-XX:+UseZGC");
  }

  @Test
  void errorOfAnUnknownNameListsAllNames() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.named("jersey"))
        .withMessageEndingWith(
            "unknown variant 'jersey'; valid: "
                + Variant.services().stream().map(Variant::name).collect(Collectors.joining(", "))
                + "; ./compare list explains them");
  }

  @Test
  void unknownSettingIsRefusedWithASuggestion() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.named("jersey-sync@WORKRS=400"))
        .withMessageStartingWith(
            "jersey-sync has no setting WORKRS (did you mean WORKERS?); valid: BACKLOG, CPU_MICROS,");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.named("vertx-rest@WORKERS=400"))
        .withMessageStartingWith("vertx-rest has no setting WORKERS; valid: BACKLOG,");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Variant.named("jersy-sync"))
        .withMessageStartingWith(
            "unknown variant 'jersy-sync' (did you mean jersey-sync?); valid:");
  }

  @Test
  void variantsHaveNoSettingThatTheirModulesDoNotAskFor() {
    assertThat(Variant.services())
        .allSatisfy(
            variant ->
                assertThat(Variant.settings(variant.module()))
                    .isNotEmpty()
                    .containsAll(variant.settings().keySet()));
  }
}
