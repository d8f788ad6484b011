package io.github.restcomparison.gatling;

import io.github.restcomparison.analysis.Report;
import io.github.restcomparison.analysis.page.TerminalStyle;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.TemporaryFolder;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.Run;
import io.github.restcomparison.runner.RunProperties;
import io.github.restcomparison.runner.Session;
import io.github.restcomparison.runner.load.Users;
import io.github.restcomparison.runner.settings.RunRequest;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * The lifecycle of a run around its simulation: {@link #begin} starts the service, {@link
 * #noteChecked} lets the load begin, {@link #end} stops the service and reports. A failure is one
 * line on the console and an exit code, not a stack trace from inside Gatling: Maven stops
 * immediately if a setting is invalid, and continues with the next service if this one has failed.
 */
final class Lifecycle {
  /** Gatling's own code for failed assertions, after which Maven goes on with the others. */
  private static final int SERVICE_FAILED = 2;

  private static final int NOT_MEASURABLE = 3;

  private static final int TELL_SECONDS = 3;

  private final RunRequest request;
  private final Run run;
  private final List<FeederRecords> feeders;
  private volatile boolean isListening;
  private volatile Optional<String> rehearsalUrl = Optional.empty();

  /** A step of the run that can fail. */
  private interface Step {
    void run() throws Run.FailedRun, IOException, InterruptedException;
  }

  /**
   * Plans a run.
   *
   * @param service reads the measured service, unless the file of {@code -DrunRequest} states it
   */
  Lifecycle(Function<RunProperties, ServiceSpec> service) {
    // Records and messages are the same in every locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    RunProperties properties = new RunProperties(System::getProperty);
    try {
      Session session = Session.of(properties);
      Path project = Path.of(properties.get("project").orElse("")).toAbsolutePath().normalize();
      request = properties.request(project, service);
      run = new Run(request, project, session);
      System.setOut(hiding(System.out, run.secrets()));
      System.setErr(hiding(System.err, run.secrets()));
      feeders =
          FeederRecords.of(
              run.workload(), request.load().concurrency(), request.load().totalRequests());
      session.onLeaderEnd(() -> System.exit(NOT_MEASURABLE));
    } catch (SettingException | IOException e) {
      throw exit(NOT_MEASURABLE, e.getMessage());
    }
  }

  /**
   * Returns a stream that hides secrets: Gatling's messages may have a URL or a header with its
   * values.
   */
  private static PrintStream hiding(PrintStream out, Secrets secrets) {
    return new PrintStream(secrets.filter(out), true, out.charset());
  }

  /**
   * Runs the user's simulation that {@code -DrunRequest} names, after another one that waits until
   * the service is ready: so it finds the address in the system property {@code baseUrl}.
   */
  public static void main(String[] args) throws ReflectiveOperationException, IOException {
    Lifecycle lifecycle = new Lifecycle(RunProperties::catalogueService);
    String simulation = lifecycle.workload().simulation().orElseThrow().className();
    ReadinessSimulation.lifecycle = lifecycle;
    try (TemporaryFolder unread = TemporaryFolder.named("readiness")) {
      lifecycle.simulate(
          ReadinessSimulation.class.getName(), unread.path().toString(), "--no-reports");
    }
    System.setProperty("baseUrl", lifecycle.url());
    int code = lifecycle.simulate(simulation, lifecycle.request.place().results().toString());
    if (code != 0 && code != SERVICE_FAILED) {
      throw lifecycle.aborted("Gatling ended %s with code %d".formatted(simulation, code));
    }
    // Gatling names its folder by the class without its package.
    lifecycle.end(simulation.replaceFirst(".*\\.", ""));
    System.exit(0);
  }

  /**
   * Runs a simulation like Gatling.main, without ending this JVM.
   *
   * @return Gatling's exit code
   */
  private int simulate(String simulation, String results, String... options)
      throws ReflectiveOperationException {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("--simulation", simulation, "--results-folder", results));
    // It is Scala's, which javac warns about.
    Class<?> type = Class.forName("io.gatling.app.Gatling$");
    Object gatling = type.getField("MODULE$").get(null);
    Method start = type.getMethod("fromArgs", String[].class);
    try {
      return (int) start.invoke(gatling, (Object) arguments.toArray(String[]::new));
    } catch (InvocationTargetException e) {
      throw aborted("simulation %s: %s".formatted(simulation, e.getCause()));
    }
  }

  /** Returns the measured service. */
  ServiceSpec service() {
    return request.service();
  }

  /** Returns the variables of the environment that service and requests refer to. */
  Secrets secrets() {
    return run.secrets();
  }

  /** Returns the load, with the limits of the service. */
  Load load() {
    return run.load();
  }

  /** Returns the requests of the load. */
  Workload workload() {
    return run.workload();
  }

  /** Returns the records of the load's feeders. */
  List<FeederRecords> feeders() {
    return feeders;
  }

  /** Returns scheme, host and port of the service, once it has started. */
  String url() {
    return rehearsalUrl.orElseGet(run::url);
  }

  /** Sends requests to another server, until it is called again with none. */
  void rehearse(Optional<String> url) {
    rehearsalUrl = url;
  }

  /** Returns the users of the load. */
  Users users() {
    return run.users();
  }

  /**
   * Returns why the service has ended by itself; empty if it is running.
   *
   * @param limit how long to wait for its end
   */
  Optional<String> serviceEndReason(Duration limit) {
    return run.endReason(limit);
  }

  /** Starts the service, on a thread that may block: Gatling's must not. */
  void begin() {
    Thread.startVirtualThread(
        () -> {
          step(run::begin);
          isListening = true;
        });
  }

  /** Returns whether the service has been started and listens. */
  boolean isListening() {
    return isListening;
  }

  /** Returns whether the service is started, responds, and is stopped, without a load. */
  boolean measuresStartUp() {
    return run.measuresStartUp();
  }

  /** Returns the URL that responds with 200 to 299 once the service is ready; empty for none. */
  Optional<String> readyUrl() {
    return run.readyUrl();
  }

  /** Notes that the URL of {@link #readyUrl} has responded with 200 to 299. */
  void noteReady() {
    run.noteReady();
  }

  /** Turns to TLS, if the service speaks that; called when it refused a request without. */
  boolean switchToTls() {
    boolean[] turned = new boolean[1];
    step(() -> turned[0] = run.switchToTls());
    return turned[0];
  }

  /** Notes that the first correct response has arrived. */
  void noteResponse() {
    step(run::noteResponse);
  }

  /** Samples the service from now on: it responds as expected. */
  void noteChecked() {
    step(run::noteChecked);
    if (request.simulation().isEmpty() && !measuresStartUp()) {
      print(request.place().runId().variant() + " responds as expected");
      Thread.startVirtualThread(() -> step(this::tellRate));
    }
  }

  /**
   * Prints the number of responses in a second: each second for the command that leads this run,
   * and during the warm-up for a person who reads Gatling's output.
   */
  private void tellRate() throws InterruptedException {
    String name = request.place().runId().variant();
    long before = 0;
    boolean warm = false;
    for (int second = 1; ; second++) {
      Thread.sleep(1_000);
      users().exchanges().connections().unserved().ifPresent(this::fail);
      long now = users().warmUp().endedRequests() + users().exchanges().responses();
      boolean warmsUp = !users().warmUp().isOver();
      if (request.flags().progress()) {
        String phase = warmsUp ? "warm-up" : "load";
        System.out.printf("rest-comparison live: %s %,d requests/s%n", phase, now - before);
      } else if (warmsUp && second % TELL_SECONDS == 0) {
        print(
            "warming up %s: %,d requests/s, %d s of at most %d"
                .formatted(name, now - before, second, load().warmUp().toSeconds()));
      } else if (!warmsUp && !warm) {
        warm = true;
        print("measuring " + name);
      }
      before = now;
    }
  }

  /** Ends the run and this JVM, because the service does not respond as expected. */
  void fail(String reason) {
    step(
        () -> {
          throw run.failed(reason);
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
            Runtime jvm = Runtime.getRuntime();
            jvm.addShutdownHook(new Thread(() -> jvm.halt(SERVICE_FAILED)));
          }
        });
  }

  private void step(Step step) {
    try {
      step.run();
    } catch (Run.FailedRun e) {
      step(this::report);
      throw exit(SERVICE_FAILED, request.place().runId().variant() + ": " + e.getMessage());
    } catch (IOException e) {
      throw aborted(e.getMessage());
    } catch (InterruptedException e) {
      throw exit(NOT_MEASURABLE, "interrupted");
    } catch (RuntimeException e) {
      e.printStackTrace(); // a defect
      throw aborted("unexpected " + e);
    }
  }

  /** Ends this JVM, and the run with its reason in the record. */
  private AssertionError aborted(String why) {
    run.abort(why);
    return exit(NOT_MEASURABLE, why);
  }

  /** Prints the result, unless a command reports on all runs of an experiment. */
  private void report() throws IOException {
    if (!request.flags().progress()) {
      System.out.println("\n" + Report.write(run.comparison()).terminal(TerminalStyle.PLAIN));
      print("the comparison so far: " + run.comparison().resolve("index.html").toUri());
    }
  }

  private static void print(String line) {
    System.out.println("rest-comparison: " + line);
  }

  /** Never returns; its type lets callers throw it, so that the compiler knows. */
  private static AssertionError exit(int code, String why) {
    System.out.flush();
    System.err.println("rest-comparison: " + why);
    System.exit(code);
    return new AssertionError(why);
  }
}
