package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.runner.log.RecordedEvents.Failure;
import io.github.restcomparison.runner.log.RecordedEvents.Request;
import io.github.restcomparison.runner.log.RecordedEvents.User;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected numbers are those that Gatling printed: see how-it-was-made.txt beside the log. */
class LogReaderTest {
  private final RecordedEvents events = new RecordedEvents();
  private long start;

  @BeforeEach
  void readGoldenLog() throws IOException {
    start = GoldenLog.read(GoldenLog.bytes(), events);
  }

  @Test
  void startIsThatOfTheRun() {
    // The start is the time in the name of the run's directory, goldensimulation-20261121011256115.
    assertThat(start).isEqualTo(Instant.parse("2026-11-21T01:12:56.115Z").toEpochMilli());
  }

  @ParameterizedTest
  @CsvSource({
    "in a group, 12, 12,  0, 29, 78, 49",
    "slow,       72, 72,  0, 29, 97, 61",
    "broken,     20,  0, 20,  1, 14,  4",
    "страница ✓, 20,  0, 20, 33, 87, 58",
    "Größe,      72, 72,  0,  1,  9,  3",
  })
  void everyRequestNameHasTheFiguresOfGatlingsReport(
      String name, int total, int ok, int ko, int min, int max, int mean) {
    Predicate<Request> named = request -> request.name().equals(name);
    var all = events.responseTimes(named);
    assertThat(all.getCount()).isEqualTo(total);
    assertThat(events.responseTimes(named.and(Request::ok)).getCount()).isEqualTo(ok);
    assertThat(events.responseTimes(named.and(r -> !r.ok())).getCount()).isEqualTo(ko);
    assertThat(List.of(all.getMin(), all.getMax(), Math.round(all.getAverage())))
        .containsExactly((long) min, (long) max, (long) mean);
  }

  @ParameterizedTest
  @CsvSource({"true, 156, 1, 97, 33", "false, 40, 1, 87, 31"})
  void okAndKoHaveTheFiguresOfGatlingsConsole(boolean ok, int count, int min, int max, int mean) {
    var times = events.responseTimes(request -> request.ok() == ok);
    assertThat(List.of(times.getCount(), times.getMin(), times.getMax()))
        .containsExactly((long) count, (long) min, (long) max);
    assertThat(Math.round(times.getAverage())).isEqualTo(mean);
  }

  @Test
  void silentRequestsAreAbsent() {
    assertThat(events.only(Request.class)).hasSize(196);
    assertThat(events.only(Request.class)).noneMatch(request -> request.name().contains("warm"));
  }

  @Test
  void failedRequestsHaveMessages() {
    Map<String, Long> messages =
        events.only(Request.class).stream()
            .collect(Collectors.groupingBy(Request::message, Collectors.counting()));
    assertThat(messages)
        .isEqualTo(
            Map.of(
                "", 156L,
                "status.find.is(200), found 500", 20L,
                "bodyString.find.is(价格 ✓), failed", 20L));
  }

  @Test
  void requestsThatCouldNotBeBuiltAreErrors() {
    assertThat(events.only(Failure.class))
        .hasSize(4)
        .allSatisfy(
            failure ->
                assertThat(failure.message().strip())
                    .isEqualTo("never built: No attribute named 'absent' is defined"));
  }

  @ParameterizedTest
  @CsvSource({"readers, 12", "ломатели, 4"})
  void usersStartAndEnd(String scenario, int users) {
    List<User> ofScenario =
        events.only(User.class).stream().filter(u -> u.scenario().equals(scenario)).toList();
    assertThat(ofScenario).filteredOn(User::start).hasSize(users);
    assertThat(ofScenario).filteredOn(user -> !user.start()).hasSize(users);
  }

  @Test
  void timesLieWithinTheTwoSecondsOfTheRun() {
    assertThat(events.only(Request.class))
        .allMatch(r -> start <= r.start() && r.start() <= r.end() && r.end() < start + 2_000);
    assertThat(events.only(User.class)).allMatch(u -> start <= u.at() && u.at() < start + 2_000);
    assertThat(events.only(Failure.class)).allMatch(f -> start <= f.at() && f.at() < start + 2_000);
  }
}
