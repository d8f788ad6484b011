package io.github.restcomparison.contracttck;

import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks the contract that makes services comparable: the same response, after the same wait, with
 * the same headers, over connections that stay open.
 *
 * <p>The tests of every service run it, and so does every measurement before its load.
 */
public final class ContractCheck {
  /** The number of requests that it sends at once. */
  public static final int OVERLAPPING = 50;

  /** The time beyond the delay within which an idle service must respond. */
  private static final Duration IDLE_SLACK = Duration.ofMillis(50);

  /** The same if 50 requests overlap. */
  private static final Duration OVERLAP_SLACK = Duration.ofMillis(250);

  private static final int OVER_ONE_CONNECTION = 300;

  /** Requests within which one must get its response in time: a cold JVM is late at first. */
  private static final int TRIES = 40;

  private final URI resource;
  private final Duration shortest;
  private final Duration longest;
  private final OptionalInt workers;
  private final Duration patience;
  private final List<String> violations = new ArrayList<>();

  private ContractCheck(
      URI resource, Duration shortest, Duration longest, OptionalInt workers, Duration patience) {
    this.resource = resource;
    this.shortest = shortest;
    this.longest = longest;
    this.workers = workers;
    this.patience = patience;
  }

  /**
   * Checks a running service without other load; takes about ten delays and a second.
   *
   * @param resource the address of its resource
   * @param shortest no response may arrive sooner
   * @param longest an idle service responds soon after it
   * @param workers how many requests can wait at once; empty without a limit
   * @return its violations, a sentence each; empty if it keeps the contract
   */
  public static List<String> violations(
      URI resource, Duration shortest, Duration longest, OptionalInt workers) {
    return violations(resource, shortest, longest, workers, Duration.ofSeconds(10));
  }

  /**
   * Checks the part of the contract that a runtime keeps by itself, with the headers and methods
   * that are its default.
   *
   * @param resource the address of its resource
   * @param delay of each response
   * @param workers how many requests can wait at once; empty without a limit
   * @return its violations, a sentence each; empty if it keeps the contract
   */
  public static List<String> violationsOfStock(URI resource, Duration delay, OptionalInt workers) {
    ContractCheck check =
        new ContractCheck(resource, delay, delay, workers, Duration.ofSeconds(10));
    return check.violations(
        () -> {
          Response got = check.once("GET", resource.getPath());
          check.same("GET status", 200, got.status());
          check.same("GET body", Endpoint.BODY, got.body());
          check.same(
              "type", "text/plain", got.headers().get("Content-Type").replaceFirst(";.*", ""));
          check.neverEarly(got.after());
          String unknown = resource.getPath() + "/unknown";
          check.same("status of an unknown path", 404, check.once("GET", unknown).status());
          check.same("health status", 200, check.once("GET", check.health()).status());
        });
  }

  /** A part of the check. */
  private interface Step {
    void take() throws IOException;
  }

  /**
   * @param patience how long beyond the delay a response is waited for before it counts as none
   */
  static List<String> violations(
      URI resource, Duration shortest, Duration longest, OptionalInt workers, Duration patience) {
    ContractCheck check = new ContractCheck(resource, shortest, longest, workers, patience);
    return check.violations(
        () -> {
          check.content();
          if (check.violations.isEmpty()) {
            check.methods();
          }
        });
  }

  private List<String> violations(Step responses) {
    try {
      responses.take();
      if (violations.isEmpty()) {
        keepsConnections();
        isInTime();
        overlaps();
      }
    } catch (IOException e) {
      violations.add("no response from " + resource + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      violations.add("the check was interrupted");
    }
    return List.copyOf(violations);
  }

  /** The first response decides whether there is any point in asking on. */
  private void content() throws IOException {
    Response got = once("GET", resource.getPath());
    same("GET status", 200, got.status());
    same("GET body", Endpoint.BODY, got.body());
    same("GET Content-Type", "text/plain", got.headers().get("Content-Type"));
    same("GET header names", "[content-length, content-type]", names(got));
    neverEarly(got.after());
  }

  private void methods() throws IOException {
    Response head = once("HEAD", resource.getPath());
    same("HEAD status", 200, head.status());
    same("HEAD header names", "[content-length, content-type]", names(head));
    same("HEAD Content-Length", "7", head.headers().get("Content-Length"));
    allows("OPTIONS", 200, once("OPTIONS", resource.getPath()));
    allows("POST", 405, once("POST", resource.getPath()));
    same("status of an unknown path", 404, once("GET", resource.getPath() + "/unknown").status());
    same("health status", 200, once("GET", health()).status());
  }

  private void keepsConnections() throws IOException {
    try (HttpConnection connection = connect()) {
      for (int i = 1; i <= OVER_ONE_CONNECTION; i++) {
        Response response = connection.send("GET", health());
        if (response.status() != 200
            || "close".equalsIgnoreCase(response.headers().get("Connection"))) {
          violations.add("request %d over one connection: %s".formatted(i, response));
          return;
        }
      }
    } catch (IOException e) {
      violations.add("%d requests over one connection: %s".formatted(OVER_ONE_CONNECTION, e));
    }
  }

  private void isInTime() throws IOException {
    Duration best = null;
    try (HttpConnection connection = connect()) {
      for (int i = 0; i < TRIES; i++) {
        Response response = connection.send("GET", resource.getPath());
        if (response.status() != 200) {
          violations.add("responded %d after it had responded 200".formatted(response.status()));
          return;
        }
        neverEarly(response.after());
        best = best == null || response.after().compareTo(best) < 0 ? response.after() : best;
        if (best.compareTo(longest.plus(IDLE_SLACK)) <= 0) {
          return;
        }
      }
    }
    violations.add(
        "responds after %d ms at best, the delay is %d ms"
            .formatted(best.toMillis(), longest.toMillis()));
  }

  private void overlaps() throws IOException, InterruptedException {
    int turns = workers.isEmpty() ? 1 : Math.ceilDiv(OVERLAPPING, workers.getAsInt());
    // Each turn but the first waits for a thread of its own, which may be late as any response may.
    Duration late = OVERLAP_SLACK.plus(IDLE_SLACK.multipliedBy(turns - 1));
    Duration limit = longest.multipliedBy(turns).plus(late);
    // A model is as slow each time; a host that is busy with something else is not for long.
    long end = System.nanoTime() + patience.toNanos();
    Duration last = overlapping();
    for (int i = 1; last.compareTo(limit) > 0 && (i < 5 || System.nanoTime() < end); i++) {
      last = overlapping();
    }
    if (last.compareTo(limit) > 0) {
      violations.add(
          "%d overlapping requests took %d ms, their model should take %d ms"
              .formatted(OVERLAPPING, last.toMillis(), longest.multipliedBy(turns).toMillis()));
    }
  }

  private Duration overlapping() throws IOException, InterruptedException {
    Burst burst = Burst.of(resource, OVERLAPPING, longest.plus(patience));
    burst.responses().stream()
        .filter(response -> !response.isRight())
        .findFirst()
        .ifPresent(
            wrong ->
                violations.add(
                    "%d right responses to %d overlapping requests; one is %d '%s'"
                        .formatted(
                            burst.rightResponses(), OVERLAPPING, wrong.status(), wrong.body())));
    burst.responses().stream()
        .filter(Response::isRight)
        .forEach(response -> neverEarly(response.after()));
    return burst.slowest();
  }

  private void allows(String method, int status, Response response) {
    same(method + " status", status, response.status());
    String allow = response.headers().getOrDefault("Allow", "");
    Set<String> methods =
        Arrays.stream(allow.split(",")).map(String::strip).collect(Collectors.toSet());
    if (!methods.containsAll(Set.of("GET", "OPTIONS"))) {
      violations.add(method + " Allow is '" + allow + "', it should name GET and OPTIONS");
    }
  }

  private void neverEarly(Duration after) {
    if (after.compareTo(shortest) < 0) {
      violations.add(
          "responded after %.1f ms, before the delay of %d ms was over"
              .formatted(after.toNanos() / 1e6, shortest.toMillis()));
    }
  }

  private void same(String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      violations.add("%s is '%s', it should be '%s'".formatted(what, actual, expected));
    }
  }

  /**
   * Without {@code Date} and {@code Server}: some servers send them by themselves, others do not.
   */
  private static String names(Response response) {
    return response.headers().keySet().stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .filter(name -> !name.equals("date") && !name.equals("server"))
        .toList()
        .toString();
  }

  private String health() {
    return resource.resolve(Endpoint.HEALTH).getPath();
  }

  private Response once(String method, String path) throws IOException {
    try (HttpConnection connection = connect()) {
      return connection.send(method, path);
    }
  }

  private HttpConnection connect() throws IOException {
    return new HttpConnection(resource, longest.plus(patience));
  }
}
