package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Requests that come and go. */
class InFlightTest {
  private final InFlight<Object> inFlight = new InFlight<>();

  @Test
  void knowsThoseThatHaveNotGone() {
    List<Object> requests = Stream.generate(Object::new).limit(4).toList();
    requests.forEach(each -> assertThat(inFlight.add(each)).isTrue());
    inFlight.remove(requests.get(1));
    inFlight.remove(requests.get(3));
    inFlight.remove(requests.get(3));
    assertThat(inFlight.all()).containsExactlyInAnyOrder(requests.get(0), requests.get(2));
    inFlight.remove(requests.get(0));
    inFlight.remove(requests.get(2));
    assertThat(inFlight.isEmpty()).isTrue();
  }

  @Test
  void takesNoMoreOnceItIsClosed() {
    inFlight.close();
    assertThat(inFlight.add(new Object())).isFalse();
    assertThat(inFlight.isEmpty()).isTrue();
  }

  @Test
  void waitingEndsWithTheLast() throws InterruptedException {
    Object last = new Object();
    inFlight.add(last);
    inFlight.close();
    Thread waiting = Thread.startVirtualThread(() -> inFlight.awaitEmpty(Duration.ofSeconds(60)));
    inFlight.remove(last);
    assertThat(waiting.join(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void waitingHasAnEnd() {
    inFlight.add(new Object());
    inFlight.close();
    inFlight.awaitEmpty(Duration.ofMillis(20));
    assertThat(inFlight.isEmpty()).isFalse();
  }
}
