package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.settings.SettingException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterSpecTest {
  /** The API's grammar: {@code k8s.io/apimachinery/pkg/api/resource/quantity.go}. */
  @ParameterizedTest
  @CsvSource({"2,2000", "1.5,1500", "0.25,250", ".5,500", "1.,1000", "500m,500", "2000m,2000"})
  @CsvSource({"1m,1", "0.001,1", "2e0,2000", "5E-1,500", "1000,1000000", "1k,1000000"})
  void podHasCpusInEachFormOfKubernetes(String cpus, int millis) {
    OptionalInt whole = millis % 1_000 == 0 ? OptionalInt.of(millis / 1_000) : OptionalInt.empty();
    assertThat(new PodSpec(cpus, "1Gi", Map.of()).wholeCpus()).isEqualTo(whole);
  }

  @ParameterizedTest
  @CsvSource({"768Mi,805306368", "1.5Gi,1610612736", "524288Ki,536870912", "1Ti,1099511627776"})
  @CsvSource({"512M,512000000", "1G,1000000000", "524288k,524288000", "536870912,536870912"})
  @CsvSource({"1e9,1000000000", "1.0E9,1000000000", "0.1Gi,107374183", "536870912000m,536870912"})
  void podHasMemoryInEachFormOfKubernetes(String memory, long bytes) {
    assertThat(new PodSpec("1", memory, Map.of()).memoryBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"two", "", "0", "0.0", "-1", "0.5m", "1001", "1 m", "1Mi2", "1e999999999"})
  void cpusOfNoPodAreRefused(String cpus) {
    assertThatThrownBy(() -> new PodSpec(cpus, "1Gi", Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageEndingWith(": must be between 1m and 1000, such as 2, 1.5 or 500m");
  }

  /** 512m is half a byte. */
  @ParameterizedTest
  @ValueSource(strings = {"512m", "1g", "512MB", "0", "1023Ki", "2Pi", "1e-9", "", "Gi"})
  void memoryOfNoPodIsRefused(String memory) {
    assertThatThrownBy(() -> new PodSpec("2", memory, Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageEndingWith(": must be between 1Mi and 1Pi, such as 768Mi, 2Gi or 1500M");
  }

  /** It was /name without a registry. */
  @Test
  void imageHasTheRegistryThatIsStated() {
    assertThat(cluster("registry.example/team").image("vertx-rest"))
        .isEqualTo("registry.example/team/vertx-rest");
    assertThat(cluster("").image("vertx-rest")).isEqualTo("vertx-rest");
  }

  private static ClusterSpec cluster(String images) {
    PodSpec pod = new PodSpec("1", "1Gi", Map.of());
    return new ClusterSpec("kind", Optional.empty(), 1, images, pod, pod);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "namespace      | Mine | must be 1 to 63 small letters, digits and '-'",
        "injectors      | 0    | must be between 1 and 999",
        "images         | -    | must be such as registry.example/team/",
      })
  void invalidSettingsAreRefused(String path, String value, String problem) {
    SettingTree tree = new SettingTree().set("typed " + value, value, path.split("/"));
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> tree.check(ClusterSpec.class))
        .withMessage("typed %s: %s".formatted(value, problem));
  }
}
