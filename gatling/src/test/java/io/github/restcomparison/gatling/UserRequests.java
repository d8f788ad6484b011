package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.csv;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.jsonFile;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.responseTimeInMillis;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.CheckBuilder;
import io.gatling.javaapi.core.Choice;
import io.gatling.javaapi.core.FeederBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.Feeder;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.Template;
import io.github.restcomparison.records.service.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** What a user's services are asked, as Gatling sends it. */
final class UserRequests {
  /** Attributes of a session, whose names no feeder's field is likely to have. */
  private static final String BASE = "restComparisonBase";

  private static final String DRAWN = "restComparisonRequest";
  private static final List<Integer> SUCCESS = IntStream.range(200, 300).boxed().toList();

  private final GatlingRun run;
  private final Workload workload;
  private final Secrets secrets;
  private final List<FeederBuilder<?>> feeders;
  private final Map<String, String> first = new LinkedHashMap<>();

  UserRequests(GatlingRun run, Workload workload, Secrets secrets) {
    this.run = run;
    this.workload = workload;
    this.secrets = secrets;
    this.feeders = workload.feeders().stream().map(this::feeder).toList();
  }

  private FeederBuilder<?> feeder(Feeder feeder) {
    FeederBuilder.FileBased<?> file =
        feeder.file().endsWith(".csv") ? csv(feeder.file()) : jsonFile(feeder.file());
    file.readRecords()
        .getFirst()
        .forEach((name, value) -> first.putIfAbsent(name, String.valueOf(value)));
    return file.circular();
  }

  /** The first record of the feeders, by field. */
  Map<String, String> firstRecord() {
    return first;
  }

  /**
   * One request of those, drawn by their weights.
   *
   * @param silent whether Gatling does not log it
   */
  ChainBuilder next(boolean silent) {
    // The service's port is not known before it runs.
    ChainBuilder chain = exec(session -> session.set(BASE, run.url()));
    for (FeederBuilder<?> feeder : feeders) {
      chain = chain.exec(feed(feeder));
    }
    List<RequestSpec> requests = workload.requests();
    if (requests.size() == 1) {
      return chain.exec(request(requests.getFirst(), silent));
    }
    List<Choice.WithKey> cases = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      cases.add(onCase(i).then(exec(request(requests.get(i), silent))));
    }
    return chain.exec(this::draw).exec(doSwitch("#{" + DRAWN + "}").on(cases));
  }

  private Session draw(Session session) {
    double sum = workload.requests().stream().mapToDouble(RequestSpec::weight).sum();
    double left = ThreadLocalRandom.current().nextDouble(sum);
    int drawn = 0;
    while (drawn < workload.requests().size() - 1
        && left >= workload.requests().get(drawn).weight()) {
      left -= workload.requests().get(drawn).weight();
      drawn++;
    }
    return session.set(DRAWN, drawn);
  }

  private HttpRequestActionBuilder request(RequestSpec spec, boolean silent) {
    String target = expression(spec.target());
    HttpRequestActionBuilder request =
        http(spec.name())
            .httpRequest(spec.method(), "#{" + BASE + "}" + target)
            .requestTimeout(workload.timeout())
            .headers(run.headers());
    for (Map.Entry<String, String> header : spec.headers().entrySet()) {
      request = request.header(header.getKey(), expression(header.getValue()));
    }
    if (spec.body().isPresent()) {
      request = request.body(StringBody(expression(spec.body().get())));
    }
    request = request.check(checks(spec.expect()));
    return silent ? request.silent() : request;
  }

  private List<CheckBuilder> checks(Expectation expect) {
    List<CheckBuilder> checks = new ArrayList<>();
    checks.add(
        expect.status().isPresent()
            ? status().is(expect.status().getAsInt())
            : status().in(SUCCESS));
    expect.headers().forEach((name, value) -> checks.add(header(name).is(expression(value))));
    expect.body().ifPresent(body -> checks.add(bodyString().is(expression(body))));
    expect.contains().ifPresent(part -> checks.add(substring(expression(part)).exists()));
    if (!expect.json().isEmpty()) {
      checks.add(bodyString().validate("json", (body, session) -> json(expect, body, session)));
    }
    expect
        .atLeast()
        .ifPresent(least -> checks.add(responseTimeInMillis().gte((int) least.toMillis())));
    expect
        .atMost()
        .ifPresent(most -> checks.add(responseTimeInMillis().lte((int) most.toMillis())));
    return checks;
  }

  /** Gatling takes what is thrown for the failure's message. */
  private String json(Expectation expect, String body, Session session) {
    Map<String, String> fields = new LinkedHashMap<>();
    first.keySet().forEach(name -> fields.put(name, session.getString(name)));
    expect
        .filled(text -> new Template(secrets.resolve(text)).filled(fields))
        .jsonViolation(body)
        .ifPresent(
            violation -> {
              throw new IllegalArgumentException(violation);
            });
    return body;
  }

  private String expression(String text) {
    return new Template(secrets.resolve(text)).expression(first.keySet());
  }
}
