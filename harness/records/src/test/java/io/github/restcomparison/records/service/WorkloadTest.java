package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;

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
    assertThat(State.Feeder.hasNames(BODY)).isTrue();
    assertThat(State.Feeder.hasNames("{ \"id\": 1 }")).isFalse();
  }
}
