package io.github.restcomparison.servicekit;

import java.net.URI;
import java.util.Map;

/** A service that has started: its address, configuration and requests, and how to stop it. */
public interface StartedServer extends AutoCloseable {

  /**
   * The maximum time in ms in which {@link #close} waits for the responses to requests in flight.
   */
  int DRAIN_MS = 4_000;

  /**
   * The time in ms that is left for everything else to end when that was used up; see {@link
   * StopLimit}.
   */
  int STOP_MS = 1_000;

  /** Returns the address of its resource, with the actual port. */
  URI uri();

  /**
   * Returns its configuration beyond its settings: event loops, transport, keep-alive and the like.
   */
  Map<String, String> configuration();

  /** Returns the requests for the resource since it started. */
  Requests requests();

  /**
   * Refuses new requests, waits for the responses to those in flight for at most {@link #DRAIN_MS},
   * and frees all resources; {@link StopLimit} is the time for both.
   */
  @Override
  void close();
}
