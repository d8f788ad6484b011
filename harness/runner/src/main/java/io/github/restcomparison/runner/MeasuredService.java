package io.github.restcomparison.runner;

import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.WaitingMemory;
import io.github.restcomparison.runner.backend.BackEndProcess;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.Cgroup;
import io.github.restcomparison.runner.sampling.JvmProbe;
import io.github.restcomparison.runner.sampling.Sampler.RemoteCpu;
import io.github.restcomparison.runner.service.StartedWith;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What a run measures, with all that looks at it; what cannot be seen of it is absent. */
sealed interface MeasuredService extends AutoCloseable
    permits StartedService, ContractService, UserServiceLaunch {

  /** Where the load goes: one of ours has its resource there, one of a user's its root. */
  URI address();

  /**
   * Checks it before the load.
   *
   * @param load with its bounds
   * @return what it has wrong, a clause each
   */
  List<String> violations(LoadSpec load);

  /** Bytes of a right answer, head and body; absent where answers differ. */
  default OptionalLong answerBytes(LoadSpec load) throws IOException {
    return OptionalLong.empty();
  }

  /** What it runs with, as far as it, or its user, says. */
  default Map<String, String> configuration() {
    return Map.of();
  }

  /** What its JVM was started with. */
  default Optional<StartedWith> with() {
    return Optional.empty();
  }

  /** The first of its processes. */
  default Optional<Long> pid() {
    return Optional.empty();
  }

  /** Looks into its JVM. */
  default Optional<JvmProbe> probe() {
    return Optional.empty();
  }

  /** The control group of its container. */
  default Optional<Cgroup> cgroup() {
    return Optional.empty();
  }

  /** What it exited with, where it has. */
  default OptionalInt exitCode() {
    return OptionalInt.empty();
  }

  /** What it waits for, where that is ours. */
  default Optional<BackEndProcess> backEnd() {
    return Optional.empty();
  }

  /** It has been checked, and the load begins. */
  default void loadBegins(WarmUp warmUp) {}

  /** The warm-up is over, and nobody asks. */
  default void measuredLoadBegins() {}

  /** How many requests it has counted since the load began, the warm-up's included. */
  default OptionalLong requestsSeen() {
    return OptionalLong.empty();
  }

  /** A counter of its CPU time, where it is on another host and has one. */
  default Optional<RemoteCpu> remoteCpu() {
    return Optional.empty();
  }

  /** What it held while all users waited; empty where nobody was to look, or never all did. */
  default Optional<WaitingMemory> waiting() {
    return Optional.empty();
  }

  /** Ends all that was started with it. */
  @Override
  default void close() {}
}
