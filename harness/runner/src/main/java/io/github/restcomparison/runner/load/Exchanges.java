package io.github.restcomparison.runner.load;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What the load sent and received and Gatling's log does not have. */
public final class Exchanges {
  private final LongAdder sent = new LongAdder();
  private final Map<String, Size> received = new ConcurrentHashMap<>();

  private record Size(LongAdder responses, LongAdder bytes) {
    double mean() {
      return bytes.sum() / (double) responses.sum();
    }
  }

  /** Counts a request that is written to a connection; one that is sent again counts again. */
  public void sent() {
    sent.increment();
  }

  /**
   * Counts a response.
   *
   * @param request its name
   * @param bytes of head and body, before any compression
   */
  public void received(String request, long bytes) {
    Size size =
        received.computeIfAbsent(request, name -> new Size(new LongAdder(), new LongAdder()));
    size.responses.increment();
    size.bytes.add(bytes);
  }

  /**
   * Returns how many requests were sent again, because the service closed a kept connection without
   * a response; exact if no request failed.
   *
   * @param requests in Gatling's log
   */
  public long repeated(long requests) {
    return Math.max(0, sent.sum() - requests);
  }

  /** Returns the mean size of responses in bytes, by the name of the request. */
  public Map<String, Double> bytesByRequest() {
    Map<String, Double> bytes = new TreeMap<>();
    received.forEach((name, size) -> bytes.put(name, size.mean()));
    return bytes;
  }

  /** Returns the mean size of all responses in bytes; empty if there were none. */
  public OptionalDouble bytes() {
    long responses = received.values().stream().mapToLong(size -> size.responses.sum()).sum();
    long bytes = received.values().stream().mapToLong(size -> size.bytes.sum()).sum();
    return responses == 0 ? OptionalDouble.empty() : OptionalDouble.of(bytes / (double) responses);
  }
}
