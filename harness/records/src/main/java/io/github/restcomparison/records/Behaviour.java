package io.github.restcomparison.records;

import io.github.restcomparison.records.RunFigures.Latency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The behaviour of a service under the measured load, in addition to its speed.
 *
 * @param responses how many responses had a value, by trait and value, such as {@code status} and
 *     {@code 200}; empty if they were not observed: a user simulation received them
 * @param latencyByStatus latencies of the correct responses; empty if all have one status, or if
 *     they were not observed
 * @param bodies the bodies of the correct responses; empty if they were not observed
 * @param reconnects the requests that needed a new connection; empty if none did
 * @param slowdown how it slowed down; empty if it did not
 */
public record Behaviour(
    Optional<Map<String, Map<String, Long>>> responses,
    Optional<Map<String, Latency>> latencyByStatus,
    Optional<List<Bodies>> bodies,
    Optional<Reconnects> reconnects,
    Optional<Slowdown> slowdown) {

  /** The behaviour if nothing was observed. */
  public static final Behaviour UNKNOWN = merged(List.of());

  /**
   * The bodies of the responses to one kind of request that have one status.
   *
   * @param request its name
   * @param number of responses
   * @param types their content types without parameters, sorted; none if no response states one
   * @param minBytes the size of the smallest body, before any compression
   * @param maxBytes the size of the largest body
   */
  public record Bodies(
      String request,
      String status,
      long number,
      List<String> types,
      long minBytes,
      long maxBytes) {

    /** Returns these bodies and others of the same kind of request and status. */
    public Bodies merge(Bodies others) {
      return new Bodies(
          request,
          status,
          number + others.number,
          List.copyOf(new TreeSet<>(Stream.concat(types.stream(), others.types.stream()).toList())),
          Math.min(minBytes, others.minBytes),
          Math.max(maxBytes, others.maxBytes));
    }

    /** Returns all bodies, merged by kind of request and status. */
    public static List<Bodies> merged(Stream<Bodies> all) {
      Map<List<String>, Bodies> merged = new LinkedHashMap<>();
      all.forEach(each -> merged.merge(List.of(each.request, each.status), each, Bodies::merge));
      return List.copyOf(merged.values());
    }
  }

  /**
   * Requests that needed a new connection, because the service had closed the kept one.
   *
   * @param idleMs the shortest time after a response in which the service closed one
   */
  public record Reconnects(long requests, double idleMs) {
    /** Returns the sum of both. */
    public Reconnects plus(Reconnects others) {
      return new Reconnects(requests + others.requests, Math.min(idleMs, others.idleMs));
    }
  }

  /** The mean latency in ms in the first and in the last third of the kept time. */
  public record Slowdown(double firstMs, double lastMs) {}

  /** Returns the same of a service that slowed down, or did not. */
  public Behaviour with(Optional<Slowdown> other) {
    return new Behaviour(responses, latencyByStatus, bodies, reconnects, other);
  }

  /**
   * Returns the merged behaviour of one service, as several load generators observed it. It has no
   * latencies by status: percentiles are never averaged.
   */
  public static Behaviour merged(List<Behaviour> parts) {
    Map<String, Map<String, Long>> responses = new TreeMap<>();
    List<Bodies> bodies = new ArrayList<>();
    Optional<Reconnects> reconnects = Optional.empty();
    for (Behaviour part : parts) {
      part.responses
          .orElse(Map.of())
          .forEach(
              (trait, values) ->
                  values.forEach(
                      (value, count) ->
                          responses
                              .computeIfAbsent(trait, any -> new TreeMap<>())
                              .merge(value, count, Long::sum)));
      bodies.addAll(part.bodies.orElse(List.of()));
      Optional<Reconnects> before = reconnects;
      reconnects =
          part.reconnects.map(each -> before.map(each::plus).orElse(each)).or(() -> before);
    }
    return new Behaviour(
        Optional.of(responses).filter(some -> !some.isEmpty()),
        Optional.empty(),
        Optional.of(Bodies.merged(bodies.stream())).filter(some -> !some.isEmpty()),
        reconnects,
        Optional.empty());
  }
}
