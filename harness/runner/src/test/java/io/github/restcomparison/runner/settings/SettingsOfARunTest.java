package io.github.restcomparison.runner.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.servicekit.Delay;
import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import io.github.restcomparison.servicekit.Workers;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsOfARunTest {

  @Test
  void nothingSaidIsThePublishedLoad() {
    RunSettings settings = RunSettings.of(Settings.of(Map.of()));
    assertThat(settings.users()).isEqualTo(1_000);
    assertThat(settings.requestsPerUser()).isEqualTo(100);
    assertThat(settings.delay()).isEqualTo(new Delay.Fixed(Duration.ofMillis(100)));
    assertThat(settings.workers()).isEqualTo(new Workers.Platform(200));
    assertThat(settings.allowConcurrent()).isFalse();
    assertThat(settings.generatorCapacity()).isEmpty();
    assertThat(settings.pressureBefore()).isEmpty();
  }

  /** Enough for 5,000 requests/s: 500 who wait 100 ms; but not more than 200 threads can serve. */
  @ParameterizedTest
  @CsvSource({
    "1000, 100, jersey-async, 1000",
    "100, 100, jersey-async, 500",
    "100, 100, jersey-sync, 200",
    "300, 100, jersey-sync, 300",
    "10, 10, vertx-rest, 50",
    "10, 60000, vertx-rest, 5000"
  })
  void fewUsersAreJoinedByOthersToWarmUp(
      String users, String delayMs, String variant, int warmUpUsers) {
    RunSettings settings = RunSettings.of(Settings.of(Map.of("USERS", users, "DELAY_MS", delayMs)));
    Target ours = new Target.Started(Catalogue.variant(variant), false);
    assertThat(settings.warmUpUsers(ours, Catalogue.variant(variant).bound(settings.workers())))
        .isEqualTo(warmUpUsers);
    Target anothers = new Target.Running("theirs", URI.create("http://127.0.0.1:1/"));
    assertThat(settings.warmUpUsers(anothers, OptionalInt.empty()))
        .isEqualTo(Integer.parseInt(users));
  }

  @ParameterizedTest
  @CsvSource({
    "USERS, 0, USERS (-Dusers) is '0': it may be a whole number from 1 to 20000",
    "REQUESTS, abc, REQUESTS (-Drequests) is 'abc': it may be a whole number from 1 to 1000000",
    "DELAY_MS, -1, DELAY_MS (-DdelayMs) is '-1': it may be a whole number from 0 to 600000",
    "RATE, fast, 'RATE (-Drate) is ''fast'': it may be such as 4000/s, or 100..4000/s for one that"
        + " grows'",
    "DURATION_SECONDS, 0, DURATION_SECONDS (-DdurationSeconds) is '0': it may be a whole number"
        + " from 1 to 3600",
    "WORKERS, 0, 'WORKERS (-Dworkers) is ''0'': it may be a whole number from 1 to 20000, or"
        + " virtual'",
    "ALLOW_CONCURRENT, yes, ALLOW_CONCURRENT (-DallowConcurrent) is 'yes': it may be true or false",
    "GENERATOR_CAPACITY, -1, GENERATOR_CAPACITY (-DgeneratorCapacity) is '-1': it may be a decimal"
        + " number from 0 to 10000000",
    "PRESSURE_BEFORE, 1.01, PRESSURE_BEFORE (-DpressureBefore) is '1.01': it may be a decimal number"
        + " from 0 to 1",
    "PRESSURE_BEFORE, NaN, PRESSURE_BEFORE (-DpressureBefore) is 'NaN': it may be a decimal number"
        + " from 0 to 1",
    "PRESSURE_BEFORE, 5e-2, PRESSURE_BEFORE (-DpressureBefore) is '5e-2': it may be a decimal number"
        + " from 0 to 1"
  })
  void badSettingIsNamedInOneLine(String variable, String value, String message) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> RunSettings.of(Settings.of(Map.of(variable, value))))
        .withMessage(message);
  }

  @Test
  void rateIsAnOpenModel() {
    RunSettings settings =
        RunSettings.of(Settings.of(Map.of("RATE", "500/s", "DURATION_SECONDS", "20")));
    assertThat(settings.open().orElseThrow().requests()).isEqualTo(10_000);
    assertThat(settings.users()).isEqualTo(110);
    assertThat(settings.requests()).isEqualTo(10_000);
    assertThatThrownBy(() -> RunSettings.of(Settings.of(Map.of("RATE", "500", "USERS", "10"))))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "RATE (-Drate) is '500': it may be given without USERS and INJECTOR, which belong to"
                + " the closed model");
  }

  @Test
  void whatTheDriverMeasuredBeforeIsTaken() {
    RunSettings settings =
        RunSettings.of(
            Settings.of(Map.of("GENERATOR_CAPACITY", "21500.5", "PRESSURE_BEFORE", "0.0125")));
    assertThat(settings.generatorCapacity()).hasValue(21_500.5);
    assertThat(settings.pressureBefore()).hasValue(0.0125);
  }

  @Test
  void capacityOfNothingIsNone() {
    assertThat(RunSettings.of(Settings.of(Map.of("GENERATOR_CAPACITY", "0"))).generatorCapacity())
        .isEmpty();
    assertThat(RunSettings.of(Settings.of(Map.of("PRESSURE_BEFORE", "0"))).pressureBefore())
        .hasValue(0);
  }

  @Test
  void onlyAModelThatBlocksIsBoundByItsWorkers() {
    Workers threads = new Workers.Platform(200);
    assertThat(Catalogue.variant("jersey-sync").bound(threads)).hasValue(200);
    assertThat(Catalogue.variant("jersey-sync").bound(new Workers.Virtual())).isEmpty();
    assertThat(Catalogue.variant("vertx-rest").bound(threads)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:8083", "http://127.0.0.1:8083/"})
  void runningServiceIsGivenByItsBaseUrl(String url) {
    Target.Running target = Target.running(Settings.of(Map.of("BASE_URL", url)));
    assertThat(target.resource()).isEqualTo(URI.create("http://127.0.0.1:8083/myapp/myresource"));
    assertThat(target.name()).isEqualTo("127.0.0.1:8083");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "127.0.0.1:8083",
        "ftp://host",
        "http://",
        "http://host/path",
        "http://host?x=1",
        "http://user@host",
        "http://a b",
        "http://host:99999x"
      })
  void otherUrlsAreRefused(String url) {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> Target.running(Settings.of(Map.of("BASE_URL", url))))
        .withMessageStartingWith("BASE_URL (-DbaseUrl) is '" + url + "'");
  }
}
