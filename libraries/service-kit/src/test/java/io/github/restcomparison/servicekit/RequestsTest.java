package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Mixin;

class RequestsTest {
  private final Requests requests = new Requests();

  private static final class Holder {
    @Mixin private final Requests requests = new Requests();
  }

  private static Requests limitedTo(int waiting) {
    Holder holder = new Holder();
    SettingsReader.read(holder, Map.of("MAX_WAITING", Integer.toString(waiting))::get);
    return holder.requests;
  }

  @Test
  void countsThoseThatHaveReachedTheResource() {
    Requests.Admitted first = requests.enter().orElseThrow();
    Requests.Admitted second = requests.enter().orElseThrow();
    assertThat(requests.seen()).isZero();
    assertThat(requests.queued()).isEqualTo(2);
    first.begin();
    second.begin();
    assertThat(requests.inFlight()).isEqualTo(2);
    assertThat(requests.queued()).isZero();
    first.end();
    second.end();
    assertThat(requests.seen()).isEqualTo(2);
    assertThat(requests.inFlight()).isZero();
    assertThat(requests.timed()).isEqualTo(2);
  }

  /** A response may be sent at the moment at which its client leaves. */
  @Test
  void onlyTheFirstEndCounts() {
    Requests.Admitted request = requests.enter().orElseThrow();
    request.begin();
    request.end();
    request.end();
    assertThat(requests.inFlight()).isZero();
    assertThat(requests.timed()).isEqualTo(1);
  }

  /** Its client has left while it was queued. */
  @Test
  void aRequestThatEndsBeforeItBeginsIsNotTimed() {
    requests.enter().orElseThrow().end();
    assertThat(requests.queued()).isZero();
    assertThat(requests.timed()).isZero();
  }

  @Test
  void theTimeInTheQueueIsPartOfTheRequestAndNotOfTheResource() throws InterruptedException {
    List<Long> resource = new ArrayList<>();
    List<Long> request = new ArrayList<>();
    requests.onEnd(resource::add, request::add);
    Requests.Admitted admitted = requests.enter().orElseThrow();
    Thread.sleep(30);
    admitted.begin();
    admitted.end();
    assertThat(request).singleElement().satisfies(n -> assertThat(n).isGreaterThan(30_000_000L));
    assertThat(resource)
        .singleElement()
        .satisfies(n -> assertThat(n).isLessThan(request.getFirst() - 29_000_000L));
    assertThat(requests.timedMicros()).isEqualTo(resource.getFirst() / 1_000);
  }

  @Test
  void admitsAsManyAsMayWaitBesideThoseThatHoldAThread() {
    Requests limited = limitedTo(2).holding(1);
    List<Requests.Admitted> inside =
        Stream.generate(limited::enter).limit(4).flatMap(Optional::stream).toList();
    assertThat(inside).hasSize(3);
    inside.getFirst().end();
    assertThat(limited.enter()).isPresent();
    assertThat(limited.enter()).isEmpty();
  }

  /** No two threads get the last place. */
  @Test
  void neverAdmitsMore() throws Exception {
    Requests limited = limitedTo(10);
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      Callable<Optional<Requests.Admitted>> enter = limited::enter;
      long admitted =
          threads.invokeAll(java.util.Collections.nCopies(10_000, enter)).stream()
              .filter(each -> each.resultNow().isPresent())
              .count();
      assertThat(admitted).isEqualTo(10);
    }
  }

  @Test
  void admitsAnyNumberByDefault() {
    assertThat(Stream.generate(requests::enter).limit(100_000)).allMatch(Optional::isPresent);
  }

  @Test
  void drainAdmitsNoneAndReturnsWhenTheLastHasEnded() throws InterruptedException {
    Requests.Admitted request = requests.enter().orElseThrow();
    request.begin();
    Thread drain = Thread.ofVirtual().start(() -> requests.drain(30_000));
    assertThat(drain.join(Duration.ofMillis(600))).isFalse();
    assertThat(requests.draining()).isTrue();
    assertThat(requests.enter()).isEmpty();
    request.end();
    assertThat(drain.join(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void drainWaitsUntilNoneArrives() throws InterruptedException {
    requests.enter().orElseThrow().end();
    Thread drain = Thread.ofVirtual().start(() -> requests.drain(30_000));
    await().atMost(Duration.ofMinutes(1)).until(requests::draining);
    for (int i = 0; i < 10; i++) {
      requests.enter(); // refused, and yet somebody is there
      assertThat(drain.join(Duration.ofMillis(50))).isFalse();
    }
    assertThat(drain.join(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void drainGivesUpWhenItsTimeIsOver() {
    requests.enter();
    long start = System.nanoTime();
    requests.drain(300);
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(300));
  }
}
