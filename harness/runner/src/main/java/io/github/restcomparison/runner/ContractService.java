package io.github.restcomparison.runner;

import io.github.restcomparison.contracttck.AnswerSize;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.records.LoadSpec;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * A service that somebody else started, which keeps this project's contract.
 *
 * @param address of its resource
 */
record ContractService(URI address) implements MeasuredService {

  @Override
  public List<String> violations(LoadSpec load) {
    return violations(address, load);
  }

  @Override
  public OptionalLong answerBytes(LoadSpec load) throws IOException {
    return answerBytes(address, load);
  }

  /** What a resource has wrong that as many requests may wait in as threads and connections let. */
  static List<String> violations(URI resource, LoadSpec load) {
    OptionalInt atOnce =
        IntStream.concat(load.workers().stream(), load.downstreamConnections().stream()).min();
    return ContractCheck.violations(resource, load.delay(), atOnce);
  }

  /** By the contract, all answers of a resource are alike. */
  static OptionalLong answerBytes(URI resource, LoadSpec load) throws IOException {
    try {
      return OptionalLong.of(AnswerSize.of(resource, load.delay().longest().plusSeconds(10)));
    } catch (IOException e) {
      throw new IOException("no answer from " + resource + ": " + e.getMessage(), e);
    }
  }
}
