package io.github.restcomparison.jerseycontainervertx;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Requests without a response. Each event loop has a list of its own, as a rule, so that no two
 * wait for its monitor; each request knows its place there.
 */
final class PendingRequests {
  private final List<ResponseWriter> requests = new ArrayList<>();
  private int next;

  /** Returns lists for all event loops, a power of two. */
  static PendingRequests[] lists() {
    int lists = Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors());
    return Stream.generate(PendingRequests::new).limit(lists).toArray(PendingRequests[]::new);
  }

  /** Adds a request to the list of the current thread. */
  static void add(PendingRequests[] lists, ResponseWriter request) {
    lists[(int) Thread.currentThread().threadId() & lists.length - 1].add(request);
  }

  /**
   * Adds a request, and looks at another one: those that the application ends without Jersey are
   * here until then.
   */
  private synchronized void add(ResponseWriter request) {
    if (next < requests.size() && requests.get(next).exchange().isEnded()) {
      take(requests.get(next));
    }
    next = next < requests.size() ? next + 1 : 0;
    request.list = this;
    request.place = requests.size();
    requests.add(request);
  }

  /** Removes a request, if it is in a list. */
  static void remove(ResponseWriter request) {
    PendingRequests list = request.list;
    if (list != null) {
      list.take(request);
    }
  }

  private synchronized void take(ResponseWriter request) {
    if (request.list != null) {
      ResponseWriter last = requests.remove(requests.size() - 1);
      if (last != request) {
        requests.set(request.place, last);
        last.place = request.place;
      }
      request.list = null;
    }
  }

  /** Returns those that are not ended. */
  synchronized List<ResponseWriter> requests() {
    return requests.stream().filter(each -> !each.exchange().isEnded()).toList();
  }
}
