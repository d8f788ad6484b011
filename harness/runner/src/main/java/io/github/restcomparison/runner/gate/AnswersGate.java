package io.github.restcomparison.runner.gate;

import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.log.GatlingLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Checks that every planned request was sent, answered correctly and not before the delay, and
 * counted by the service. A run that it objects to is FAILED.
 *
 * @param users how many users the load has; in an open model, how many connections
 * @param planned how many requests all users were to send; absent where they ask for some time
 * @param dropped how many of them were not sent because all connections of an open model were busy
 * @param requestsSeen how many measured requests the service counted; absent if it was not asked
 * @param exitCode of a service that ended before it was stopped; absent if it did not
 */
public record AnswersGate(
    int users,
    OptionalLong planned,
    long dropped,
    Delay delay,
    GatlingLog load,
    OptionalLong requestsSeen,
    OptionalInt exitCode)
    implements Gate {

  @Override
  public String name() {
    return "answers";
  }

  @Override
  public Severity severity() {
    return Severity.FAILED;
  }

  @Override
  public List<String> objections() {
    List<String> objections = new ArrayList<>();
    if (exitCode.isPresent()) {
      objections.add("the service died with exit code " + exitCode.getAsInt());
    }
    if (load.failed() > 0) {
      objections.add("%d requests failed: %s".formatted(load.failed(), kinds()));
    }
    if (dropped > 0) {
      objections.add(
          "%d of %d requests could not start: all %d connections were busy"
              .formatted(dropped, planned.orElse(0), users));
    }
    long sent = load.latencies().total() + load.failed();
    if (planned.orElse(sent + dropped) != sent + dropped || load.usersEnded() != users) {
      objections.add(
          "%d requests of %d users are in Gatling's log, %s of %d were planned"
              .formatted(
                  sent,
                  load.usersEnded(),
                  planned.isPresent() ? planned.getAsLong() : "any number",
                  users));
    }
    if (requestsSeen.isPresent() && requestsSeen.getAsLong() != sent) {
      objections.add(
          "the service counted %d requests, Gatling %d".formatted(requestsSeen.getAsLong(), sent));
    }
    // Gatling and the service each round to a ms.
    long earliest = delay.shortest().toMillis() - 1;
    if (load.latencies().total() > 0 && load.latencies().counts().firstKey() < earliest) {
      objections.add(
          "an answer came after %d ms, the delay is %d ms"
              .formatted(load.latencies().counts().firstKey(), delay.shortest().toMillis()));
    }
    return objections;
  }

  private String kinds() {
    return load.failures().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(3)
        .map(kind -> kind.getValue() + " x " + kind.getKey())
        .collect(Collectors.joining(", "));
  }
}
