package io.github.restcomparison.gatling;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.service.Expectation;
import io.github.restcomparison.records.service.RequestSpec;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.records.settings.Settings;
import io.github.restcomparison.runner.Invocation;
import io.github.restcomparison.runner.Run;
import io.github.restcomparison.runner.RunFailed;
import io.github.restcomparison.runner.host.Host;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * A run as a simulation sees it. What goes wrong is one line on the console and an exit code, not a
 * stack trace from inside Gatling: Maven stops at once if a setting is invalid, and goes on with
 * the next service if this one has failed.
 */
final class GatlingRun {
  /** Gatling's own code for failed assertions, after which Maven goes on with the others. */
  private static final int SERVICE_FAILED = 2;

  private static final int NOT_MEASURABLE = 3;

  /** Longer than any load may take. */
  static final Duration ENDLESS = Duration.ofHours(2);

  final RunRequest request;
  final Run run;
  final LoadSpec load;
  private final Invocation invocation;

  /** A part of the run that can go wrong. */
  private interface Step {
    void take() throws RunFailed, IOException, InterruptedException;
  }

  private GatlingRun(RunRequest request, Invocation invocation) {
    this.request = request;
    this.invocation = invocation;
    this.run = new Run(request, invocation);
    this.load = request.boundLoad();
  }

  /** A run of a variant of the catalogue. */
  static GatlingRun of(String variant) {
    return plan(settings -> Target.ofVariant(variant));
  }

  /** A run of what the file of {@code -DrunRequest} names, or {@code -Dvariant}. */
  static GatlingRun ofVariant() {
    return plan(Target::ofVariant);
  }

  /** A run against a service that already runs, at {@code -DbaseUrl}. */
  static GatlingRun ofRunningService() {
    return plan(Target::running);
  }

  private static GatlingRun plan(Function<Settings, Target> target) {
    // Records and messages are the same in every locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    Settings properties = new Settings(System::getProperty);
    try {
      Invocation invocation = Invocation.of(properties);
      return new GatlingRun(RunRequest.of(properties, invocation.project(), target), invocation);
    } catch (SettingException | IOException e) {
      throw exit(NOT_MEASURABLE, e.getMessage());
    }
  }

  /** What the load sends, or the simulation of the user's own that is the load. */
  Workload workload() {
    return request.target().user().map(UserService::workload).orElseGet(this::contract);
  }

  /** What services of this project promise; the tests of each check all of its contract. */
  private Workload contract() {
    Duration least = load.delay().earliestSeen();
    Expectation expect =
        new Expectation(
            OptionalInt.of(200),
            Map.of(),
            Optional.of(Endpoint.BODY),
            Optional.empty(),
            Map.of(),
            least.isZero() ? Optional.empty() : Optional.of(least),
            Optional.empty());
    String path = Endpoint.RESOURCE;
    RequestSpec get =
        new RequestSpec(
            "GET " + path, 1, "GET", path, Map.of(), Map.of(), Optional.empty(), expect);
    // A minute beyond what the last in the queue waits for.
    long turns = Math.ceilDiv(load.users(), load.limits().atOnce()) + 1;
    Duration timeout = load.delay().longest().multipliedBy(turns).plusSeconds(60);
    if (timeout.compareTo(Workload.LONGEST_TIMEOUT) > 0) {
      timeout = Workload.LONGEST_TIMEOUT;
    }
    return new Workload(List.of(get), List.of(), Optional.empty(), timeout, true, false);
  }

  /**
   * Returns how long a wrong response may be that of a service that is still starting; 0 if its
   * readiness is known otherwise.
   */
  Duration askedAgainFor() {
    return request
        .target()
        .user()
        .map(UserService::service)
        .filter(service -> request.target().isLaunched() && service.ready().isEmpty())
        .map(ServiceSpec::startLimit)
        .orElse(Duration.ZERO);
  }

  /** Starts the service. */
  void begin() {
    Host.tooFewFiles(load.users(), request.conduct().memory() ? 1 : 2).ifPresent(this::refuse);
    step(
        () -> {
          if (!request.conduct().allowConcurrent()) {
            Host.take("-DallowConcurrent=true").ifPresent(this::refuse);
          }
          invocation.whenLeaderIsGone(() -> System.exit(NOT_MEASURABLE));
          run.begin();
        });
  }

  /** The service has answered as expected, and is sampled from now on. */
  void checked() {
    step(run::checked);
    say(
        "%s answers as expected; now a warm-up of at most %d s, then the load"
            .formatted(request.target().name(), load.warmUpLimit().toSeconds()));
    if (request.conduct().progress() && !request.isOfUserSimulation()) {
      Thread.ofVirtual().name("live-rate").start(this::tellRate);
    }
  }

  /** Tells a person who waits for the end how many responses there are in each second. */
  private void tellRate() {
    try {
      long before = responses();
      while (true) {
        Thread.sleep(1_000);
        long now = responses();
        System.out.printf(
            "rest-comparison live: %s %,d requests/s%n",
            run.warmUp().goesOn() ? "warm-up" : "load", now - before);
        before = now;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long responses() {
    return run.warmUp().answers() + run.exchanges().responses();
  }

  /** Ends the run and this JVM, because the service does not answer as expected. */
  void failed(String reason) {
    step(
        () -> {
          throw run.failed(request.target().name() + ": " + reason);
        });
  }

  /** Stops the service, writes the record and reports on it. */
  void end(String simulation) {
    step(
        () -> {
          RunRecord record = run.end(simulation);
          report();
          if (record.status() == RunRecord.Status.FAILED) {
            // Gatling would end with 0 if no request failed. It writes its own report before that.
            Thread fail = new Thread(() -> Runtime.getRuntime().halt(SERVICE_FAILED));
            Runtime.getRuntime().addShutdownHook(fail);
          }
        });
  }

  private void step(Step step) {
    try {
      step.take();
    } catch (RunFailed e) {
      report();
      throw exit(SERVICE_FAILED, e.getMessage());
    } catch (IOException e) {
      throw exit(NOT_MEASURABLE, e.getMessage());
    } catch (InterruptedException e) {
      throw exit(NOT_MEASURABLE, "interrupted");
    }
  }

  /** Whoever leads an experiment reports on all of its runs. */
  private void report() {
    if (!request.conduct().progress()) {
      step(
          () ->
              System.out.println(
                  "\n" + Report.write(run.comparison()).terminal(TerminalStyle.PLAIN)));
      say("the comparison so far: " + run.comparison().resolve("index.html").toUri());
    }
  }

  private static void say(String line) {
    System.out.println("rest-comparison: " + line);
  }

  /** Ends this JVM because nothing can be measured. */
  void refuse(String why) {
    throw exit(NOT_MEASURABLE, why);
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
}
