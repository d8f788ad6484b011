package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;
import static io.github.restcomparison.gatling.ServiceSimulation.user;

import io.gatling.http.client.Request;
import io.gatling.http.client.uri.Uri;
import io.gatling.http.response.Response;
import io.gatling.javaapi.core.*;
import io.gatling.javaapi.http.*;
import io.github.restcomparison.records.Load.Protocol;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.service.FormPart;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.Template;
import io.github.restcomparison.records.service.Template.Place;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.Users.Stage;
import io.github.restcomparison.runner.load.Users.User;
import io.github.restcomparison.runner.log.GatlingLog;
import io.netty.handler.codec.http.HttpHeaders;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The requests of a workload in Gatling's client, for the check and the load: headers and paths as
 * the user gave them.
 */
final class Requests {
  private static final String[] WARM_UP_NAMES = GatlingLog.warmUpNames();
  private static final String COOKIE = "Cookie";
  private static final String CONNECTION = "Connection";
  private static final String CLOSE = "close";
  private static final String USED_UP = "restComparisonUsedUp";

  /**
   * The outcome of a request.
   *
   * @param status of the response, 0 if there is none
   * @param wrong the violation, null if there is none
   */
  record CheckResult(int status, String wrong) {}

  private enum Kind {
    CHECK,
    SETUP,
    LOAD
  }

  /** Its class and message are the reason of the failure in Gatling's log. */
  private static final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1;

    Wrong(String message) {
      super(message, null, false, false);
    }
  }

  private final Lifecycle lifecycle;
  private final Workload workload;
  private final Secrets secrets;
  private final boolean isHttp2;
  private final boolean newConnections;
  private final Setup setup;

  /** The names of values for the places in texts. */
  private final Set<String> valueNames;

  /** Expected texts with their values, by the user's text. */
  private final Map<String, Function<Session, String>> expectedTexts = new ConcurrentHashMap<>();

  /** The uploads in progress, by user. */
  private final Map<Long, Upload> uploads = new ConcurrentHashMap<>();

  /** Requests that can be sent once the service runs. */
  Requests(Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
    this.workload = lifecycle.workload();
    this.secrets = lifecycle.secrets();
    this.valueNames = workload.names(lifecycle.feeders());
    this.setup = new Setup(workload, secrets::add);
    this.newConnections = lifecycle.load() instanceof OpenLoad open && open.newConnections();
    this.isHttp2 = lifecycle.load().protocol().filter(Protocol::isHttp2).isPresent();
  }

  /** Returns the protocol of all requests, which go to the service only. */
  HttpProtocolBuilder httpProtocol() {
    HttpProtocolBuilder plain =
        http.disableWarmUp()
            .disableFollowRedirect()
            .disableCaching()
            .disableAutoReferer()
            .disableAutoOrigin()
            .disableUrlEncoding();
    return isHttp2 ? plain.enableHttp2() : plain;
  }

  /**
   * Returns one request of the load, drawn by the weights: the same for the warm-up and the
   * measured load. Only its name and its counter depend on the user's stage.
   */
  ChainBuilder drawn() {
    List<RequestSpec> all = workload.requests();
    double sum = all.stream().mapToDouble(RequestSpec::weight).sum();
    List<Choice.WithWeight> others = new ArrayList<>();
    for (RequestSpec spec : all.subList(1, all.size())) {
      others.add(percent(100 * spec.weight() / sum).then(measured(spec)));
    }
    ChainBuilder first = measured(all.getFirst());
    return others.isEmpty() ? first : exec(randomSwitchOrElse().on(others).orElse(first));
  }

  /** Returns a request that Gatling does not log, whose response is passed to {@code outcome}. */
  ChainBuilder checked(RequestSpec spec, Consumer<CheckResult> outcome) {
    return prepared(spec, Kind.CHECK, outcome, outcome);
  }

  /** Returns a request that Gatling does not log, without a setup. */
  ChainBuilder rehearsed(RequestSpec spec) {
    return exec(request(spec, Kind.CHECK, outcome -> {}));
  }

  private ChainBuilder measured(RequestSpec spec) {
    return prepared(spec, Kind.LOAD, outcome -> {}, problem -> lifecycle.fail(problem.wrong()));
  }

  /**
   * Takes the next record of each feeder that a request has a name of, and sends the setup if it
   * must. If records are used up, the request is not sent, and the warm-up, or the user, ends.
   */
  private ChainBuilder prepared(
      RequestSpec spec,
      Kind kind,
      Consumer<CheckResult> outcome,
      Consumer<CheckResult> setupFailed) {
    List<FeederRecords> feeders = lifecycle.feeders();
    List<FeederRecords> ofSetup = feeders.stream().filter(FeederRecords::isUsedBySetup).toList();
    List<FeederRecords> own = feeders.stream().filter(each -> each.isUsedBy(spec)).toList();
    boolean isLoad = kind == Kind.LOAD;
    ChainBuilder sent =
        setup.withSetup(
            exec(request(spec, kind, outcome)),
            session -> withRecords(session, ofSetup, isLoad),
            each -> request(each, Kind.SETUP, any -> {}),
            setupFailed);
    if (isLoad) {
      sent = sent.exec(Requests::ended);
    }
    return own.isEmpty()
        ? sent
        : exec(session -> withRecords(session, own, isLoad && isMeasured(session)))
            .doIf(session -> !session.contains(USED_UP))
            .then(sent);
  }

  private static Session ended(Session session) {
    user(session).end(!session.isFailed());
    return session.markAsSucceeded();
  }

  private static boolean isMeasured(Session session) {
    return stage(session) == Stage.LOAD;
  }

  private Session withRecords(Session session, List<FeederRecords> own, boolean isMeasured) {
    Session filled = session.remove(USED_UP);
    for (FeederRecords feeder : own) {
      Optional<Map<String, String>> next = feeder.next(isMeasured);
      if (next.isEmpty() && isMeasured) {
        lifecycle.users().exchanges().noteRecordsUsedUp(feeder.usedUpMessage());
        user(session).leave();
      } else if (next.isEmpty()) {
        lifecycle.users().warmUp().end("early: its records of a feeder are used up");
      }
      filled = next.isPresent() ? filled.setAll(Map.copyOf(next.get())) : filled.set(USED_UP, true);
    }
    return filled;
  }

  private HttpRequestActionBuilder request(
      RequestSpec spec, Kind kind, Consumer<CheckResult> outcome) {
    boolean isLoad = kind == Kind.LOAD;
    Map<Stage, String[]> names =
        new EnumMap<>(Map.of(Stage.WARM_UP, WARM_UP_NAMES, Stage.LOAD, new String[] {spec.name()}));
    // The drive sets a shorter delay, and a service that is not warm is slow.
    Map<Stage, Expectation> expected =
        new EnumMap<>(Map.of(Stage.WARM_UP, spec.expect().atAnyTime(), Stage.LOAD, spec.expect()));
    Function<Session, String> target = filled(spec.target().template(valueNames, secrets));
    Map<String, List<Function<Session, String>>> headers = headers(spec);
    HttpRequestActionBuilder request =
        http(session -> isLoad ? name(names, user(session)) : spec.name())
            .httpRequest(spec.method(), session -> lifecycle.url() + target.apply(session))
            .requestTimeout(workload.timeout())
            // This project judges the status: without this, Gatling requires 2xx or 304.
            .check(status().exists());
    if (newConnections || closesConnection(spec)) {
      // Its client keeps the connection unless it knows this before the request is signed.
      request = request.header(CONNECTION, CLOSE);
    }
    HttpRequestActionBuilder logged = withContent(request, spec);
    return (isLoad ? logged : logged.silent())
        .sign(
            (unsigned, session) -> {
              if (isLoad) {
                user(session).exchanges().sent();
              }
              setHeaders(unsigned.getHeaders(), headers, session);
              Request sent = withPath(unsigned, target.apply(session));
              if (!isLoad || !isUpload(spec)) {
                return sent;
              }
              Upload upload = new Upload(sent.getBody());
              uploads.put(session.userId(), upload);
              return sent.copyWithNewBody(upload);
            })
        .transformResponse(
            (response, session) -> {
              int status = response.status().code();
              if (kind == Kind.SETUP) {
                setup.take(response, session);
                lifecycle.users().exchanges().addExtra();
              } else if (setup.isRefused(status, session)) {
                lifecycle.users().exchanges().addExtra();
                if (isLoad) {
                  user(session).exchanges().noteResent();
                }
                throw new Wrong(GatlingLog.SENT_AGAIN);
              }
              Expectation expectation = isLoad ? expected.get(stage(session)) : spec.expect();
              String wrong = wrong(expectation, response, session);
              if (isLoad) {
                count(spec, response, wrong, session);
              } else if (kind == Kind.SETUP) {
                setup.responded(spec, status, wrong, session);
              }
              outcome.accept(new CheckResult(status, wrong));
              if (wrong != null) {
                throw new Wrong(wrong);
              }
              return response;
            });
  }

  private static String name(Map<Stage, String[]> names, User user) {
    String[] ofStage = names.get(user.stage());
    return ofStage[user.sent() % ofStage.length];
  }

  private static Stage stage(Session session) {
    return user(session).stage();
  }

  private void count(RequestSpec spec, Response response, String wrong, Session session) {
    Exchanges exchanges = user(session).exchanges();
    ResponseTraits.count(exchanges, spec, response, wrong, lifecycle.url());
    Upload upload = uploads.remove(session.userId());
    if (upload != null && !upload.isSent()) {
      exchanges.noteEarlyResponse();
    }
  }

  /**
   * Returns whether a request has files, which may be larger than the buffers between client and
   * server.
   */
  private static boolean isUpload(RequestSpec spec) {
    return spec.content().isPresent() && !(spec.content().get() instanceof Content.Text);
  }

  private HttpRequestActionBuilder withContent(HttpRequestActionBuilder request, RequestSpec spec) {
    return switch (spec.content().orElse(null)) {
      case null -> request;
      case Content.Text(String body) -> request.body(StringBody(filled(body, spec.bodyPlace())));
      case Content.Bytes(String file) -> request.body(RawFileBody(file));
      case Content.Form(List<FormPart> form) ->
          request.bodyParts(
              form.stream()
                  .map(part -> FormBody.part(part, filled(part.value(), Place.BODY)))
                  .toList());
    };
  }

  private static boolean closesConnection(RequestSpec spec) {
    return spec.headers().entrySet().stream()
        .filter(each -> each.getKey().equalsIgnoreCase(CONNECTION))
        .anyMatch(each -> each.getValue().stream().anyMatch(CLOSE::equalsIgnoreCase));
  }

  private Map<String, List<Function<Session, String>>> headers(RequestSpec spec) {
    Map<String, List<Function<Session, String>>> headers = new LinkedHashMap<>();
    spec.headers()
        .forEach(
            (name, values) ->
                headers.put(
                    name,
                    values.stream()
                        .map(value -> filled(value, Place.HEADER).andThen(HeaderText::encoded))
                        .toList()));
    return headers;
  }

  /** Gatling keeps one value for a name, and replaces the user's cookie by the server's. */
  private void setHeaders(
      HttpHeaders sent, Map<String, List<Function<Session, String>>> given, Session session) {
    String kept = workload.keepCookies() ? sent.get(COOKIE) : null;
    sent.remove(COOKIE);
    given.keySet().forEach(sent::remove);
    given.forEach((name, values) -> values.forEach(value -> sent.add(name, value.apply(session))));
    if (kept != null) {
      sent.set(COOKIE, sent.contains(COOKIE) ? sent.get(COOKIE) + "; " + kept : kept);
    }
  }

  /** Gatling parses a URL, which removes {@code ..} and double slashes from its path. */
  private static Request withPath(Request request, String target) {
    Uri parsed = request.getUri();
    int mark = target.indexOf('?');
    return request.copyWithNewUri(
        new Uri(
            parsed.getScheme(),
            null,
            parsed.getHost(),
            parsed.getPort(),
            mark < 0 ? target : target.substring(0, mark),
            mark < 0 ? null : target.substring(mark + 1),
            null));
  }

  private String wrong(Expectation expectation, Response response, Session session) {
    if (isHttp2 && !response.isHttp2()) {
      return "response in HTTP/1.1, expected HTTP/2";
    }
    return expectation
        .violation(
            new Expectation.Response(
                response.status().code(),
                name -> HeaderText.decoded(response.headers().get(name)),
                response.body()::string,
                Duration.ofMillis(response.endTimestamp() - response.startTimestamp())),
            text -> expectedTexts.computeIfAbsent(text, this::expectedText).apply(session),
            secrets::hide)
        .orElse(null);
  }

  private Function<Session, String> expectedText(String text) {
    return filled(text, Place.BODY);
  }

  private Function<Session, String> filled(String text, Place place) {
    return filled(Template.of(text, place, valueNames, secrets));
  }

  private Function<Session, String> filled(Template template) {
    if (template.isFixed()) {
      String fixed = template.filled(name -> null);
      return session -> fixed;
    }
    return session ->
        template.filled(
            name -> session.contains(name) ? session.getString(name) : setup.value(session, name));
  }
}
