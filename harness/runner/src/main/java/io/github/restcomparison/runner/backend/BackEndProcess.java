package io.github.restcomparison.runner.backend;

import io.github.restcomparison.records.RunSamples.JvmSample;
import io.github.restcomparison.records.RunSamples.ProcessSample;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.Sampler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The back end that a service asks, started for one run. It is sampled as the service is, so that a
 * record shows whether it held the service back.
 */
public sealed interface BackEndProcess extends AutoCloseable permits HttpBackEnd, Postgres {

  /**
   * Starts the one that a wait calls for; empty where it is for a clock.
   *
   * @param project the folder with the services' modules in it
   * @param connections that the service may have to it
   * @param folder of the run, which gets its log
   * @throws IOException where it does not start; nothing is left running then
   */
  static Optional<BackEndProcess> start(
      Path project, Delay delay, int connections, Placement placement, Clock clock, Path folder)
      throws IOException, InterruptedException {
    Path log = folder.resolve("back-end.log");
    return switch (delay.kind()) {
      case Delay.HTTP -> Optional.of(HttpBackEnd.start(project, delay, placement, clock, log));
      case Delay.SQL -> Optional.of(Postgres.start(project, connections, placement, clock, log));
      default -> Optional.empty();
    };
  }

  /** What a service is told, to ask it. */
  Map<String, String> environment();

  /** What looks at it. */
  Sampler sampler();

  /** The load begins now. */
  default void beginSampling() {
    sampler().start();
  }

  /** Its processes, sampled. */
  default List<ProcessSample> samples() {
    return sampler().service();
  }

  /** Its JVM, sampled; none where it is none. */
  default List<JvmSample> jvmSamples() {
    return sampler().serviceJvm();
  }

  /** How many requests it has counted since the load began; empty where it does not say. */
  OptionalLong requestsSeen();

  @Override
  void close();
}
