package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.records.settings.SettingException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  private static final String BODY = "{\"id\": {id}, \"of\": \"{name}\", \"a\": #{b}}";

  @Test
  void fieldsOfARecordAreFilledIn() {
    assertThat(State.Feeder.filled(BODY, Map.of("id", "$1")::get))
        .isEqualTo("{\"id\": $1, \"of\": \"{name}\", \"a\": #{b}}");
  }

  @Test
  void textWithoutNamesHasNone() {
    assertThat(State.Feeder.names(BODY)).isNotEmpty();
    assertThat(State.Feeder.names("{ \"id\": 1 }")).isEmpty();
  }

  /** A report of an experiment reads its workload, and its files may be gone. */
  @Test
  void partCanBeReadWithoutItsFile() {
    assertThat(Workload.Part.of("photo=@/gone/photo.png;type=image/png").file())
        .contains(Path.of("/gone/photo.png"));
  }

  @Test
  void partThatIsGivenMustHaveItsFile() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Workload.Part.in("-F", Path.of("/gone"), "photo=@photo.png"))
        .withMessage("-F: no such file: /gone/photo.png");
  }
}
