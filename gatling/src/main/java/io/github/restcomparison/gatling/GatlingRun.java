package io.github.restcomparison.gatling;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.service.UserSimulation;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.Invocation;
import io.github.restcomparison.runner.Run;
import io.github.restcomparison.runner.RunFailed;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A run as a simulation sees it. What goes wrong is one line on the console and an exit code, not a
 * stack trace from inside Gatling: Maven stops at once where a setting is bad, and goes on with the
 * next service where this one has failed.
 */
final class GatlingRun {
  /** Gatling's own code for failed assertions, after which Maven goes on with the others. */
  private static final int SERVICE_FAILED = 2;

  private static final int NOT_MEASURABLE = 3;

  /** Longer than any load may take. */
  static final Duration ENDLESS = Duration.ofHours(2);

  private final RunRequest request;
  private final LoadSpec load;
  private final Invocation invocation;
  private final Run run;

  private GatlingRun(RunRequest request, Invocation invocation) {
    this.request = request;
    this.invocation = invocation;
    this.run = new Run(request, invocation);
    this.load = run.load();
  }

  /** A run of a variant of the catalogue. */
  static GatlingRun of(String variant) {
    return plan(settings -> new Target.Started(variant, false));
  }

  /** A run of what the file of {@code -DrunRequest} names, or {@code -Dvariant}. */
  static GatlingRun ofVariant() {
    return plan(Target::started);
  }

  /** A run against a service that already runs, at {@code -DbaseUrl}. */
  static GatlingRun ofRunningService() {
    return plan(Target::running);
  }

  private static GatlingRun plan(Function<Settings, Target> target) {
    Settings properties = new Settings(variable -> null, System::getProperty);
    try {
      Invocation invocation = Invocation.of(properties);
      return new GatlingRun(RunRequest.of(properties, invocation.project(), target), invocation);
    } catch (SettingException | IOException e) {
      throw exit(NOT_MEASURABLE, e.getMessage());
    }
  }

  private Optional<UserService> user() {
    return request.target() instanceof Target.OfUser theirs
        ? Optional.of(theirs.user())
        : Optional.empty();
  }

  /** Returns the simulation of the user's own that is the load; empty if it is the shared one. */
  Optional<UserSimulation> simulation() {
    return user().flatMap(theirs -> theirs.workload().simulation());
  }

  /** Returns the requests of the load, of which the first are the check. */
  Requests requests() {
    return new Requests(
        this::url,
        user().map(UserService::workload).orElseGet(this::contract),
        user().map(theirs -> theirs.secrets(System.getenv())).orElse(Secrets.NONE),
        load.protocol(),
        load.open().filter(OpenModel::newConnections).isPresent(),
        run.exchanges());
  }

  /** What services of this project promise; the tests of each check all of its contract. */
  private Workload contract() {
    Expectation expect =
        new Expectation(
            OptionalInt.of(200),
            Map.of(),
            Optional.of(Endpoint.BODY),
            Optional.empty(),
            Map.of(),
            // Gatling and the service each round to a ms.
            Optional.of(load.delay().shortest().minusMillis(1))
                .filter(least -> !least.isNegative()),
            Optional.empty());
    RequestSpec get =
        new RequestSpec(
            "GET " + Endpoint.RESOURCE,
            1,
            "GET",
            Endpoint.RESOURCE,
            Map.of(),
            Map.of(),
            Optional.empty(),
            expect);
    return new Workload(List.of(get), List.of(), Optional.empty(), requestTimeout(), true, false);
  }

  /** A minute beyond what the last in the queue waits for. */
  private Duration requestTimeout() {
    int turns = Math.ceilDiv(load.users(), load.limits().atOnce());
    Duration wait = load.delay().longest().multipliedBy(turns + 1L).plusSeconds(60);
    return wait.compareTo(Workload.LONGEST_TIMEOUT) < 0 ? wait : Workload.LONGEST_TIMEOUT;
  }

  /**
   * Returns how long a wrong response may be that of a service that is still starting; 0 if its
   * readiness is known otherwise.
   */
  Duration askedAgainFor() {
    return user()
        .map(UserService::service)
        .filter(service -> service.from().isLaunched() && service.lifecycle().ready().isEmpty())
        .map(service -> service.lifecycle().startLimit())
        .orElse(Duration.ZERO);
  }

  /** Starts the service. */
  void begin() {
    try {
      refuse(Host.tooFewFiles(load.users(), request.conduct().memory() ? 1 : 2));
      if (!request.conduct().allowConcurrent()) {
        refuse(Host.take("-DallowConcurrent=true"));
      }
      invocation.whenLeaderIsGone(() -> System.exit(NOT_MEASURABLE));
      run.begin();
    } catch (RunFailed e) {
      report();
      throw exit(SERVICE_FAILED, e.getMessage());
    } catch (IOException e) {
      throw exit(NOT_MEASURABLE, e.getMessage());
    } catch (InterruptedException e) {
      throw exit(NOT_MEASURABLE, "interrupted");
    }
  }

  /** Returns why the service has ended by itself; empty while it runs. */
  Optional<String> ended() {
    return run.ended();
  }

  /** The service has answered as expected, and is sampled from now on. */
  void checked() {
    try {
      run.checked();
    } catch (InterruptedException e) {
      throw exit(NOT_MEASURABLE, "interrupted");
    }
    say(
        "%s answers as expected; now a warm-up of at most %d s, then the load"
            .formatted(run.name(), load.warmUpLimit().toSeconds()));
    if (request.conduct().progress() && user().isEmpty()) {
      LiveRate.tell(run);
    }
  }

  /** Ends the run and this JVM, because the service does not answer as expected. */
  void failed(String reason) {
    try {
      RunFailed failed = run.failed(run.name() + ": " + reason);
      report();
      throw exit(SERVICE_FAILED, failed.getMessage());
    } catch (IOException e) {
      throw exit(NOT_MEASURABLE, e.getMessage());
    }
  }

  void end(String simulation, String scenario) {
    try {
      RunRecord record = run.end(simulation, scenario);
      report();
      if (record.status() == RunRecord.Status.FAILED) {
        exitWithFailureAfterGatlingsReport();
      }
    } catch (IOException e) {
      throw exit(NOT_MEASURABLE, e.getMessage());
    }
  }

  /** Whoever leads an experiment reports on all of its runs. */
  private void report() {
    if (request.conduct().progress()) {
      return;
    }
    try {
      System.out.println("\n" + Report.write(run.comparison()).terminal(TerminalStyle.PLAIN));
      say("the comparison so far: " + run.comparison().resolve("index.html").toUri());
    } catch (IOException e) {
      throw exit(NOT_MEASURABLE, e.getMessage());
    }
  }

  /** Gatling would end with 0 where no request failed, whatever else was wrong. */
  private static void exitWithFailureAfterGatlingsReport() {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(SERVICE_FAILED)));
  }

  private static void say(String line) {
    System.out.println("rest-comparison: " + line);
  }

  private static void refuse(Optional<String> reason) {
    reason.ifPresent(
        why -> {
          throw exit(NOT_MEASURABLE, why);
        });
  }

  /** Never returns; that it is thrown tells the compiler so. */
  private static AssertionError exit(int code, String why) {
    System.out.flush();
    System.err.println("rest-comparison: " + why);
    System.exit(code);
    return new AssertionError(why);
  }

  /** Returns scheme, host and port of the service. */
  String url() {
    return run.address().getScheme() + "://" + run.address().getRawAuthority();
  }

  /** The requests of an open model; empty in a closed one. */
  Optional<Arrivals> arrivals() {
    return run.arrivals();
  }

  /** Those of an open model's warm-up: at the mean rate, for as long as anybody asks. */
  Arrivals arrivalsInWarmUp() {
    return new Arrivals(load.open().orElseThrow().steadyFor(ENDLESS), Duration.ZERO);
  }

  /** Where Gatling makes a folder for each run. */
  Path results() {
    return request.place().results();
  }

  /** Ends this JVM because nothing can be measured. */
  void refuse(String why) {
    throw exit(NOT_MEASURABLE, why);
  }

  WarmUp warmUp() {
    return run.warmUp();
  }

  int users() {
    return load.users();
  }

  /** Called by each measured user before the first request. */
  void measuredLoadBegins() {
    run.measuredLoadBegins();
  }

  /**
   * Whether the load is to count the requests that wait, by {@link #sends} and {@link #isAnswered}.
   */
  boolean countsWaiting() {
    return run.countsWaiting();
  }

  void sends() {
    run.sends();
  }

  void isAnswered() {
    run.isAnswered();
  }

  int requestsPerUser() {
    return load.requestsPerUser();
  }

  /** How long users ask; empty where they ask {@link #requestsPerUser} times. */
  Optional<Duration> duration() {
    return load.seconds().stream().mapToObj(Duration::ofSeconds).findFirst();
  }
}
