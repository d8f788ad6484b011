package io.github.restcomparison.runner.injector;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far the service's wall clock is from this host's. Injectors on several hosts all ask the one
 * service, and so know how far they are from one another.
 *
 * <p>The answer that came fastest tells it best: it was read somewhere between question and answer,
 * so that the middle is wrong by half of that time at most (F. Cristian, <i>Distributed
 * Computing</i> 3:146, 1989).
 *
 * <p>A JVM's start and its uptime do not quite begin together, so that the sum of the two is off by
 * 100 ms or so: by the same for all who ask, which is what counts here.
 *
 * @param offsetMs the service's clock less ours
 * @param uncertaintyMs by which that may be wrong
 */
public record ServiceClock(double offsetMs, double uncertaintyMs) {
  private static final int QUESTIONS = 20;
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** What an answer of the service's says of its time, in ms since 1970; absent where nothing. */
  static OptionalDouble timeIn(String metrics) {
    OptionalDouble start = value(metrics, "process_start_time_seconds");
    OptionalDouble uptime = value(metrics, "process_uptime_seconds");
    return start.isPresent() && uptime.isPresent()
        ? OptionalDouble.of(1e3 * (start.getAsDouble() + uptime.getAsDouble()))
        : OptionalDouble.empty();
  }

  private static OptionalDouble value(String metrics, String name) {
    Matcher line = Pattern.compile("(?m)^" + name + " ([0-9.eE+-]+)$").matcher(metrics);
    return line.find()
        ? OptionalDouble.of(Double.parseDouble(line.group(1)))
        : OptionalDouble.empty();
  }

  /**
   * Asks a service some times.
   *
   * @param metrics the address of what it shows of itself
   * @throws IOException where it shows no clock, in one line
   */
  static ServiceClock ask(URI metrics) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(metrics).timeout(LIMIT).build();
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build()) {
      ServiceClock best = new ServiceClock(0, Double.MAX_VALUE);
      for (int question = 0; question < QUESTIONS; question++) {
        ServiceClock environment = ask(client, request);
        best = environment.uncertaintyMs < best.uncertaintyMs ? environment : best;
      }
      return best;
    }
  }

  /** The same; empty where the service does not tell its time: whoever joins shares will say so. */
  public static Optional<ServiceClock> of(URI metrics) throws InterruptedException {
    try {
      return Optional.of(ask(metrics));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static ServiceClock ask(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    long asked = System.currentTimeMillis();
    String answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    long answered = System.currentTimeMillis();
    double time =
        timeIn(answer)
            .orElseThrow(() -> new IOException(request.uri() + " does not tell its time"));
    return new ServiceClock(time - (asked + answered) / 2.0, (answered - asked) / 2.0 + 1);
  }
}
