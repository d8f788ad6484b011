package io.github.restcomparison.runner;

import io.github.restcomparison.contracttck.AnswerSize;
import io.github.restcomparison.contracttck.ContractCheck;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.runner.service.HttpClients;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
    List<String> violations =
        ContractCheck.violations(resource, load.delay().shortest(), load.delay().longest(), atOnce);
    return violations.isEmpty() && load.isHttp2() ? withoutHttp2(resource) : violations;
  }

  /** The check speaks HTTP/1.1, and a load would be content with it, too. */
  private static List<String> withoutHttp2(URI resource) {
    try (HttpClient client = HttpClients.of(true, true)) {
      HttpRequest get = HttpRequest.newBuilder(resource).build();
      HttpClient.Version version = client.send(get, BodyHandlers.discarding()).version();
      return version == HttpClient.Version.HTTP_2
          ? List.of()
          : List.of("asked for HTTP/2, it answers in " + version);
    } catch (IOException e) {
      return List.of("no answer over HTTP/2: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of("the check was interrupted");
    }
  }

  /** By the contract, all answers of a resource are alike; in HTTP/2 none says its bytes. */
  static OptionalLong answerBytes(URI resource, LoadSpec load) throws IOException {
    if (load.isHttp2()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(AnswerSize.of(resource, load.delay().longest().plusSeconds(10)));
    } catch (IOException e) {
      throw new IOException("no answer from " + resource + ": " + e.getMessage(), e);
    }
  }
}
