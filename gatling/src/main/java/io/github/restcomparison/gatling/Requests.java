package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;
import static io.gatling.javaapi.http.HttpDsl.*;
import static io.github.restcomparison.gatling.ServiceSimulation.doing;

import io.gatling.http.client.Request;
import io.gatling.http.client.uri.Uri;
import io.gatling.http.response.Response;
import io.gatling.javaapi.core.*;
import io.gatling.javaapi.http.*;
import io.github.restcomparison.records.LoadSpec.Protocol;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.State.Feeder;
import io.github.restcomparison.records.service.State.UserSetup;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.Part;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.log.GatlingLog;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The requests of a workload as Gatling's client sends them, in the check as under load: headers
 * and paths as the user gave them.
 */
final class Requests {
  private static final String COOKIE = "Cookie";
  private static final String CONNECTION = "Connection";
  private static final String CLOSE = "close";
  private static final String USED_UP = "restComparisonUsedUp";
  private static final Pattern NOT_IN_A_TARGET = Pattern.compile("[^!-~]+");

  /** The status of a response, 0 if there is none, and what is wrong, null if nothing is. */
  record Outcome(int status, String wrong) {}

  private enum Kind {
    CHECK,
    WARM_UP,
    MEASURED,
    SETUP
  }

  /** Its class and message are the reason of the failure in Gatling's log. */
  private static final class Wrong extends RuntimeException {
    private static final long serialVersionUID = 1;

    Wrong(String message) {
      super(message, null, false, false);
    }
  }

  private final GatlingRun run;
  private final Workload workload;
  private final Secrets secrets;
  private final boolean isHttp2;
  private final boolean newConnections;
  private final Setup setup;
  private final Map<String, Function<Session, String>> filled = new ConcurrentHashMap<>();

  /** What users are sending, by user. */
  private final Map<Long, Upload> uploads = new ConcurrentHashMap<>();

  /** Requests that can be sent once the service runs. */
  Requests(GatlingRun run) {
    this.run = run;
    this.workload = run.request.workload();
    this.secrets =
        run.request.target().user().map(it -> it.secrets(System.getenv())).orElse(Secrets.NONE);
    this.setup = new Setup(workload.state().setup().orElse(UserSetup.NONE));
    this.newConnections = run.load.schedule().newConnections();
    this.isHttp2 = run.load.protocol().filter(Protocol::isHttp2).isPresent();
  }

  /** Returns the protocol of all requests, none of which goes to anybody but the service. */
  HttpProtocolBuilder httpProtocol() {
    HttpProtocolBuilder plain =
        http.disableWarmUp()
            .disableFollowRedirect()
            .disableCaching()
            .disableAutoReferer()
            .disableAutoOrigin()
            .disableUrlEncoding();
    HttpProtocolBuilder spoken = isHttp2 ? plain.enableHttp2() : plain;
    return run.load.protocol().filter(Protocol.HTTP2_SHARED::equals).isPresent()
        ? spoken.shareConnections()
        : spoken;
  }

  /** Returns one request of the measured load, drawn by the weights. */
  ChainBuilder measured() {
    return drawn(Kind.MEASURED, outcome -> {});
  }

  /** Returns the same without an entry in Gatling's log; responses are told to {@code outcome}. */
  ChainBuilder silent(Consumer<Outcome> outcome) {
    return drawn(Kind.WARM_UP, outcome);
  }

  /** Returns a request that Gatling does not log, whose response is told to {@code outcome}. */
  ChainBuilder silent(RequestSpec spec, Consumer<Outcome> outcome) {
    return prepared(spec, Kind.CHECK, outcome);
  }

  private ChainBuilder drawn(Kind kind, Consumer<Outcome> outcome) {
    List<RequestSpec> all = workload.requests();
    double sum = all.stream().mapToDouble(RequestSpec::weight).sum();
    List<Choice.WithWeight> others = new ArrayList<>();
    for (RequestSpec spec : all.subList(1, all.size())) {
      others.add(percent(100 * spec.weight() / sum).then(prepared(spec, kind, outcome)));
    }
    ChainBuilder first = prepared(all.getFirst(), kind, outcome);
    return others.isEmpty() ? first : exec(randomSwitchOrElse().on(others).orElse(first));
  }

  /**
   * Takes the next record of each feeder that a request has a name of, and sends the setup if it
   * must. If records are used up, the request is not sent, and the warm-up, or the user of a closed
   * model, ends.
   */
  private ChainBuilder prepared(RequestSpec spec, Kind kind, Consumer<Outcome> outcome) {
    List<FeederRecords> ofSetup = run.feeders.stream().filter(FeederRecords::isOfSetup).toList();
    List<FeederRecords> own = run.feeders.stream().filter(each -> each.isUsedBy(spec)).toList();
    ChainBuilder sent =
        setup.around(
            exec(request(spec, kind, outcome)),
            // A user of the load begins in the warm-up.
            session -> withRecords(session, ofSetup, kind != Kind.CHECK),
            each -> request(each, Kind.SETUP, any -> {}),
            kind == Kind.CHECK ? outcome : problem -> run.failed(problem.wrong()));
    if (kind == Kind.WARM_UP) {
      sent = sent.exec(doing(run.run.warmUp()::answered));
    }
    if (own.isEmpty()) {
      return sent;
    }
    boolean isMeasured = kind == Kind.MEASURED;
    ChainBuilder ended =
        isMeasured && run.load.open().isEmpty() ? exitHere() : exec(session -> session);
    return exec(session -> withRecords(session, own, isMeasured))
        .doIfOrElse(session -> session.contains(USED_UP))
        .then(ended)
        .orElse(sent);
  }

  private Session withRecords(Session session, List<FeederRecords> own, boolean isMeasured) {
    Session filled = session.remove(USED_UP);
    for (FeederRecords feeder : own) {
      Optional<Map<String, String>> next = feeder.next(isMeasured);
      if (next.isEmpty() && isMeasured) {
        run.run.exchanges().usedUp(feeder.usedUp());
      } else if (next.isEmpty()) {
        run.run.warmUp().end("early: its records of a feeder are used up");
      }
      filled = next.isPresent() ? filled.setAll(Map.copyOf(next.get())) : filled.set(USED_UP, true);
    }
    return filled;
  }

  private HttpRequestActionBuilder request(RequestSpec spec, Kind kind, Consumer<Outcome> outcome) {
    boolean measured = kind == Kind.MEASURED;
    Exchanges exchanges = run.run.exchanges();
    String fixed = encoded(secrets.resolve(spec.target()));
    Function<Session, String> target =
        Feeder.names(fixed).isEmpty()
            ? session -> fixed
            : filled(spec.target()).andThen(Requests::encoded);
    HttpRequestActionBuilder request =
        http(spec.name())
            .httpRequest(spec.method(), session -> run.run.url() + target.apply(session))
            .requestTimeout(workload.timeout())
            // Which status is right is ours to judge: without this, Gatling wants 2xx or 304.
            .check(status().exists());
    if (newConnections || closesConnection(spec)) {
      // Its client keeps the connection unless it knows this before the request is signed.
      request = request.header(CONNECTION, CLOSE);
    }
    HttpRequestActionBuilder logged = withContent(request, spec);
    return (measured ? logged : logged.silent())
        .sign(
            (unsigned, session) -> {
              if (measured) {
                exchanges.sent();
              }
              setHeaders(unsigned.getHeaders(), spec.headers(), session);
              Request sent = withPath(unsigned, target.apply(session));
              if (!measured || !isUpload(spec)) {
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
                exchanges.beside(false);
              } else if (setup.isRefused(status, session)) {
                exchanges.beside(measured);
                throw new Wrong(GatlingLog.SENT_AGAIN);
              }
              if (measured) {
                exchanges.received(bytes(response), traits(response));
                Upload upload = uploads.remove(session.userId());
                if (upload != null && !upload.isSent()) {
                  exchanges.unread();
                }
              }
              // The drive sets a shorter delay, and a service that is not warm is slow.
              String wrong = wrong(spec, response, kind != Kind.WARM_UP, session);
              if (kind == Kind.SETUP) {
                setup.responded(spec, response, wrong, session);
              }
              outcome.accept(new Outcome(status, wrong));
              if (wrong != null) {
                throw new Wrong(wrong);
              }
              return response;
            });
  }

  /** Whether it has files, which may be more than the buffers between client and server hold. */
  private static boolean isUpload(RequestSpec spec) {
    return spec.content().isPresent() && !(spec.content().get() instanceof Content.Text);
  }

  private HttpRequestActionBuilder withContent(HttpRequestActionBuilder request, RequestSpec spec) {
    return switch (spec.content().orElse(null)) {
      case null -> request;
      case Content.Text(String body) -> request.body(StringBody(filled(body)));
      case Content.Bytes(String file) -> request.body(RawFileBody(file));
      case Content.Form(List<Part> form) ->
          request.bodyParts(form.stream().map(this::bodyPart).toList());
    };
  }

  private BodyPart bodyPart(Part part) {
    BodyPart plain =
        part.file().isPresent()
            ? RawFileBodyPart(part.name(), part.value()).fileName(part.fileName().orElseThrow())
            : StringBodyPart(part.name(), filled(part.value()));
    return part.type().map(plain::contentType).orElse(plain);
  }

  private static boolean closesConnection(RequestSpec spec) {
    return spec.headers().entrySet().stream()
        .filter(each -> each.getKey().equalsIgnoreCase(CONNECTION))
        .anyMatch(each -> each.getValue().stream().anyMatch(CLOSE::equalsIgnoreCase));
  }

  /** Gatling keeps one value for a name, and replaces a cookie of the user's by the server's. */
  private void setHeaders(HttpHeaders sent, Map<String, List<String>> given, Session session) {
    String kept = workload.keepCookies() ? sent.get(COOKIE) : null;
    sent.remove(COOKIE);
    given.keySet().forEach(sent::remove);
    given.forEach(
        (name, values) -> values.forEach(value -> sent.add(name, filled(value).apply(session))));
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

  private String wrong(RequestSpec spec, Response response, boolean timed, Session session) {
    if (isHttp2 && !response.isHttp2()) {
      return "answered in HTTP/1.1, expected HTTP/2";
    }
    return spec.expect()
        .violation(
            new Expectation.Response(
                response.status().code(),
                name -> response.headers().get(name),
                response.body()::string,
                Optional.of(response.endTimestamp() - response.startTimestamp())
                    .filter(ms -> timed)
                    .map(Duration::ofMillis)),
            text -> filled(text).apply(session))
        .map(secrets::hide)
        .orElse(null);
  }

  /** Returns what may differ between services that do the same. */
  private Map<String, String> traits(Response response) {
    HttpHeaders headers = response.headers();
    // A server of HTTP/1.0 ends a body by closing the connection, and does not say so.
    boolean isEndless =
        !response.isHttp2()
            && response.body().length() > 0
            && !headers.contains("Content-Length")
            && !headers.contains("Transfer-Encoding");
    boolean isClosed = isEndless || headers.containsValue(CONNECTION, CLOSE, true);
    return Map.of(
        "status",
        Integer.toString(response.status().code()),
        "protocol",
        (response.isHttp2() ? "HTTP/2" : "HTTP/1.1")
            + (run.run.url().startsWith("https:") ? " over TLS" : ""),
        "compression",
        headers.get("Content-Encoding", "none"),
        "connections",
        isClosed ? "closed after each response" : "not said to be closed",
        "keep-alive",
        headers.get("Keep-Alive", "no limit stated"));
  }

  /** Returns the size of a response as text of HTTP/1.1, before any compression. */
  private static long bytes(Response response) {
    long head = "HTTP/1.1 200 \r\n\r\n".length() + response.status().reasonPhrase().length();
    for (Map.Entry<String, String> header : response.headers()) {
      head += header.getKey().length() + header.getValue().length() + ": \r\n".length();
    }
    return head + response.body().length();
  }

  private Function<Session, String> filled(String text) {
    return filled.computeIfAbsent(text, this::parsed);
  }

  private Function<Session, String> parsed(String text) {
    String resolved = secrets.resolve(text);
    return Feeder.names(resolved).isEmpty()
        ? session -> resolved
        : session ->
            Feeder.filled(
                resolved,
                name ->
                    session.contains(name) ? session.getString(name) : setup.value(session, name));
  }

  /** Encodes what a feeder has filled in and no request line can have; the rest is as given. */
  private static String encoded(String target) {
    return NOT_IN_A_TARGET
        .matcher(target)
        .replaceAll(
            part -> URLEncoder.encode(part.group(), StandardCharsets.UTF_8).replace("+", "%20"));
  }
}
