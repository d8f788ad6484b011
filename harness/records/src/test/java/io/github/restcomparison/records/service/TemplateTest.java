package io.github.restcomparison.records.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateTest {
  private static final Template BODY =
      new Template("{\"id\": {id}, \"of\": \"{name}\", \"a\": #{b}}");

  @Test
  void fieldsOfARecordAreFilledIn() {
    assertThat(BODY.filled(Map.of("id", "$1")::get))
        .isEqualTo("{\"id\": $1, \"of\": \"{name}\", \"a\": #{b}}");
  }

  @Test
  void textWithoutNamesHasNone() {
    assertThat(BODY.hasNames()).isTrue();
    assertThat(new Template("{ \"id\": 1 }").hasNames()).isFalse();
  }
}
