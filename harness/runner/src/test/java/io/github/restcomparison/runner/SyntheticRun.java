package io.github.restcomparison.runner;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Outcome;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Extras;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.runner.figures.Evaluation;
import io.github.restcomparison.runner.figures.GeneratorGate;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.LogCopy;
import io.github.restcomparison.runner.log.RecordedLoad;
import io.github.restcomparison.runner.service.RunningService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A whole run without processes and without a clock. 50 users send for 5 s as warm-up and then 100
 * requests each, to a service that waits 100 ms and responds after 110 ms. The host has two CPUs.
 * Log, samples and counters are made up. The log's reader, figures, gates and verdict are the real
 * ones. No gate objects; each setter changes one thing.
 */
final class SyntheticRun {
  static final int USERS = 50;

  private static final int WARM_UP_MS = 5_000;
  private static final int LATENCY_MS = 110;

  private int users = USERS;
  private int requestsPerUser = 100;
  private Wait wait = Wait.FIXED;
  private int delayMs = 100;
  private int workers = USERS;
  private int betweenMs;
  private int firstLatencyMs = LATENCY_MS;
  private int failures;
  private String failure;
  private int notCounted;
  private int sentAgain;
  private boolean hasWarmUpFailed;
  private final SyntheticHost host = new SyntheticHost();
  private double capacity = 5_000;
  private RunFlags conduct = conduct(0.01);
  private Optional<String> usedUp = Optional.empty();
  private OptionalInt exitCode = OptionalInt.empty();
  private Optional<InjectorShare> share = Optional.empty();
  private Optional<Outcome> open = Optional.empty();

  /** A request, with what is wrong with its response; null if nothing is. */
  private record Request(String name, long startMs, long endMs, String wrong) {}

  SyntheticRun users(int number) {
    users = number;
    return this;
  }

  SyntheticRun requestsPerUser(int number) {
    requestsPerUser = number;
    return this;
  }

  SyntheticRun delay(Wait otherWait, int ms) {
    wait = otherWait;
    delayMs = ms;
    return this;
  }

  SyntheticRun workers(int number) {
    workers = number;
    return this;
  }

  /** Sets the time from a response to the next request of the same user. */
  SyntheticRun between(int ms) {
    betweenMs = ms;
    return this;
  }

  /** Sets the latency of one request. */
  SyntheticRun firstLatency(int ms) {
    firstLatencyMs = ms;
    return this;
  }

  /** Lets the first measured requests fail. */
  SyntheticRun failures(int number, String message) {
    failures = number;
    failure = message;
    return this;
  }

  /** Sets how many requests the service did not count. */
  SyntheticRun notCounted(int number) {
    notCounted = number;
    return this;
  }

  SyntheticRun sentAgain(int number) {
    sentAgain = number;
    return this;
  }

  /** Lets all requests of the warm-up fail. */
  SyntheticRun warmUpFails() {
    hasWarmUpFailed = true;
    return this;
  }

  /** Changes what the host does during the run. */
  SyntheticRun host(Consumer<SyntheticHost> change) {
    change.accept(host);
    return this;
  }

  /** Sets the share of the time before the run in which something waited for a CPU, 0 to 1. */
  SyntheticRun pressure(double share) {
    conduct = conduct(share);
    return this;
  }

  private static RunFlags conduct(double pressure) {
    return new RunFlags(ServiceRuntime.BARE, false, false, Subject.LOAD, false, pressure, Set.of());
  }

  /** Sets the requests per second that the load generator can send. */
  SyntheticRun capacity(double requests) {
    capacity = requests;
    return this;
  }

  SyntheticRun usedUp(String why) {
    usedUp = Optional.of(why);
    return this;
  }

  SyntheticRun exitCode(int code) {
    exitCode = OptionalInt.of(code);
    return this;
  }

  SyntheticRun share(InjectorShare injector) {
    share = Optional.of(injector);
    return this;
  }

  /**
   * Makes it a run of the open model. Its requests are those of the closed one.
   *
   * @param sentLateP99Ms by how much the load generator was late
   */
  SyntheticRun open(int dropped, double sentLateP99Ms) {
    long sent = (long) users * requestsPerUser;
    open = Optional.of(new Outcome(sent + dropped, dropped, 0, sentLateP99Ms, Optional.empty()));
    return this;
  }

  /** Returns the load of all users. */
  Load load() {
    Load closed =
        ClosedLoad.of(users, requestsPerUser, delayMs, wait, OptionalInt.of(workers), WARM_UP_MS);
    OptionalInt connections = OptionalInt.of(users);
    return open.isEmpty()
        ? closed
        : closed.with(new OpenModel(new Rate(500, 500), 10), connections, false);
  }

  /**
   * Judges the run.
   *
   * @param folder for its log
   */
  Judgement judge(Path folder) throws IOException {
    return record(folder).judgement();
  }

  /**
   * Judges the run, and writes its log, record and samples.
   *
   * @param comparison receives the run
   */
  RunRecord record(Path comparison) throws IOException {
    Path folder = Files.createDirectories(comparison.resolve("runs/01-01-synthetic"));
    Path logFile = folder.resolve("simulation.log");
    // The service would be started, if it had no address.
    URI address = URI.create("http://127.0.0.1:1");
    boolean isOfUser = wait == Wait.STATED;
    ServiceSpec service =
        isOfUser
            ? ServiceSpec.of(Origin.Address.of(address.toString()), Map.of(), Optional.empty())
            : ServiceSpec.ofVariant("jersey-sync").withPod(address);
    RunId runId = RunId.next(isOfUser ? "own" : "jersey-sync");
    RunPlace place = new RunPlace(folder, comparison, "s", runId);
    RunRequest request =
        new RunRequest(
            place, service, Optional.empty(), load(), Placement.ANYWHERE, share, conduct);
    Run run = new Run(request, Path.of("../.."), new Session(ProcessHandle.current()));
    List<Request> requests = requests();
    write(requests, logFile);
    LogCopy.replace(logFile, UnaryOperator.identity());
    warmUp(run.users().warmUp(), requests.stream().filter(SyntheticRun::isOfWarmUp).toList());
    List<Request> ofLoad = requests.stream().filter(each -> !isOfWarmUp(each)).toList();
    ofLoad.forEach(each -> count(run.users().exchanges(), each));
    IntStream.range(0, sentAgain).forEach(_ -> run.users().exchanges().sent());
    usedUp.ifPresent(run.users().exchanges()::noteRecordsUsedUp);
    Evaluation evaluation =
        Evaluation.of(
            run.load(),
            GatlingLog.read(List.of(logFile), Optional.empty()),
            host.samples(),
            ofLoad.size() - notCounted,
            new SyntheticGenerator(run, host, conduct, open));
    String report = Session.link(comparison, folder.resolve("index.html"));
    RunRecord measured =
        evaluation.record(
            request.identity(1, Instant.EPOCH),
            run.judgement(evaluation, exitCode),
            ServiceStart.subject(request, Map.of(), RunningService.NONE),
            new Extras(Optional.empty(), Optional.empty(), Optional.of(report)));
    RunRecord record = open.isEmpty() ? GeneratorGate.withCapacity(measured, capacity) : measured;
    new RunFolder(folder).write(record, evaluation.samples());
    return record;
  }

  private static boolean isOfWarmUp(Request request) {
    return request.name.equals(GatlingLog.WARM_UP);
  }

  /** Returns the requests of all users, by their ends. Each user begins 2 ms after the last. */
  private List<Request> requests() {
    List<Request> requests = new ArrayList<>();
    for (int user = 0; user < users; user++) {
      long at = 2L * user;
      while (at < WARM_UP_MS) {
        String wrong = hasWarmUpFailed ? "status 503" : null;
        requests.add(new Request(GatlingLog.WARM_UP, at, at + LATENCY_MS, wrong));
        at += LATENCY_MS + betweenMs;
      }
      for (int number = 0; number < requestsPerUser; number++) {
        boolean isFirst = user == 0 && number == 0;
        String wrong = user == 0 && number < failures ? failure : null;
        long endMs = at + (isFirst ? firstLatencyMs : LATENCY_MS);
        requests.add(new Request("GET", at, endMs, wrong));
        at = endMs + betweenMs;
      }
    }
    requests.sort(Comparator.comparingLong(Request::endMs));
    return requests;
  }

  private void write(List<Request> requests, Path file) throws IOException {
    RecordedLoad log = new RecordedLoad();
    IntStream.range(0, users).forEach(user -> log.userStarts(2L * user));
    for (Request each : requests) {
      if (each.wrong == null) {
        log.request(each.name, each.startMs, each.endMs);
      } else {
        log.failure(each.name, each.startMs, each.endMs, each.wrong);
      }
    }
    long endMs = requests.getLast().endMs;
    IntStream.range(0, users).forEach(user -> log.userEnds(endMs + user));
    log.write(file);
  }

  private static void warmUp(WarmUp warmUp, List<Request> requests) {
    warmUp.join();
    int ended = 0;
    for (int second = 0; second <= WARM_UP_MS / 1_000; second++) {
      while (ended < requests.size() && requests.get(ended).endMs <= 1_000L * second) {
        count(warmUp.exchanges(), requests.get(ended++));
      }
      warmUp.sampled(1_000L * second, 150 * second, 10 * second, 5 * second);
    }
    requests.subList(ended, requests.size()).forEach(each -> count(warmUp.exchanges(), each));
  }

  private static void count(Exchanges exchanges, Request request) {
    exchanges.sent();
    exchanges.received(200, Map.of(), request.wrong);
    exchanges.end();
  }
}
