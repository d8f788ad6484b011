package io.github.restcomparison.servicekit;

import java.net.URI;
import java.util.Map;

/** A service that has started: where it is, what it runs with, what it has seen, how it stops. */
public interface StartedServer extends AutoCloseable {

  /** How long {@link #close} lets requests in flight be answered, in milliseconds. */
  int DRAIN_MS = 4_000;

  /** The address of its resource, with the port that it is really bound to. */
  URI uri();

  /** What it runs with beyond its settings: event loops, transport, keep-alive and the like. */
  Map<String, String> configuration();

  /** The requests for the resource since it started. */
  Requests requests();

  /**
   * Takes no new requests, answers those in flight for at most {@link #DRAIN_MS}, and frees all
   * that it holds.
   */
  @Override
  void close();
}
