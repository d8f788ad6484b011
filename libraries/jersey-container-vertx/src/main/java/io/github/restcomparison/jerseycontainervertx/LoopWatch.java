package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.exchange.Exchange;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.jersey.server.model.Invocable;
import org.glassfish.jersey.server.spi.internal.ResourceMethodInvocationHandlerProvider;

/**
 * Names the resource methods that hold an event loop for too long, while they do. All other
 * requests of that loop wait meanwhile.
 */
final class LoopWatch implements ResourceMethodInvocationHandlerProvider, AutoCloseable {
  private static final Logger LOG = Logger.getLogger(LoopWatch.class.getName());
  private static final int FRAMES = 12;

  private volatile long limitMs;
  private final Queue<Loop> loops = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<Loop> current = ThreadLocal.withInitial(this::loop);
  private volatile Thread watcher;

  /** What one thread is at; written by it, and read by the watcher. */
  private static final class Loop {
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<Method> method = new AtomicReference<>();
    private long sinceNanos;
    private Method named;
  }

  /**
   * Begins to look.
   *
   * @param limit ms that a method may hold a loop before it is named
   */
  void start(long limit) {
    limitMs = limit;
    watcher = new Thread(this::watch, "event-loop-watch");
    watcher.setDaemon(true);
    watcher.start();
  }

  private Loop loop() {
    Loop loop = new Loop();
    loops.add(loop);
    return loop;
  }

  /** Jersey's own way to call a method, with a note of it before and after. */
  @Override
  public InvocationHandler create(Invocable invocable) {
    return (target, method, arguments) -> {
      if (!Exchange.mayNotWait()) {
        return method.invoke(target, arguments);
      }
      Loop loop = current.get();
      loop.sinceNanos = System.nanoTime();
      loop.method.setRelease(method); // after the time, which the watcher reads
      try {
        return method.invoke(target, arguments);
      } finally {
        loop.method.setRelease(null);
      }
    };
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(Math.max(1, limitMs / 2));
        loops.forEach(this::look);
      }
    } catch (InterruptedException e) {
      // closed
    }
  }

  private void look(Loop loop) {
    Method method = loop.method.getAcquire();
    long ms = (System.nanoTime() - loop.sinceNanos) / 1_000_000;
    if (method == null || ms < limitMs) {
      loop.named = null;
    } else if (loop.named != method) {
      loop.named = method;
      LOG.warning(
          () ->
              "%s has held event loop %s for %d ms; all of its other requests wait. Where it may block it may be @Blocking.%n%s"
                  .formatted(name(method), loop.thread.getName(), ms, stack(loop.thread)));
    }
  }

  private static String name(Method method) {
    return method.getDeclaringClass().getName() + "." + method.getName();
  }

  private static String stack(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .limit(FRAMES)
        .map(frame -> "\tat " + frame)
        .collect(Collectors.joining("\n"));
  }

  @Override
  public void close() {
    if (watcher != null) {
      watcher.interrupt();
    }
  }
}
