package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.records.settings.SettingException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecretsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "s3cr$t\\1", "LEVEL", "1", "OTHER", "unasked");

  @Test
  void valuesAreThereOnlyWhereTheyAreNeeded() {
    Secrets secrets = Secrets.of("Bearer ${TOKEN}, $OTHER, ${LEVEL}", ENVIRONMENT);
    assertThat(secrets.values()).containsOnlyKeys("TOKEN", "LEVEL");
    assertThat(secrets.resolve("Bearer ${TOKEN}")).isEqualTo("Bearer s3cr$t\\1");
    assertThat(secrets.resolve("${NEVER}")).isEqualTo("${NEVER}");
    assertThat(secrets.hide("got s3cr$t\\1 at level 1")).isEqualTo("got ${TOKEN} at level 1");
  }

  /** The rest of a value that begins like another one was shown. */
  @Test
  void valueThatIsPartOfAnotherOneRevealsNothing() {
    Secrets secrets = Secrets.of("${A} ${B}", Map.of("A", "abcd", "B", "abcdefgh"));
    assertThat(secrets.hide("abcdefgh abcd")).isEqualTo("${B} ${A}");
  }

  @Test
  void escapedReferenceIsText() {
    Secrets secrets = Secrets.of("{\"t\":\"Hi $${name}\"} ${TOKEN}", ENVIRONMENT);
    assertThat(secrets.values()).containsOnlyKeys("TOKEN");
    assertThat(secrets.resolve("Hi $${name}, ${LEVEL} $${TOKEN}"))
        .isEqualTo("Hi ${name}, ${LEVEL} ${TOKEN}");
    assertThat(Secrets.ofShell("P=1; echo $${P} ${TOKEN}")).isEqualTo("P=1; echo ${P} ${TOKEN}");
  }

  @Test
  void missingOneIsNamed() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Secrets.of("${MISSING}", ENVIRONMENT))
        .withMessage(
            "${MISSING} is not set in the environment; write $${MISSING} to send it as it is");
  }
}
