package io.github.restcomparison.compare.experiment;

import static io.github.restcomparison.compare.experiment.ExperimentTime.text;

import io.github.restcomparison.compare.experiment.Schedule.PlannedRun;
import io.github.restcomparison.records.DurationText;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Protocol;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.service.FormPart;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.State.BeforeRun;
import io.github.restcomparison.records.service.State.UserSetup;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import io.github.restcomparison.runner.variants.Contract;
import io.github.restcomparison.runner.variants.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The plan of experiments as text: their rounds and times, their services, and the requests. */
public final class DryRun {
  private static final int LONGEST_BODY = 1_000;

  private final Path project;
  private final StringBuilder text = new StringBuilder();

  private DryRun(Path project) {
    this.project = project;
  }

  /**
   * Describes experiments.
   *
   * @param experiments by name; the name of a single one may be empty
   * @param project the folder with the modules in it
   * @throws IOException if a service was not built, or a file to send cannot be read
   */
  public static String of(Map<String, ExperimentPlan> experiments, Path project)
      throws IOException {
    DryRun dry = new DryRun(project);
    Map<String, RunRequest> first = new LinkedHashMap<>();
    Duration all = Duration.ZERO;
    for (Map.Entry<String, ExperimentPlan> each : experiments.entrySet()) {
      ExperimentPlan plan = each.getValue();
      List<PlannedRun> round = Schedule.round(plan, 1, 1);
      dry.schedule(each.getKey(), plan, round);
      all = all.plus(Schedule.estimate(Schedule.allRuns(plan)));
      for (PlannedRun run : round) {
        if (run.runId().controlOf().isEmpty()) {
          first.putIfAbsent(run.runId().variant(), request(plan, run));
        }
      }
    }
    if (experiments.size() > 1) {
      dry.line("All together take at most about %s.", text(all));
      experiments.values().iterator().next().design().time().ifPresent(dry::limit);
    }
    for (Map.Entry<String, RunRequest> each : first.entrySet()) {
      dry.line("%n%s", each.getKey());
      dry.service(each.getValue());
    }
    RunRequest any = first.values().iterator().next();
    Workload workload = Contract.of(any).workload();
    if (workload.state().setup().isPresent()) {
      dry.setup(workload.state().setup().get(), httpVersion(any.load()));
    }
    double sum = workload.requests().stream().mapToDouble(RequestSpec::weight).sum();
    for (RequestSpec each : workload.requests()) {
      String share = ", %.3g %% of the requests".formatted(100 * each.weight() / sum);
      dry.line("%n%s%s", each.name(), workload.requests().size() == 1 ? "" : share);
      dry.request(each, httpVersion(any.load()));
    }
    FeederRecords.of(workload, any.load().concurrency(), any.load().totalRequests())
        .forEach(each -> dry.line("%n%s", each.summary()));
    workload
        .simulation()
        .ifPresent(load -> dry.line("%nThe load is %s of %s.", load.className(), load.folder()));
    return dry.text.toString();
  }

  private void line(String format, Object... values) {
    text.append(format.formatted(values)).append("\n");
  }

  private void schedule(String name, ExperimentPlan plan, List<PlannedRun> round) {
    Design design = plan.design();
    Duration one = Schedule.estimate(round);
    List<String> entries = new ArrayList<>(design.variants());
    round.stream()
        .filter(run -> run.runId().controlOf().isPresent())
        .forEach(run -> entries.add(run.runId().variant()));
    line(
        "%s%s round%s of about %s%s: %s",
        name.isEmpty() ? "" : name + ": ",
        design.rounds().toString().replace("..", " to "),
        design.rounds().max() == 1 ? "" : "s",
        text(one),
        entries.size() > 1 ? ", each in a random order" : "",
        String.join(", ", entries));
    if (name.isEmpty()) {
      Duration shortest = one.multipliedBy(design.rounds().min());
      Duration most = one.multipliedBy(design.rounds().max());
      line(
          "It takes about %s%s%s; longer if the host is busy.",
          text(shortest),
          design.rounds().mayEndEarly() ? " to " + text(most) : "",
          Calibration.appliesTo(plan)
              ? "; half a minute more to calibrate the load generator, if a run exceeds %,d requests/s"
                  .formatted(Calibration.NEGLIGIBLE_RATE)
              : "");
      design.time().ifPresent(this::limit);
    }
  }

  private void limit(Duration limit) {
    line("No round starts that would end after %s.", text(limit));
  }

  /** Returns the request of a run, without a place for results. */
  private static RunRequest request(ExperimentPlan plan, PlannedRun run) {
    return new RunRequest(
        new RunPlace(Path.of(""), Path.of(""), plan.session(), run.runId()),
        plan.service(run.runId().service()),
        plan.workload(run.runId().service()),
        plan.load(),
        Placement.ANYWHERE,
        Optional.empty(),
        new RunFlags(plan.setup().runtime(), false, false));
  }

  private void service(RunRequest request) throws IOException {
    Optional<Variant> ours = Variant.of(request.service());
    if (request.user().isPresent()) {
      Optional<BeforeRun> before = request.user().get().state().beforeRun();
      before.ifPresent(each -> line("  before   %s", each.command()));
      service(request.service());
    } else if (ours.isPresent()) {
      Map<String, String> settings = Contract.of(request).settings("KEY_STORE");
      service(ours.get().spec(project, settings, request.flags().runtime()));
    } else {
      line("  a client of this project, and the service that it calls");
    }
  }

  private void service(ServiceSpec service) {
    switch (service.from()) {
      case Origin.Command(String line, Optional<String> folder) -> {
        line("  runs     %s", line.replaceAll("'-cp' '[^']*'", "-cp …"));
        folder.ifPresent(path -> line("  in       %s", path));
      }
      case Origin.Image image -> line("  runs     docker image %s", image.image());
      case Origin.Address at -> {
        line(
            "  %s %s",
            at.restart().map(restart -> "runs     " + restart + "; asks").orElse("asks    "),
            at.url());
        at.directory().ifPresent(path -> line("  in       %s", path));
      }
      case Origin.CatalogueVariant ours -> line("  runs     %s", ours.variant());
    }
    if (!service.env().isEmpty()) {
      line(
          "  with     %s",
          new TreeMap<>(service.env())
              .entrySet().stream().map(Object::toString).collect(Collectors.joining(" ")));
    }
    service
        .lifetime()
        .ready()
        .ifPresent(ready -> line("  ready    when %s returns 200 to 299", ready));
  }

  private static String httpVersion(Load load) {
    return load.protocol().filter(Protocol::isHttp2).isPresent() ? "HTTP/2" : "HTTP/1.1";
  }

  private void setup(UserSetup setup, String version) throws IOException {
    String who = setup.once() ? "once for all users" : "by each user";
    String age = setup.renewAfter().map(DurationText::of).map(", again after "::concat).orElse("");
    String status = setup.renewOn().map(", again after status "::concat).orElse("");
    line("%nSetup, %s%s%s", who, age, status);
    for (RequestSpec each : setup.requests()) {
      request(each, version);
    }
    setup.take().forEach((name, source) -> line("  {%s} is %s of a response", name, source));
  }

  private void request(RequestSpec request, String version) throws IOException {
    line("  %s %s %s", request.method(), request.target().encoded(), version);
    request
        .headers()
        .forEach((name, values) -> values.forEach(value -> line("  %s: %s", name, value)));
    if (request.content().isPresent()) {
      line("");
    }
    switch (request.content().orElse(null)) {
      case null -> {}
      case Content.Text(String body) -> {
        String start = body.length() > LONGEST_BODY ? body.substring(0, LONGEST_BODY) + "…" : body;
        start.lines().forEach(each -> line("  %s", each));
      }
      case Content.Bytes(String file) -> line("  %s (%,d bytes)", file, Files.size(Path.of(file)));
      case Content.Form(List<FormPart> form) -> form.forEach(part -> line("  %s", part.text()));
    }
  }
}
