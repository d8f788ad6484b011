package io.github.restcomparison.runner.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.Think;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.runner.load.Users.Stage;
import io.github.restcomparison.runner.load.Users.User;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsersTest {
  private static final Duration LIMIT = Duration.ofSeconds(40);
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofHours(1);

  private final Exchanges measured = new Exchanges();

  @Test
  void userContinuesFromWarmUpToLoadWithoutAPause() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    User user = users(closed(1, 2), warmUp).join();
    for (int request = 0; request < 3; request++) {
      assertThat(send(user)).isTrue();
      assertThat(user.stage()).isEqualTo(Stage.WARM_UP);
    }
    warmUp.end("steady");
    assertThat(send(user)).isTrue();
    assertThat(user.stage()).isEqualTo(Stage.LOAD);
    assertThat(send(user)).isTrue();
    assertThat(user.continues()).isFalse();
    assertThat(warmUp.endedRequests()).isEqualTo(3);
    assertThat(measured.ended()).isEqualTo(2);
  }

  /** The others have not yet checked the stage; no user waits for them. */
  @Test
  void usersBeginTheLoadEachForItself() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    Users users = users(closed(2, 2), warmUp);
    User first = users.join();
    User second = users.join();
    send(first);
    send(second);
    warmUp.end("steady");
    send(first);
    assertThat(measured.ended()).isEqualTo(1);
    assertThat(second.stage()).isEqualTo(Stage.WARM_UP);
    assertThat(users.allActive()).isEmpty();
    send(second);
    assertThat(measured.ended()).isEqualTo(2);
  }

  @Test
  void finishedUserKeepsItsConnectionUntilAllHaveFinished() throws InterruptedException {
    Users users = users(closed(2, 1), new WarmUp(Duration.ZERO, SHORT));
    User first = users.join();
    User second = users.join();
    assertThat(first.continues() && first.shouldSend()).isTrue();
    assertThat(second.continues() && second.shouldSend()).isTrue();
    Thread.sleep(2);
    first.end(true);
    assertThat(first.continues()).isTrue();
    assertThat(first.shouldSend()).isFalse();
    assertThat(first.pause()).isEqualTo(Duration.ofMillis(100));
    assertThat(users.allActive()).hasValueSatisfying(time -> assertThat(time.ms()).isPositive());
    second.end(true);
    assertThat(second.continues()).isFalse();
    assertThat(first.continues()).isFalse();
  }

  @Test
  void pauseContinuesFromWarmUpToLoad() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    Think think = new Think(false, LONG);
    User user = users(paced(Optional.of(think), Optional.empty()), warmUp).join();
    assertThat(send(user)).isTrue();
    assertThat(user.continues()).isTrue();
    Duration before = user.pause();
    assertThat(before).isBetween(Duration.ofMinutes(59), LONG);
    assertThat(user.shouldSend()).isFalse();
    warmUp.end("steady");
    assertThat(user.shouldSend()).isFalse();
    assertThat(user.stage()).isEqualTo(Stage.LOAD);
    assertThat(user.continues()).isTrue();
    assertThat(user.pause()).isBetween(Duration.ofMinutes(58), before);
  }

  /** It thinks when the warm-up ends: the request after that is its first measured one. */
  @Test
  void requestAfterThePauseIsTheFirstOfTheLoad() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    Think think = new Think(false, Duration.ofMillis(5));
    User user = users(paced(Optional.of(think), Optional.empty()), warmUp).join();
    assertThat(send(user)).isTrue();
    assertThat(user.continues()).isTrue();
    warmUp.end("steady");
    while (!user.shouldSend()) {
      Thread.onSpinWait();
    }
    user.end(true);
    assertThat(user.stage()).isEqualTo(Stage.LOAD);
    assertThat(measured.ended()).isEqualTo(1);
    assertThat(warmUp.endedRequests()).isEqualTo(1);
  }

  @Test
  void usersOfARampUpBeginOneAfterTheOther() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    Users users = users(paced(Optional.empty(), Optional.of(LONG)), warmUp);
    List<User> all = IntStream.range(0, 4).mapToObj(any -> users.join()).toList();
    assertThat(all).allMatch(UsersTest::send);
    warmUp.end("steady");
    assertThat(all).allMatch(User::continues);
    assertThat(all.getFirst().pause()).isZero();
    assertThat(all.get(1).pause()).isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
    assertThat(all.get(3).pause()).isBetween(Duration.ofMinutes(44), Duration.ofMinutes(45));
  }

  /** A request every 100 s: the second of the warm-up is not awaited, but the first of the load. */
  @Test
  void scheduleOfTheLoadBeginsWhenThatOfTheWarmUpEnds() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    OpenModel open = new OpenModel(new Rate(0.01, 0.01), 1_000);
    Load load = closed(2, 1).with(open, OptionalInt.of(2), false);
    Arrivals arrivals = new Arrivals(open, LONG, 0);
    Users users = new Users(load, warmUp, measured, Optional.of(arrivals));
    User first = users.join();
    User second = users.join();
    assertThat(send(first)).isTrue(); // due at once
    assertThat(second.continues()).isTrue();
    assertThat(second.shouldSend()).isFalse(); // due after 100 s
    warmUp.end("steady");
    assertThat(second.shouldSend()).isTrue();
    assertThat(second.stage()).isEqualTo(Stage.LOAD);
    second.end(true);
    assertThat(arrivals.outcome(List.of(), arrivals.corrected(List.of())).dropped()).isEqualTo(9);
    assertThat(arrivals.corrected(List.of()).total()).isEqualTo(1);
  }

  @Test
  void usersWithoutATurnInTheDriveSendNothing() {
    Drive twoCpus = new Drive(0, 0, 2, 0);
    WarmUp warmUp = new WarmUp(LIMIT, SHORT, Optional.empty(), twoCpus, true);
    Users users = users(closed(3, 1), warmUp);
    List<User> all = IntStream.range(0, 3).mapToObj(any -> users.join()).toList();
    assertThat(all.stream().map(UsersTest::send)).containsExactly(true, true, false);
    assertThat(all.getLast().pause()).isEqualTo(Duration.ofMillis(100));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void injectorsWithoutAWarmUpSendNothingUntilTheyBeginTogether(boolean hasRate) {
    Optional<Instant> end = Optional.of(Instant.now().plusSeconds(60));
    WarmUp warmUp = new WarmUp(Duration.ZERO, SHORT, end, Drive.NONE, true);
    OpenModel open = new OpenModel(new Rate(80, 80), 5);
    ClosedLoad closed = closed(1, 1);
    Users users =
        hasRate
            ? new Users(
                closed.with(open, OptionalInt.of(60), false),
                warmUp,
                measured,
                Optional.of(new Arrivals(open, SHORT, 0)))
            : users(closed, warmUp);
    User user = users.join();
    assertThat(user.continues()).isTrue();
    assertThat(user.shouldSend()).isFalse();
    assertThat(user.stage()).isEqualTo(Stage.WARM_UP);
  }

  /** Gatling's action must have seen both outcomes before it is compiled. */
  @Test
  void secondCheckOfTheStageHappensInTheWarmUpOnly() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    User user = users(closed(1, 100), warmUp).join();
    assertThat(IntStream.range(0, 100).filter(turn -> !send(user)).count()).isEqualTo(10);
    assertThat(user.pause()).isZero();
    warmUp.end("steady");
    assertThat(IntStream.range(0, 100).allMatch(turn -> send(user))).isTrue();
    assertThat(user.sent()).isEqualTo(190);
    assertThat(warmUp.endedRequests()).isEqualTo(90);
    assertThat(measured.ended()).isEqualTo(100);
  }

  @Test
  void rehearsalIsNotCounted() {
    WarmUp warmUp = new WarmUp(LIMIT, SHORT);
    Users users = users(closed(1, 1), warmUp);
    users.rehearse();
    assertThat(measured.ended() + warmUp.endedRequests()).isZero();
    assertThat(warmUp.isOver()).isFalse();
    assertThat(users.allActive()).isEmpty();
    assertThat(send(users.join())).isTrue();
  }

  private static boolean send(User user) {
    boolean sends = user.continues() && user.shouldSend();
    if (sends) {
      user.end(true);
    }
    return sends;
  }

  private Users users(Load load, WarmUp warmUp) {
    return new Users(load, warmUp, measured, Optional.empty());
  }

  private static ClosedLoad closed(int users, int requests) {
    return ClosedLoad.of(users, requests, 100, Wait.FIXED, OptionalInt.empty(), 40_000);
  }

  private static Load paced(Optional<Think> think, Optional<Duration> rampUp) {
    ClosedLoad plain = closed(4, 100_000);
    return new ClosedLoad(
        plain.users(), plain.requests(), plain.duration(), think, rampUp, plain.terms());
  }
}
