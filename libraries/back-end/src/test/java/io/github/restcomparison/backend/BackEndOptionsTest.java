package io.github.restcomparison.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.servicekit.InvalidSettingException;
import io.github.restcomparison.servicekit.SettingsReader;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Mixin;

class BackEndOptionsTest {
  private static final class Holder {
    @Mixin private final BackEndOptions backEnd = new BackEndOptions();
  }

  private static BackEndOptions backEnd(Map<String, String> settings) {
    Holder holder = new Holder();
    SettingsReader.read(holder, settings::get);
    return holder.backEnd;
  }

  /** PostgreSQL allows 100 connections by default, three of them for its superuser. */
  @Test
  void poolOfADatabaseFitsItsDefault() {
    assertThat(backEnd(Map.of("WAIT", "sql")).connections()).isEqualTo(80);
    assertThat(backEnd(Map.of()).connections()).isEqualTo(200);
    Map<String, String> own = Map.of("WAIT", "sql", "DOWNSTREAM_CONNECTIONS", "300");
    assertThat(backEnd(own).connections()).isEqualTo(300);
  }

  @ParameterizedTest
  @CsvSource({
    "http, http://127.0.0.1:9/x?q=1",
    "sql, postgresql://postgres@127.0.0.1:5432/postgres"
  })
  void addressIsTakenAsItIsGiven(String wait, String uri) {
    assertThat(backEnd(Map.of("WAIT", wait, "DOWNSTREAM", uri)).uri()).hasToString(uri);
  }

  @ParameterizedTest
  @CsvSource({
    "http, ''",
    "http, http://127.0.0.1/x",
    "http, postgresql://postgres@127.0.0.1:5432/postgres",
    "sql, http://127.0.0.1:9/x"
  })
  void anyOtherAddressIsRefused(String wait, String uri) {
    BackEndOptions backEnd = backEnd(Map.of("WAIT", wait, "DOWNSTREAM", uri));
    assertThatThrownBy(backEnd::uri)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("DOWNSTREAM: '" + uri + "' is not ");
  }

  @Test
  void serviceThatCannotAskADatabaseSaysSo() {
    assertThatThrownBy(() -> backEnd(Map.of("WAIT", "sql")).requireHttp("no client here"))
        .hasMessage("WAIT: 'sql' is not supported: no client here");
  }
}
