package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The record of one run, as {@code run.json} contains it. A figure that could not be measured is
 * NaN, and missing in the file, never zero. The groups exist in Java only: the file is flat.
 *
 * @param schema the version of this format
 * @param settings the load, with the limits of the variant: its workers and its connections to the
 *     back end
 */
public record RunRecord(
    int schema,
    @JsonUnwrapped Identity identity,
    @JsonUnwrapped Judgement judgement,
    Load settings,
    @JsonUnwrapped Subject subject,
    @JsonUnwrapped RunFigures figures,
    @JsonUnwrapped Extras extras) {

  /** The version that this code writes and reads. */
  public static final int SCHEMA = 2;

  /** The record of a run by this version of the project. */
  public RunRecord(
      Identity identity,
      Judgement verdict,
      Load settings,
      Subject subject,
      RunFigures figures,
      Extras extras) {
    this(SCHEMA, identity, verdict, settings, subject, figures, extras);
  }

  /** Returns the record of a run that ended before its load, for a reason of one line. */
  public static RunRecord unmeasured(
      Identity identity, Load settings, Subject subject, Status status, String reason) {
    Judgement verdict = new Judgement(status, List.of(reason), List.of(), List.of());
    return new RunRecord(identity, verdict, settings, subject, RunFigures.NONE, Extras.NONE);
  }

  /** Returns the same run with another verdict and other figures. */
  public RunRecord with(Judgement other, RunFigures others) {
    return new RunRecord(schema, identity, other, settings, subject, others, extras);
  }

  /**
   * The identity of a run.
   *
   * @param session names the {@code mvn gatling:test} or experiment that the run belongs to
   * @param variant the name of the measured variant
   * @param controlOf the name of the variant that is measured a second time to learn the noise
   * @param round counted from 1
   * @param position within the round, from 1
   * @param attempt 2 if the round was repeated because the host was disturbed
   * @param startedAt wall-clock time in ISO 8601, a name rather than a measurement
   */
  public record Identity(
      String session,
      String variant,
      Optional<String> controlOf,
      int round,
      int position,
      int attempt,
      String startedAt) {}

  /**
   * The status of a run: INVALID if a validity gate objects, so that it is shown and not ranked;
   * FAILED if the service broke its contract; ABORTED if the run was not completed for another
   * reason, such as Ctrl-C or a command before it that failed.
   */
  public enum Status {
    VALID,
    INVALID,
    FAILED,
    ABORTED
  }

  /**
   * The status of the run, and the reasons for it.
   *
   * @param reasons why the status is not {@code VALID}, one sentence each
   * @param notes for readers of the run, one sentence each
   * @param gates the results of all gates, in their order
   */
  public record Judgement(
      Status status, List<String> reasons, List<String> notes, List<GateResult> gates) {}

  /** The result of one gate, with a sentence for each objection. */
  public record GateResult(
      @JsonProperty("name") Gate gate, boolean passed, List<String> objections) {
    /** The beginning of a note of the generator's gate. */
    public static final String GENERATOR_BOUND = "GENERATOR-BOUND: ";
  }

  /**
   * The measured service and its environment.
   *
   * @param service the settings that the service reports, by name
   * @param user the service, if it is a user service
   * @param workload the requests that it gets; empty for services of this project
   * @param share of a load that several injectors make together; empty if one made all of it
   */
  public record Subject(
      Map<String, String> service,
      Environment environment,
      Optional<ServiceSpec> user,
      Optional<Workload> workload,
      Optional<InjectorShare> share) {}

  /**
   * The parts of a record in addition to the figures of the load.
   *
   * @param waiting the memory of the service while all users waited; empty unless requested
   * @param startUp of a service that was started for the run
   * @param gatlingReport path of Gatling's HTML page, relative to the folder of the comparison
   */
  public record Extras(
      Optional<WaitingMemory> waiting, Optional<StartUp> startUp, Optional<String> gatlingReport) {
    /** No extras. */
    public static final Extras NONE = of(Optional.empty());

    /** Returns the start of a service whose load is not measured. */
    public static Extras of(Optional<StartUp> startUp) {
      return new Extras(Optional.empty(), startUp, Optional.empty());
    }
  }

  /**
   * The start of a service; times in ms from when its command was started. In the first round its
   * files may not have been in the page cache.
   *
   * @param readyMs until it responded, at the path of {@code --ready} with 200 to 299
   * @param firstAnswerMs until its first correct response; NaN if none was requested
   * @param startUpCpuMs CPU time of all of its processes, or its container, until then
   */
  public record StartUp(double readyMs, double firstAnswerMs, double startUpCpuMs) {}

  /**
   * Returns the same record without the values of secrets. The user's own texts refer to them
   * already. Of the flags of the service's JVM, properties that the user did not type have no
   * values.
   */
  public RunRecord withoutSecrets(Secrets secrets) {
    Map<String, String> service = new TreeMap<>(subject.service);
    service.replaceAll((name, value) -> secrets.hide(value));
    String typed = subject.user + " " + subject.workload;
    Environment environment =
        JsonFiles.copy(
            subject.environment,
            Environment.class,
            text -> subject.user.isPresent() ? secrets.hideFlag(text, typed) : secrets.hide(text));
    return new RunRecord(
        schema,
        identity,
        JsonFiles.copy(judgement, Judgement.class, secrets::hide),
        settings,
        new Subject(service, environment, subject.user, subject.workload, subject.share),
        JsonFiles.copy(figures, RunFigures.class, secrets::hide),
        extras);
  }

  /** Returns the name of the measured variant. */
  public String variant() {
    return identity.variant();
  }

  /** Returns the round, from 1. */
  public int round() {
    return identity.round();
  }

  /** Returns the status of the run. */
  public Status status() {
    return judgement.status();
  }

  /** Returns the reasons why the run is not {@code VALID}, one sentence each. */
  public List<String> reasons() {
    return judgement.reasons();
  }

  /** Returns the figures of the load; empty if it was not measured. */
  public Optional<LoadResult> load() {
    return figures.load();
  }

  /** Returns the figures of the service. */
  public Optional<Server> server() {
    return figures.server();
  }

  /** Returns whether a gate objects to the run. */
  public boolean failsGate(Gate gate) {
    return judgement.gates().stream().anyMatch(each -> each.gate() == gate && !each.passed());
  }

  /** Returns whether the run was steady; false if it was not measured. */
  public boolean wasSteady() {
    return load().map(LoadResult::steady).orElse(false);
  }
}
