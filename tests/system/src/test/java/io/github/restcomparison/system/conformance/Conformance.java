package io.github.restcomparison.system.conformance;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Checks a running service against all rows. */
public final class Conformance {
  private static final int AT_ONCE = 16;

  /** Tries per row for stacks other than the core ones. */
  private static final int LOOKS = 5;

  private Conformance() {}

  /**
   * The deviations from the tables, a line each; empty where there are none.
   *
   * @param service any address of it; its requests should not wait
   * @param stack its name in the table of deviations
   * @param strict whether it is held to what is asked of the core services
   * @throws InterruptedException where the thread is interrupted before all rows are sent
   */
  public static List<String> unexpected(URI service, String stack, boolean strict)
      throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE);
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Optional<String>>> rows =
          Rows.all().stream()
              .map(row -> within(places, () -> again(service, stack, strict, row)))
              .toList();
      return clients.invokeAll(rows).stream()
          .map(Conformance::result)
          .flatMap(Optional::stream)
          .toList();
    }
  }

  private static <T> Callable<T> within(Semaphore places, Callable<T> task) {
    return () -> {
      places.acquire();
      try {
        return task.call();
      } finally {
        places.release();
      }
    };
  }

  /**
   * Repeats an unexpected exchange: on a busy host a slow answer looks like none, and the reset of
   * a server that closes before it has read everything may overtake its answer.
   */
  private static Optional<String> again(URI service, String stack, boolean strict, Row row)
      throws IOException {
    Optional<String> unexpected = unexpected(service, stack, strict, row);
    for (int look = 1; look < (strict ? 2 : LOOKS) && unexpected.isPresent(); look++) {
      unexpected = unexpected(service, stack, strict, row);
    }
    return unexpected;
  }

  private static Optional<String> unexpected(URI service, String stack, boolean strict, Row row)
      throws IOException {
    Expectation right = strict ? row.strict() : row.allowed();
    Outcome outcome = Exchange.of(service, row);
    Optional<Deviation> known = Deviation.of(stack, row);
    if (known.isPresent()) {
      return known.get().does().holds(outcome)
          ? Optional.empty()
          : Optional.of(
              "%s\t%s\t%s\tis listed as a deviation with '%s'"
                  .formatted(stack, row.id(), outcome, known.get().does()));
    }
    return right.holds(outcome)
        ? Optional.empty()
        : Optional.of("%s\t%s\t%s\tshould be %s".formatted(stack, row.id(), outcome, right));
  }

  private static Optional<String> result(Future<Optional<String>> row) {
    try {
      return row.get();
    } catch (ExecutionException e) {
      return Optional.of(e.getCause().toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }
}
