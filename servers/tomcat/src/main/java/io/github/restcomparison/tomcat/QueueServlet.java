package io.github.restcomparison.tomcat;

import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servlets.MyServlet;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/**
 * Puts the request into a queue and gives its worker back. One thread empties the queue: it
 * responds to all whose wait is over, from one place.
 */
final class QueueServlet extends MyServlet {
  private static final long serialVersionUID = 1;

  private final transient Wait wait;
  private final transient DelayQueue<Waiting> queue = new DelayQueue<>();
  private transient Thread event;

  QueueServlet(Wait wait) {
    this.wait = wait;
  }

  @Override
  public void init() {
    event = Thread.ofPlatform().name("event").start(this::emptyQueue);
  }

  @Override
  protected void respondAfterTheDelay(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext context = request.startAsync();
    context.setTimeout(0);
    queue.add(new Waiting(context, System.nanoTime() + wait.next().toNanos()));
  }

  private void emptyQueue() {
    try {
      while (true) {
        respond(queue.take().context);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void respond(AsyncContext context) {
    try {
      try {
        respond(context.getRequest(), context.getResponse());
      } finally {
        context.complete();
      }
    } catch (IOException | RuntimeException e) {
      // The client has disconnected, or Tomcat has ended the request: others go on.
    }
  }

  @Override
  public void destroy() {
    event.interrupt();
  }

  /** A request, and when its wait ends by {@link System#nanoTime}. */
  private record Waiting(AsyncContext context, long due) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.signum(due - ((Waiting) other).due);
    }
  }
}
