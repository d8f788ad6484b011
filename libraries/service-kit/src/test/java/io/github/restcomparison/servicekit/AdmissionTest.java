package io.github.restcomparison.servicekit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private final RequestCount requests = new RequestCount();

  @Test
  void admitsAsManyAsMayWait() {
    Admission admission = new Admission(OptionalInt.of(2), requests);
    requests.arrived();
    assertThat(admission.admits()).isTrue();
    requests.arrived();
    assertThat(admission.admits()).isFalse();
    requests.answered();
    assertThat(admission.admits()).isTrue();
  }

  @Test
  void admitsAnyNumberWhereThereIsNoLimit() {
    for (int i = 0; i < 100_000; i++) {
      requests.arrived();
    }
    assertThat(new Admission(OptionalInt.empty(), requests).admits()).isTrue();
  }

  @Test
  void drainsUntilAllAreAnsweredAndAdmitsNobody() throws InterruptedException {
    Admission admission = new Admission(OptionalInt.empty(), requests);
    requests.arrived();
    Thread drain = Thread.ofVirtual().start(() -> admission.drain(10_000, ms -> {}));
    assertThat(drain.join(Duration.ofMillis(600))).isFalse();
    assertThat(admission.draining()).isTrue();
    assertThat(admission.admits()).isFalse();
    requests.answered();
    assertThat(drain.join(Duration.ofSeconds(5))).isTrue();
  }

  @Test
  void drainGivesUpWhenItsTimeIsOver() {
    requests.arrived();
    long start = System.nanoTime();
    new Admission(OptionalInt.empty(), requests).drain(300, ms -> {});
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(Duration.ofMillis(300), Duration.ofSeconds(3));
  }

  @Test
  void countsWhatWaitsAndWhatHasWaitedAtOnceAndHowLong() {
    List<Long> latencies = new ArrayList<>();
    requests.collectLatencies(latencies::add);
    long first = requests.arrived();
    requests.arrived();
    requests.answered(first);
    requests.answered();
    requests.arrived();
    assertThat(requests.seen()).isEqualTo(3);
    assertThat(requests.inFlight()).isEqualTo(1);
    assertThat(requests.mostInFlight()).isEqualTo(2);
    assertThat(latencies).hasSize(1).allMatch(nanos -> nanos > 0);
  }

  /** Whoever is found unread may be one of many: it looks once more. */
  @Test
  void drainsUntilNobodyIsFoundUnread() {
    Admission admission = new Admission(OptionalInt.empty(), new RequestCount());
    AtomicInteger turns = new AtomicInteger();
    admission.drain(
        10_000,
        ms -> {
          if (turns.incrementAndGet() < 3) {
            admission.countRefusal();
          }
        });
    assertThat(turns).hasValue(3);
  }
}
