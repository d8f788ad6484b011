package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
  @ParameterizedTest
  @CsvSource({"500m, 0.5", "0.5, 0.5", "1.5Gi, 1610612736", "1e9, 1000000000", "3k, 3000"})
  void formOfKubernetesIsANumber(String text, String number) {
    assertThat(Quantity.of(text).orElseThrow().number()).isEqualByComparingTo(number);
  }

  /** An m of Docker is a mebibyte, and one of Kubernetes a thousandth. */
  @ParameterizedTest
  @CsvSource({
    "6291456, 6291456, 6291456",
    "7b, 7, 7",
    "3k, 3Ki, 3072",
    "512m, 512Mi, 536870912",
    "2g, 2Gi, 2147483648"
  })
  void formOfDockerIsOneOfKubernetes(String text, String ofKubernetes, long bytes) {
    Quantity memory = Quantity.ofDocker(text).orElseThrow();
    assertThat(memory.text()).isEqualTo(ofKubernetes);
    assertThat(memory.bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "1 Gi", "-1", "1MB", "1e999"})
  void otherTextsAreNone(String text) {
    assertThat(Quantity.of(text)).isEmpty();
  }

  @Test
  void partsOfABytesAreRoundedUp() {
    assertThat(Quantity.of("1500m").orElseThrow().bytes()).isEqualTo(2);
  }
}
