package io.github.restcomparison.springwebflux;

import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Returns at once to Netty's event loop; a timer of Reactor responds. */
@RestController
@RequestMapping(path = "/myapp", produces = MediaType.TEXT_PLAIN_VALUE)
class MyController {
  private final Duration delay;

  MyController(@Value("${DELAY_MS:100}") long delayMs) {
    delay = Duration.ofMillis(delayMs);
  }

  /** Waits without a thread. */
  @GetMapping("/myresource")
  Mono<String> get() {
    return delay.isZero() ? Mono.just("Got it!") : Mono.delay(delay).thenReturn("Got it!");
  }

  /** Responds at once. */
  @GetMapping("/health")
  Mono<String> health() {
    return Mono.just("OK");
  }
}
