package io.github.restcomparison.system.driver;

import static org.awaitility.Awaitility.await;

import io.github.restcomparison.contracttck.Response;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Users who ask again at once, each over a connection of its own, until they are told to go or find
 * nobody there any more; a virtual thread each.
 */
public final class Users implements AutoCloseable {
  private final URI resource;
  private final LongAdder served = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Queue<Lost> lost = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /**
   * A request that was neither served nor refused.
   *
   * @param sentNanos when it was sent, by {@link System#nanoTime}
   * @param outcome what its user got instead
   */
  public record Lost(long sentNanos, String outcome) {}

  /** Sends so many of them to a service. */
  public Users(URI resource, int users) {
    this.resource = resource;
    for (int user = 0; user < users; user++) {
      threads.submit(this::work);
    }
  }

  private void work() {
    try (RawClient client = new RawClient(resource)) {
      while (mayAskAgain(client)) {
        // until it is told to go
      }
    } catch (IOException e) {
      // It could not connect: nothing has been asked.
    }
  }

  private boolean mayAskAgain(RawClient client) {
    long sent = System.nanoTime();
    try {
      Response response = client.get(Endpoint.RESOURCE);
      (response.status() == 503 ? refused : served).increment();
      boolean right = response.status() == 503 || response.body().equals(Endpoint.BODY);
      if (!right) {
        lost.add(new Lost(sent, response.toString()));
      }
      return right && !"close".equalsIgnoreCase(response.headers().get("Connection"));
    } catch (IOException e) {
      lost.add(new Lost(sent, e.toString()));
      return false;
    }
  }

  /** Waits until so many have been served, for 90 s at most. */
  public void awaitResponses(long count) {
    await().atMost(Duration.ofSeconds(90)).until(() -> served.sum() >= count);
  }

  public long served() {
    return served.sum();
  }

  public long refused() {
    return refused.sum();
  }

  /**
   * Returns the requests that were neither served nor refused. Waits until all users have stopped,
   * which they do when the service has ended.
   *
   * @throws IllegalStateException if some still wait for a response after a minute
   */
  public List<Lost> lost() throws InterruptedException {
    threads.shutdown();
    if (!threads.awaitTermination(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("there are users who still wait for a response");
    }
    return List.copyOf(lost);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    threads.close();
  }
}
