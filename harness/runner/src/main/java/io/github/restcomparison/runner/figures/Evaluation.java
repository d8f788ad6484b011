package io.github.restcomparison.runner.figures;

import static io.github.restcomparison.runner.figures.Usage.rounded;

import io.github.restcomparison.records.Behaviour;
import io.github.restcomparison.records.Behaviour.Slowdown;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunFigures;
import io.github.restcomparison.records.RunFigures.Generator;
import io.github.restcomparison.records.RunFigures.HostState;
import io.github.restcomparison.records.RunFigures.InWindow;
import io.github.restcomparison.records.RunFigures.Latency;
import io.github.restcomparison.records.RunFigures.LoadResult;
import io.github.restcomparison.records.RunFigures.Server;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Extras;
import io.github.restcomparison.records.RunRecord.Identity;
import io.github.restcomparison.records.RunRecord.Judgement;
import io.github.restcomparison.records.RunRecord.Subject;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.LoadSamples;
import io.github.restcomparison.records.RunSamples.ResourceSamples;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.settings.Count;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import io.github.restcomparison.runner.log.LoadFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The evaluation of a measured load. Each figure is computed once: {@link Gates} judge it, and the
 * record has it. The log of several load generators is evaluated in the same way as the log of one.
 *
 * @param load of the load, with the bounds of the service
 * @param figures for the record
 * @param samples for the record
 * @param notes for readers of the run, one sentence each
 * @param undisturbed the window without its disturbed seconds
 * @param requestsSeen the number of measured requests by the service's counter; NaN if it has none
 */
public record Evaluation(
    Load load,
    GatlingLog log,
    RunFigures figures,
    RunSamples samples,
    List<String> notes,
    KeptTime undisturbed,
    double requestsSeen) {

  /** Correct responses, ten of which lie beyond their p99. */
  private static final int ENOUGH_FOR_P99 = 1_000;

  /** The load generator of a run, or several that loaded its service together. */
  public interface Generators {
    /** Returns the time in which all users were active by their own clocks; empty if unknown. */
    Optional<Window> allActive();

    /** Returns a window without the time in which the host of a generator disturbed it. */
    KeptTime undisturbed(Window window);

    /** Returns the resources that the generators used in the kept time; empty if unknown. */
    Optional<Generator> resources(Usage usage);

    /** Returns the state of their host; empty if there are several: each judges its own. */
    default Optional<HostState> host(Usage usage) {
      return Optional.empty();
    }

    /** Returns the resources that the back end used; empty if there is none. */
    default Optional<Server> backEnd(Usage usage) {
      return Optional.empty();
    }

    /**
     * Returns the outcome of an open model's requests; empty in a closed model.
     *
     * @param excluded the time without figures, in ms from the first request
     * @param corrected what {@link #corrected} returned for this time
     */
    Optional<OpenModel.Outcome> arrivals(List<Window> excluded, Latencies corrected);

    /**
     * Returns the latencies of an open model's requests, from when they were scheduled; none in a
     * closed model.
     *
     * @param excluded the time without figures, in ms from the first request
     */
    Latencies corrected(List<Window> excluded);

    /** Returns the mean size of a response in bytes; NaN if unknown. */
    double responseBytes();

    /**
     * Returns the behaviour of the service without its slowdown.
     *
     * @param latencies of the correct responses
     * @param excluded the time whose requests are not among these
     */
    Behaviour behaviour(Latencies latencies, List<Window> excluded);

    /** Returns the outcome of the warm-up. */
    WarmUp.Outcome warmUp();

    /** Returns the warm-up second by second; empty if unknown. */
    List<WarmUpSecond> warmUpSeconds();
  }

  /**
   * Evaluates a load.
   *
   * @param load of the load, with the bounds of the service
   * @param samples of the service and of this host
   * @param requestsSeen the number of measured requests by the service's counter; NaN if unknown
   * @throws IOException if the log cannot be read again
   */
  public static Evaluation of(
      Load load,
      GatlingLog log,
      ResourceSamples samples,
      double requestsSeen,
      Generators generators)
      throws IOException {
    Optional<Window> window = log.window(load.rampUpTime(), generators.allActive());
    KeptTime undisturbed = window.map(generators::undisturbed).orElse(KeptTime.NONE);
    KeptTime kept = undisturbed.forFigures(load.wave());
    List<Window> excluded = timeWithoutLatencies(load, log, kept);
    LoadFigures requests = log.figures(kept.parts(), excluded);
    Latencies inWindow = requests.inWindow();
    Latencies latencies = requests.latencies();
    Usage usage = new Usage(kept, inWindow.total());
    // A schedule begins with its first request.
    List<Window> excludedAfterStart = kept.excludedAfter(log.firstStartMs());
    Latencies corrected = generators.corrected(excludedAfterStart);
    Optional<Server> server =
        usage.server(
            samples.service(), samples.serviceCgroup(), samples.serviceJvm(), requestsSeen);
    Optional<OpenModel.Outcome> open = generators.arrivals(excludedAfterStart, corrected);
    Optional<Slowdown> slowdown = Steadiness.slowdown(load, requests.tenths(), open);
    List<String> doubts = new ArrayList<>();
    server.flatMap(each -> each.compiledTooMuch(kept.seconds())).ifPresent(doubts::add);
    slowdown.map(Evaluation::doubt).ifPresent(doubts::add);
    WarmUp.Outcome warmUp = generators.warmUp();
    Steadiness steadiness = Steadiness.of(log, kept, inWindow, load, warmUp, doubts);
    LoadResult result =
        new LoadResult(
            log.counts(),
            inWindow(requests, kept, generators.responseBytes()),
            latencies.summary(),
            kept.ms() > 0 ? steadiness.stall().ms() : Double.NaN,
            open,
            warmUp.seconds(),
            steadiness.isSteady());
    RunFigures figures =
        new RunFigures(
            Optional.of(result),
            server,
            generators.resources(usage).filter(_ -> inWindow.total() > 0),
            generators.host(usage).filter(_ -> kept.ms() > 0),
            generators.backEnd(usage),
            byName(requests),
            generators.behaviour(latencies, excluded).with(slowdown));
    LoadSamples ofLoad =
        new LoadSamples(
            log.firstStartMs(),
            log.lastEndMs(),
            window,
            latencies.counts(),
            corrected.counts(),
            requests.seconds(),
            generators.warmUpSeconds());
    return new Evaluation(
        load,
        log,
        figures,
        new RunSamples(ofLoad, samples),
        notes(log, kept, steadiness),
        undisturbed,
        requestsSeen);
  }

  private static String doubt(Slowdown slowdown) {
    return "the mean latency was %.1f ms in the first third of the window, %.1f ms in the last"
        .formatted(slowdown.firstMs(), slowdown.lastMs());
  }

  /** Returns the time whose requests have no latencies: disturbed seconds and the ramp-up. */
  private static List<Window> timeWithoutLatencies(Load load, GatlingLog log, KeptTime kept) {
    List<Window> times = new ArrayList<>(kept.excludedAfter(0));
    long rampUpMs = load.rampUpTime().toMillis();
    if (rampUpMs > 0) {
      times.add(new Window(log.firstStartMs(), log.firstStartMs() + rampUpMs));
    }
    return times;
  }

  private static List<String> notes(GatlingLog log, KeptTime kept, Steadiness steadiness) {
    List<String> notes = new ArrayList<>();
    kept.note().ifPresent(notes::add);
    notes.addAll(steadiness.notes());
    long ok = log.counts().ok();
    if (ok < ENOUGH_FOR_P99) {
      String few = Count.of(ok, "request");
      notes.add("p99 is based on %s, fewer than %,d".formatted(few, ENOUGH_FOR_P99));
    }
    log.namesNote().ifPresent(notes::add);
    return notes;
  }

  /** Returns the figures of the load. */
  public LoadResult loadResult() {
    return figures.load().orElseThrow();
  }

  /** Returns the record of the run. */
  public RunRecord record(Identity identity, Judgement verdict, Subject subject, Extras extras) {
    return new RunRecord(identity, verdict, load, subject, figures, extras);
  }

  /** Returns the latencies by name; empty if all requests have one name. */
  private static Map<String, Latency> byName(LoadFigures requests) {
    Map<String, Latency> byName = new TreeMap<>();
    if (requests.byName().size() > 1) {
      requests.byName().forEach((name, each) -> byName.put(name, each.summary().orElseThrow()));
    }
    return byName;
  }

  private static InWindow inWindow(LoadFigures requests, KeptTime kept, double responseBytes) {
    Latencies responses = requests.inWindow();
    double unknown = Double.NaN;
    double throughput = responses.total() == 0 ? unknown : responses.total() / kept.seconds();
    return new InWindow(
        rounded(kept.ms() > 0 ? kept.window().seconds() : unknown),
        rounded(kept.ms() > 0 ? kept.seconds() : unknown),
        kept.excluded(),
        rounded(throughput),
        rounded(responses.mean()),
        rounded(responses.total() == 0 ? unknown : requests.inFlight()),
        rounded(responseBytes * throughput));
  }
}
