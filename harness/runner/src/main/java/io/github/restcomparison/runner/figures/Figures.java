package io.github.restcomparison.runner.figures;

import static io.github.restcomparison.runner.figures.Usage.rounded;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.InWindow;
import io.github.restcomparison.records.RunRecord.Latency;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.OfHost;
import io.github.restcomparison.records.RunSamples.OfLoad;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.RunSamples.Window;
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
 * The figures of a run, computed once: the record has them, and the gates judge them. They are
 * computed from the log of one load generator or of several, in the same way.
 *
 * @param settings of the load, with the bounds of the service
 * @param undisturbed the window without its disturbed seconds
 * @param requestsSeen how many measured requests the service counted; NaN if it has no counter
 */
public record Figures(
    Load settings,
    GatlingLog log,
    RunRecord.Figures record,
    RunSamples samples,
    List<String> notes,
    KeptTime undisturbed,
    double requestsSeen) {

  /** Right answers, ten of which lie beyond their p99. */
  private static final int ENOUGH_FOR_P99 = 1_000;

  /**
   * What only the load generators know.
   *
   * @param used by them; empty if unknown
   * @param host what else it did; empty if there are several: each judges its own
   * @param backEnd what it used; empty if there is none
   * @param open what became of the requests of an open model; empty in a closed one
   * @param corrected latencies of an open model by ms, from when requests were due
   * @param responseBytes the mean size of a response; NaN if unknown
   * @param responses how many had a value, by trait and value; empty if unknown
   * @param warmUp what the warm-up showed
   * @param warmUpSeconds the same second by second
   */
  public record Seen(
      Optional<Generator> used,
      Optional<HostState> host,
      Optional<Server> backEnd,
      Optional<OpenModel.Outcome> open,
      Map<Integer, Long> corrected,
      double responseBytes,
      Optional<Map<String, Map<String, Long>>> responses,
      WarmUp.Outcome warmUp,
      List<WarmUpSecond> warmUpSeconds) {}

  /** The load generator of a run, or several that loaded its service together. */
  public interface Generators {
    /** Returns a window without the time in which the host of a generator disturbed it. */
    KeptTime undisturbed(Window window);

    /**
     * Returns what they know.
     *
     * @param usage of resources in the kept time
     * @param loadStartMs when the first request was sent, in ms since 1970
     */
    Seen seen(Usage usage, long loadStartMs);
  }

  /**
   * Computes the figures.
   *
   * @param allAtWork the time in which all users were at work by their own account; empty if
   *     unknown
   * @param samples of the service and of this host
   * @param requestsSeen how many measured requests the service counted; NaN if unknown
   * @throws IOException if the log cannot be read again
   */
  public static Figures of(
      Load settings,
      GatlingLog log,
      Optional<Window> allAtWork,
      OfHost samples,
      double requestsSeen,
      Generators generators)
      throws IOException {
    Optional<Window> window = log.window(settings.rampUpTime(), allAtWork);
    KeptTime undisturbed = window.map(generators::undisturbed).orElse(KeptTime.NONE);
    KeptTime kept = undisturbed.forFigures(settings.wave());
    List<Window> leftOut = new ArrayList<>(kept.leftOutAfter(0));
    long rampUpMs = settings.rampUpTime().toMillis();
    if (rampUpMs > 0) {
      leftOut.add(new Window(log.firstStartMs(), log.firstStartMs() + rampUpMs));
    }
    LoadFigures requests = log.figures(kept.parts(), leftOut);
    Latencies inWindow = requests.inWindow();
    Latencies latencies = requests.latencies();
    Usage usage = new Usage(kept, inWindow.total());
    Seen seen = generators.seen(usage, log.firstStartMs());
    Optional<Server> server =
        usage.server(
            samples.service(), samples.serviceCgroup(), samples.serviceJvm(), requestsSeen);
    Optional<String> compiled = server.flatMap(each -> each.compiledTooMuch(kept.seconds()));
    Steadiness steadiness =
        Steadiness.of(log, kept, inWindow, settings, seen.warmUp, compiled.stream().toList());
    RunRecord.Load load =
        new RunRecord.Load(
            log.counts(),
            inWindow(requests, kept, seen.responseBytes),
            latencies.summary(),
            kept.ms() > 0 ? steadiness.stall().ms() : Double.NaN,
            seen.open,
            seen.warmUp.seconds(),
            steadiness.isSteady());
    List<String> notes = new ArrayList<>();
    kept.note().ifPresent(notes::add);
    notes.addAll(steadiness.notes());
    long ok = load.counts().ok();
    if (ok < ENOUGH_FOR_P99) {
      notes.add("p99 rests on %,d requests, fewer than %,d".formatted(ok, ENOUGH_FOR_P99));
    }
    log.namesNote().ifPresent(notes::add);
    RunRecord.Figures record =
        new RunRecord.Figures(
            Optional.of(load),
            server,
            seen.used.filter(used -> inWindow.total() > 0),
            seen.host.filter(host -> kept.ms() > 0),
            Optional.empty(),
            seen.backEnd,
            Optional.empty(),
            byName(requests),
            seen.responses,
            Optional.empty());
    OfLoad ofLoad =
        new OfLoad(
            log.firstStartMs(),
            log.lastEndMs(),
            window,
            latencies.counts(),
            seen.corrected,
            requests.seconds(),
            seen.warmUpSeconds);
    return new Figures(
        settings, log, record, new RunSamples(ofLoad, samples), notes, undisturbed, requestsSeen);
  }

  /** The figures of the load. */
  public RunRecord.Load load() {
    return record.load().orElseThrow();
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
    Latencies answers = requests.inWindow();
    double unknown = Double.NaN;
    double throughput = answers.total() == 0 ? unknown : answers.total() / kept.seconds();
    return new InWindow(
        rounded(kept.ms() > 0 ? kept.window().seconds() : unknown),
        rounded(kept.ms() > 0 ? kept.seconds() : unknown),
        kept.leftOut(),
        rounded(throughput),
        rounded(answers.mean()),
        rounded(answers.total() == 0 ? unknown : requests.inFlight()),
        rounded(responseBytes * throughput));
  }
}
