package io.github.restcomparison.jerseyexecutors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restcomparison.contracttck.Burst;
import io.github.restcomparison.jerseygrizzly.JerseyService;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ThreadPerRequestResourceTest {
  /** Fails as {@code Thread.start} does if the process has as many threads as it may. */
  private static final class FirstThreadFails implements Executor {
    private final AtomicInteger started = new AtomicInteger();

    @Override
    public void execute(Runnable task) {
      if (started.incrementAndGet() == 1) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      ThreadPerRequestResource.platformThreads().execute(task);
    }
  }

  @Command(name = "first-thread-fails")
  private static final class Service extends JerseyService {
    @Mixin private final Wait wait = new Wait();

    Service() {
      super(0);
    }

    @Override
    protected StartedServer serve() throws IOException {
      return suspending(2, 0, new ThreadPerRequestResource(wait, new FirstThreadFails()));
    }
  }

  @Test
  void requestWhoseThreadCannotBeStartedEnds() throws Exception {
    Map<String, String> environment = Map.of("DELAY_MS", "10", "MAX_WAITING", "1");
    try (StartedServer service = new Service().start(environment::get)) {
      Duration patience = Duration.ofSeconds(20);
      assertThat(Burst.of(service.uri(), 1, patience).responses().getFirst().status())
          .isEqualTo(500);
      // Its place is free again.
      await().atMost(patience).until(() -> service.requests().inFlight() == 0);
      assertThat(Burst.of(service.uri(), 1, patience).rightResponses()).isEqualTo(1);
    }
  }
}
