package io.github.restcomparison.micronaut;

import io.micronaut.context.annotation.Value;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Produces;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.time.Duration;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** Responds after a wait: by a timer, or in a virtual thread that blocks. */
@Controller("/myapp")
@Produces(MediaType.TEXT_PLAIN)
public class MyController {
  private static final String BODY = "Got it!";

  private final Duration delay;

  MyController(@Value("${DELAY_MS:100}") long delayMs) {
    delay = Duration.ofMillis(delayMs);
  }

  /** Returns at once to the event loop; a timer of Reactor responds. */
  @Get("/myresource")
  public Publisher<String> onEventLoop() {
    return delay.isZero() ? Mono.just(BODY) : Mono.delay(delay).thenReturn(BODY);
  }

  /** Blocks a virtual thread: Micronaut has one for each blocking call, if the JDK has them. */
  @Get("/virtual")
  @ExecuteOn(TaskExecutors.BLOCKING)
  public String onVirtualThread() throws InterruptedException {
    Thread.sleep(delay);
    return BODY;
  }

  /** Responds at once. */
  @Get("/health")
  public String health() {
    return "OK";
  }
}
