package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.*;

import io.gatling.http.response.Response;
import io.gatling.javaapi.core.*;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import io.github.restcomparison.gatling.Requests.CheckResult;
import io.github.restcomparison.records.service.State.UserSetup;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The requests before a user's first one, and the values that they take for later requests. They
 * are sent again once the values are too old, or the service refuses them.
 */
final class Setup {
  private static final String STATE = "restComparisonSetup";
  private static final Duration PAUSE = Duration.ofMillis(10);

  /** Compared by identity, like all values: the values of a cookie alone have no name. */
  private static final Map<String, String> NONE = new HashMap<>();

  private final UserSetup setup;

  /** The values that headers have. */
  private final Set<String> ofHeaders = new HashSet<>();

  private final BiConsumer<String, String> hide;
  private final Values ofAll = new Values();

  /** Values of one user, or of all. */
  private static final class Values {
    final AtomicBoolean isRenewing = new AtomicBoolean();
    volatile Map<String, String> now = NONE;
    volatile long atNanos;
  }

  /** A user, whose requests follow one another. */
  private static final class User {
    final Values values;

    /** The values of a setup in progress. */
    final Map<String, String> taken = new ConcurrentHashMap<>();

    /** The values of its request: another user may renew the values meanwhile. */
    volatile Map<String, String> sent = NONE;

    /** The values that the service has refused. */
    volatile Map<String, String> refused;

    /** Why the setup has failed; null if it has not. */
    volatile CheckResult problem;

    User(Values values) {
      this.values = values;
    }
  }

  /**
   * Creates the setup of a load.
   *
   * @param hide receives each value that is taken, with its name
   */
  Setup(Workload workload, BiConsumer<String, String> hide) {
    this.hide = hide;
    setup = workload.state().setup().orElse(UserSetup.NONE);
    workload.allRequests().forEach(request -> ofHeaders.addAll(request.headerNames()));
  }

  /** Returns a value for a name in a text; null if there is none. */
  String value(Session session, String name) {
    User user = session.get(STATE);
    return user == null ? null : user.taken.getOrDefault(name, user.sent.get(name));
  }

  /**
   * Returns a request behind the setup, if the user has none or must renew it. If the service then
   * refuses the values, the setup and the request are sent once more.
   *
   * @param first the user's actions before its first setup
   * @param sent makes a request of the setup
   * @param failed receives the failure of the setup; the request is not sent
   */
  ChainBuilder withSetup(
      ChainBuilder request,
      Function<Session, Session> first,
      Function<RequestSpec, HttpRequestActionBuilder> sent,
      Consumer<CheckResult> failed) {
    if (setup.requests().isEmpty()) {
      return request;
    }
    ChainBuilder renewed = renewed(first, sent, failed);
    return exec(renewed)
        .doIf(session -> user(session).problem == null)
        .then(request)
        .doIf(session -> user(session).refused != null)
        .then(
            renewed,
            exec(session -> session.markAsSucceeded()),
            request,
            exec(session -> with(session, user -> user.refused = null)));
  }

  private ChainBuilder renewed(
      Function<Session, Session> first,
      Function<RequestSpec, HttpRequestActionBuilder> sent,
      Consumer<CheckResult> failed) {
    ChainBuilder all = exec(session -> with(session, user -> user.taken.clear()));
    for (RequestSpec spec : setup.requests()) {
      CheckResult none = problem(0, spec.name() + ": no response");
      all =
          all.doIf(session -> user(session).problem == null)
              .then(
                  exec(session -> with(session, user -> user.problem = none)),
                  exec(sent.apply(spec)));
    }
    return exec(session -> session.contains(STATE) ? session : start(first.apply(session)))
        .exec(session -> with(session, user -> user.problem = null))
        .doIf(session -> mustRenew(user(session)))
        .then(all, exec(session -> with(session, user -> end(user, failed))))
        .asLongAs(session -> isMissing(user(session)) && user(session).values.isRenewing.get())
        .on(pause(PAUSE))
        .exec(session -> with(session, user -> user.sent = user.values.now));
  }

  private static CheckResult problem(int status, String wrong) {
    return new CheckResult(status, "setup: " + wrong);
  }

  private Session start(Session session) {
    return session.set(STATE, new User(setup.once() ? ofAll : new Values()));
  }

  private static User user(Session session) {
    return session.get(STATE);
  }

  private static Session with(Session session, Consumer<User> action) {
    action.accept(user(session));
    return session;
  }

  /** Returns whether this user must renew the values, which no other one does then. */
  private boolean mustRenew(User user) {
    long age = System.nanoTime() - user.values.atNanos;
    boolean isOld = setup.renewAfter().filter(most -> age >= most.toNanos()).isPresent();
    return (isOld || isMissing(user)) && user.values.isRenewing.compareAndSet(false, true);
  }

  /**
   * Returns whether a user has no valid values: old ones are valid until new ones arrive, refused
   * ones are not.
   */
  private static boolean isMissing(User user) {
    return user.values.now == NONE || user.values.now == user.refused;
  }

  private void end(User user, Consumer<CheckResult> failed) {
    for (Map.Entry<String, String> each : setup.take().entrySet()) {
      if (user.problem == null && !user.taken.containsKey(each.getKey())) {
        user.problem = problem(0, "no response has " + each.getValue());
      } else if (ofHeaders.contains(each.getKey())
          && !RequestSpec.isHeaderValue(user.taken.getOrDefault(each.getKey(), ""))) {
        user.problem =
            problem(0, each.getValue() + ": a header must be one line without control characters");
      }
    }
    if (user.problem == null) {
      user.values.now = new HashMap<>(user.taken);
      user.values.atNanos = System.nanoTime();
    } else {
      failed.accept(user.problem);
    }
    user.taken.clear();
    user.values.isRenewing.set(false);
  }

  /** Takes values from a response to a request of the setup. */
  void take(Response response, Session session) {
    setup
        .take()
        .forEach(
            (name, source) ->
                UserSetup.valueIn(
                        source, header -> headers(response, header), response.body()::string)
                    .ifPresent(
                        value -> {
                          hide.accept(name, value);
                          user(session).taken.put(name, value);
                        }));
  }

  /**
   * Notes the result of a request of the setup.
   *
   * @param wrong the violation of its response, null if there is none
   */
  void responded(RequestSpec spec, int status, String wrong, Session session) {
    user(session).problem = wrong == null ? null : problem(status, spec.name() + ": " + wrong);
  }

  private static List<String> headers(Response response, String name) {
    return response.headers().getAll(name).stream().map(HeaderText::decoded).toList();
  }

  /** Returns whether a response requires that its request is sent again behind a new setup. */
  boolean isRefused(int status, Session session) {
    User user = session.get(STATE);
    boolean isFirst = user != null && user.refused == null;
    if (isFirst && setup.renewOn().filter(all -> all.contains("" + status)).isPresent()) {
      user.refused = user.sent;
      return true;
    }
    return false;
  }
}
