package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TemplateTest {
  private static final Template BODY =
      new Template("{\"id\": {id}, \"of\": \"{name}\", \"a\": #{b}}");

  @Test
  void fieldsOfARecordAreFilledIn() {
    assertThat(BODY.filled(Map.of("id", "$1")))
        .isEqualTo("{\"id\": $1, \"of\": \"{name}\", \"a\": #{b}}");
  }

  @Test
  void gatlingIsToldOnlyOfFieldsThatThereAre() {
    assertThat(BODY.expression(Set.of("id")))
        .isEqualTo("{\"id\": #{id}, \"of\": \"{name}\", \"a\": ##{b}}");
  }
}
