package io.github.restcomparison.jerseygrizzly;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.ConnectionProbe;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** The open connections; closes those beyond the limit as soon as they are accepted. */
final class Connections extends ConnectionProbe.Adapter {
  /** A task may run late in an iteration that has begun: the third is sure to be in a new one. */
  private static final int TURNS = 3;

  private final int most;
  private final TCPNIOTransport transport;
  private final Set<Connection<?>> open = ConcurrentHashMap.newKeySet();
  private final LongAdder accepted = new LongAdder();
  private volatile Connection<?> listener;

  Connections(int most, TCPNIOTransport transport) {
    this.most = most;
    this.transport = transport;
  }

  @Override
  @SuppressWarnings("rawtypes") // as the probe has it
  public void onAcceptEvent(Connection listener, Connection client) {
    this.listener = listener;
    accepted.increment();
    open.add(client);
    if (open.size() > most) {
      client.closeSilently();
    }
  }

  @Override
  @SuppressWarnings("rawtypes")
  public void onCloseEvent(Connection client) {
    open.remove(client);
  }

  /**
   * Waits until the kernel's queue is empty: connections in it would be reset when the listener is
   * closed. A selector accepts one connection per iteration.
   *
   * @param ms the longest that it may take
   */
  void awaitNoneWaiting(int ms) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    if (listener == null) {
      return; // there was no connection yet
    }
    try {
      long before;
      do {
        before = accepted.sum();
        awaitTurns(Set.of(((NIOConnection) listener).getSelectorRunner()), end);
      } while (before != accepted.sum() && System.nanoTime() < end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until each selector has read from all of its connections.
   *
   * @param ms the longest that it may take
   */
  void awaitTurn(long ms) throws InterruptedException {
    awaitTurns(
        open.stream()
            .map(connection -> ((NIOConnection) connection).getSelectorRunner())
            .filter(Objects::nonNull)
            .collect(Collectors.toSet()),
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms));
  }

  /** Between two tasks a selector reads from all of its connections. */
  private void awaitTurns(Set<SelectorRunner> selectors, long end) throws InterruptedException {
    for (int turn = 0; turn < TURNS && System.nanoTime() < end; turn++) {
      CountDownLatch gone = new CountDownLatch(selectors.size());
      for (SelectorRunner selector : selectors) {
        transport
            .getSelectorHandler()
            .execute(
                selector,
                () -> {
                  gone.countDown();
                  return true;
                },
                null);
      }
      gone.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      Thread.sleep(1);
    }
  }
}
