package io.github.restcomparison.runner.service;

import io.github.restcomparison.records.Environment.Container;
import io.github.restcomparison.runner.sampling.SampledService;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An instance of a service: a command, a container, or one that somebody else started. A new way to
 * start a service is an implementation and a line in {@link Launch}.
 */
public interface Instance extends AutoCloseable {

  /** Addresses where it may listen, each a scheme, a host and a port. */
  List<URI> candidates() throws IOException, InterruptedException;

  /** Why it will never be ready, in one line; null while it may be. */
  default String ended() {
    return null;
  }

  /** The exit code of its command; empty while any of its processes runs. */
  default OptionalInt exitCode() {
    return OptionalInt.empty();
  }

  /** What of it can be sampled, once it is ready: processes and control group. */
  default SampledService sampled() throws IOException, InterruptedException {
    return SampledService.UNSEEN;
  }

  /** Its container for the record. */
  default Optional<Container> container() throws IOException, InterruptedException {
    return Optional.empty();
  }

  /** Ends all that was started with it. */
  @Override
  default void close() {}
}
