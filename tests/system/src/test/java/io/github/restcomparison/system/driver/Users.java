package io.github.restcomparison.system.driver;

import io.github.restcomparison.contracttck.HttpAnswers.Answer;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
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
  private final LongAdder answered = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Queue<String> lost = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

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
    try {
      Answer answer = client.get(Endpoint.RESOURCE);
      (answer.status() == 503 ? refused : answered).increment();
      boolean right = answer.status() == 503 || answer.body().equals(Endpoint.BODY);
      if (!right) {
        lost.add(answer.toString());
      }
      return right && !"close".equalsIgnoreCase(answer.headers().get("Connection"));
    } catch (IOException e) {
      lost.add(e.toString());
      return false;
    }
  }

  /** Returns when so many have been answered, or after 30 s. */
  public void awaitAnswers(long count) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (answered.sum() < count && System.nanoTime() < end) {
      Thread.sleep(10);
    }
  }

  public long answered() {
    return answered.sum();
  }

  public long refused() {
    return refused.sum();
  }

  /**
   * What became of the requests that were neither answered nor refused, once all users have gone,
   * which they do when the service has ended.
   */
  public List<String> lost() throws InterruptedException {
    threads.shutdown();
    return threads.awaitTermination(60, TimeUnit.SECONDS)
        ? List.copyOf(lost)
        : List.of("there are users who still wait for an answer");
  }

  @Override
  public void close() {
    threads.shutdownNow();
    threads.close();
  }
}
