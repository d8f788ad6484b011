package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackEndTest {
  private static final String BACK_END = "http://127.0.0.1:9000/slow";

  @Test
  void clockNeedsNoBackEnd() {
    assertThat(of(Map.of("DOWNSTREAM", BACK_END))).isEmpty();
  }

  @Test
  void backEndIsAskedWithItsPoolAndTimeout() {
    assertThat(
            of(
                Map.of(
                    "WAIT", "http",
                    "DOWNSTREAM", BACK_END,
                    "DOWNSTREAM_CONNECTIONS", "40",
                    "TIMEOUT_MS", "700")))
        .contains(new BackEnd(URI.create(BACK_END), 40, Duration.ofMillis(700)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "127.0.0.1:9000", "http://127.0.0.1/slow", "https://a:1/", "http:// a"})
  void whatIsNoBackEndIsRefused(String address) {
    assertThatThrownBy(() -> of(Map.of("WAIT", "http", "DOWNSTREAM", address)))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("DOWNSTREAM (-Ddownstream) is '")
        .hasMessageEndingWith("it may be http://HOST:PORT/PATH of a back end");
  }

  @Test
  void poolHasLimits() {
    Map<String, String> settings = new HashMap<>(Map.of("WAIT", "http", "DOWNSTREAM", BACK_END));
    settings.put("DOWNSTREAM_CONNECTIONS", "0");
    assertThatThrownBy(() -> of(settings))
        .hasMessage(
            "DOWNSTREAM_CONNECTIONS (-DdownstreamConnections) is '0': it may be a whole number from 1"
                + " to 20000");
  }

  @Test
  void databaseIsAnotherAddress() {
    String database = "postgresql://me@127.0.0.1:5432/db";
    assertThat(of(Map.of("WAIT", "sql", "DOWNSTREAM", database)).orElseThrow().uri())
        .isEqualTo(URI.create(database));
    assertThatThrownBy(() -> of(Map.of("WAIT", "sql", "DOWNSTREAM", BACK_END)))
        .hasMessageEndingWith("it may be postgresql://USER@HOST:PORT/DATABASE of a database");
  }

  /** Who has no client for it must not wait for a clock instead, and say nothing. */
  @Test
  void serviceThatCannotAskRefusesTheWait() {
    assertThatThrownBy(() -> Endpoint.of(Settings.of(Map.of("WAIT", "http")), 8080))
        .hasMessage("WAIT (-Dwait) is 'http': it may be fixed or uniform or shared-tick");
  }

  private static Optional<BackEnd> of(Map<String, String> variables) {
    Settings settings = Settings.of(variables);
    return BackEnd.of(
        settings,
        Endpoint.of(settings, 8080, BackEnd.HTTP, BackEnd.SQL).delay(),
        Limits.of(settings));
  }
}
