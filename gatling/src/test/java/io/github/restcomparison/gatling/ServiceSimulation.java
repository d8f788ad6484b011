package io.github.restcomparison.gatling;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.during;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import io.github.restcomparison.records.LoadProtocol;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.servicekit.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The load that every service is measured with, be it one of ours or, by {@link UserRequests}, one
 * of a user's: a silent {@link WarmUp}, in which few users are joined by others to drive the
 * service; then {@code -Dusers} users who all start at once and ask {@code -Drequests} times each,
 * or for some time, one request after the other over a connection of their own; or, with {@code
 * -Drate}, {@link ScheduledUsers}.
 */
abstract class ServiceSimulation extends Simulation {
  private final GatlingRun run;
  private final Map<String, String> firstRecord;

  ServiceSimulation(GatlingRun run) {
    this.run = run;
    Optional<UserRequests> theirs =
        run.user()
            .map(user -> new UserRequests(run, user.workload(), user.secrets(System.getenv())));
    this.firstRecord = theirs.map(UserRequests::firstRecord).orElse(Map.of());
    ChainBuilder get =
        withWaitCounted(theirs.map(all -> all.next(false)).orElseGet(() -> exec(get(run))));
    ChainBuilder unlogged =
        theirs.map(all -> all.next(true)).orElseGet(() -> exec(get(run).silent()));

    WarmUp warmUp = run.warmUp();
    ChainBuilder silent = exec(unlogged, exec(session -> counted(session, warmUp)));
    ChainBuilder settle =
        run.arrivals().isPresent()
            ? ScheduledUsers.warmedUp(run, silent)
            : exec(asLongAs(session -> warmUp.goesOn()).on(silent));
    ChainBuilder requests =
        run.arrivals()
            .map(
                all ->
                    ScheduledUsers.of(all, () -> true, get)
                        // Who leaves closes a connection, which is work for the service.
                        .rendezVous(run.users()))
            .orElseGet(() -> closed(get));

    ChainBuilder drive = exec(asLongAs(session -> warmUp.drives()).on(silent));
    ScenarioBuilder measured = scenario(GatlingLog.SCENARIO);
    if (warmUp.settles()) {
      // Over the connections that are measured: closing some and opening others is work, too.
      measured = measured.exec(drive).exec(settle).rendezVous(run.users());
    }
    PopulationBuilder load =
        measured.exec(this::begun).exec(requests).injectOpen(atOnceUsers(run.users()));
    List<PopulationBuilder> all = new ArrayList<>(List.of(load));
    if (warmUp.drivers() > 0) {
      PopulationBuilder others =
          scenario("drive").exec(drive).injectOpen(atOnceUsers(warmUp.drivers()));
      if (warmUp.settles()) {
        all.add(others);
      } else {
        all.set(0, others.andThen(load));
      }
    }
    setUp(all)
        .protocols(protocol(run))
        .maxDuration(GatlingRun.ENDLESS)
        .assertions(global().failedRequests().count().is(0L));
  }

  private static HttpProtocolBuilder protocol(GatlingRun run) {
    // disableWarmUp keeps Gatling from asking a server of its own.
    HttpProtocolBuilder protocol = http.disableWarmUp().disableFollowRedirect().disableCaching();
    if (run.protocol().filter(LoadProtocol::isHttp2).isPresent()) {
      protocol = protocol.enableHttp2();
    }
    return run.protocol().filter(LoadProtocol::isShared).isPresent()
        ? protocol.shareConnections()
        : protocol;
  }

  private ChainBuilder closed(ChainBuilder get) {
    return exec(
        run.duration()
            .map(time -> during(time).on(get))
            .orElseGet(() -> repeat(run.requestsPerUser()).on(get)));
  }

  /** What the contract says. */
  private static HttpRequestActionBuilder get(GatlingRun run) {
    return http("GET " + Endpoint.RESOURCE)
        .get(session -> run.url())
        .requestTimeout(run.requestTimeout())
        .headers(run.headers())
        .check(status().is(200), bodyString().is(Endpoint.BODY));
  }

  private ChainBuilder withWaitCounted(ChainBuilder request) {
    return run.countsWaiting() ? exec(this::sends).exec(request).exec(this::isAnswered) : request;
  }

  private Session sends(Session session) {
    run.sends();
    return session;
  }

  private Session isAnswered(Session session) {
    run.isAnswered();
    return session;
  }

  private Session begun(Session session) {
    run.measuredLoadBegins();
    return session;
  }

  private static Session counted(Session session, WarmUp warmUp) {
    warmUp.answered();
    if (session.isFailed()) {
      warmUp.failed();
    }
    return session;
  }

  @Override
  public final void before() {
    run.begin(firstRecord);
  }

  @Override
  public final void after() {
    run.end(getClass().getSimpleName(), GatlingLog.SCENARIO);
  }
}
