package io.github.restcomparison.records.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.records.plan.ClusterSpec.PodSpec;
import io.github.restcomparison.records.settings.SettingException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSpecTest {
  @Test
  void podHasQuantitiesOfKubernetes() {
    assertThatThrownBy(() -> new PodSpec("two", "1Gi", Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessage("cpus two: must be such as 2, 1.5 or 500m");
    assertThatThrownBy(() -> new PodSpec("2", "1G", Map.of()))
        .hasMessage("memory 1G: must be such as 768Mi or 2Gi");
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
  void whatNoClusterTakesIsRefused(String path, String value, String problem) {
    SettingTree tree = new SettingTree().set("typed " + value, value, path.split("/"));
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> tree.check(ClusterSpec.class))
        .withMessage("typed %s: %s".formatted(value, problem));
  }
}
