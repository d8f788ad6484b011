package io.github.restcomparison.runner.figures;

import static io.github.restcomparison.runner.figures.Usage.known;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.LoadSpec;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.RunRecord;
import io.github.restcomparison.records.RunRecord.Generator;
import io.github.restcomparison.records.RunRecord.HostState;
import io.github.restcomparison.records.RunRecord.InWindow;
import io.github.restcomparison.records.RunRecord.Load;
import io.github.restcomparison.records.RunRecord.Server;
import io.github.restcomparison.records.RunRecord.WarmUp;
import io.github.restcomparison.records.RunSamples;
import io.github.restcomparison.records.RunSamples.OfHost;
import io.github.restcomparison.records.RunSamples.OfLoad;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.log.GatlingLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The figures of a run, computed once: the record has them, and the gates judge them. They are
 * computed from the log of one load generator or of several, in the same way.
 *
 * @param settings of the load, with the bounds of the service
 * @param undisturbed the window without its disturbed seconds; absent if there is no window
 * @param requestsSeen how many measured requests the service counted; absent if it cannot be asked
 * @param repeated requests that were sent again without an entry in the log; absent if not counted
 */
public record Figures(
    LoadSpec settings,
    GatlingLog log,
    RunRecord.Figures record,
    RunSamples samples,
    List<String> notes,
    Optional<KeptTime> undisturbed,
    OptionalLong requestsSeen,
    OptionalLong repeated) {

  /** Right answers, ten of which lie beyond their p99. */
  private static final int ENOUGH_FOR_P99 = 1_000;

  /** What only the load generator knows, or several that loaded the service together. */
  public interface Generators {
    /** Returns what their hosts left undisturbed of a window. */
    KeptTime undisturbed(Window window);

    /** Returns what they used; empty if unknown. */
    Optional<Generator> used(Usage usage);

    /** Returns what else their host did; empty if there are several: each judges its own. */
    default Optional<HostState> host(Usage usage) {
      return Optional.empty();
    }

    /** Returns what the back end used; empty if there is none. */
    default Optional<Server> backEnd(Usage usage) {
      return Optional.empty();
    }

    /**
     * Returns what became of the requests of an open model; empty in a closed one.
     *
     * @param leftOut the times whose latencies do not count
     * @param startMs when the schedule began, in ms since 1970
     */
    Optional<Scheduled> scheduled(KeptTime leftOut, long startMs);

    /** Returns the mean size of a response in bytes; empty if unknown. */
    OptionalDouble responseBytes();

    /** Returns how many requests they sent again without an entry in the log, of so many in it. */
    default OptionalLong repeated(long requests) {
      return OptionalLong.empty();
    }

    /** Returns how the silent load before went. */
    WarmUpFigures warmUp();
  }

  /**
   * The requests of an open model.
   *
   * @param corrected latencies from when the requests were due
   */
  public record Scheduled(OpenModel.Outcome outcome, Latencies corrected) {}

  /**
   * The silent load before the measured one.
   *
   * @param notes that a reader of the run should know, one sentence each
   */
  public record WarmUpFigures(WarmUp figures, List<WarmUpSecond> seconds, List<String> notes) {}

  /**
   * Computes the figures.
   *
   * @param samples of the service and of this host
   * @param requestsSeen how many measured requests the service counted; absent if unknown
   */
  public static Figures of(
      LoadSpec settings,
      GatlingLog log,
      OfHost samples,
      OptionalLong requestsSeen,
      Generators generators) {
    Optional<KeptTime> undisturbed = log.window().map(generators::undisturbed);
    KeptTime kept = undisturbed.map(all -> all.forFigures(settings.wave())).orElse(null);
    Latencies inWindow = kept == null ? new Latencies() : log.in(kept.parts());
    Optional<Usage> usage =
        inWindow.total() == 0 ? Optional.empty() : Optional.of(new Usage(kept, inWindow.total()));
    List<Window> leftOut = kept == null ? List.of() : kept.leftOutAfter(0);
    Latencies latencies = log.outside(leftOut);
    Optional<Scheduled> scheduled =
        generators.scheduled(
            kept == null ? KeptTime.all(new Window(0, 0)) : kept, log.firstStartMs());
    WarmUpFigures warmUp = generators.warmUp();
    Optional<Steadiness> steadiness =
        Optional.ofNullable(kept).map(time -> Steadiness.of(log, time, inWindow, settings));
    Load load =
        new Load(
            new RunRecord.Counts(log.ok() + log.failed(), log.ok(), log.failed(), log.failures()),
            inWindow(log, kept, inWindow, generators.responseBytes()),
            latencies.total() == 0 ? Optional.empty() : Optional.of(latencies.summary()),
            steadiness.stream().mapToLong(Steadiness::longestStallMs).findFirst(),
            scheduled.map(Scheduled::outcome),
            new WarmUp(
                warmUp.figures().warmUpSeconds(),
                warmUp.figures().steady() && steadiness.map(Steadiness::steady).orElse(true),
                warmUp.figures().outcome()));
    boolean isSeen = !samples.service().isEmpty() || !samples.serviceCgroup().isEmpty();
    Optional<Server> server =
        usage
            .filter(used -> isSeen)
            .map(
                used ->
                    used.server(
                        samples.service(),
                        samples.serviceCgroup(),
                        samples.serviceJvm(),
                        requestsSeen));

    List<String> notes = new ArrayList<>(warmUp.notes());
    Optional.ofNullable(kept).flatMap(KeptTime::note).ifPresent(notes::add);
    steadiness.map(Steadiness::notes).ifPresent(notes::addAll);
    server
        .flatMap(each -> each.compiledTooMuch(load.window().windowSeconds()))
        .ifPresent(notes::add);
    if (log.ok() < ENOUGH_FOR_P99) {
      notes.add("p99 rests on %,d requests, fewer than %,d".formatted(log.ok(), ENOUGH_FOR_P99));
    }
    return new Figures(
        settings,
        log,
        new RunRecord.Figures(
            Optional.of(load),
            server,
            usage.flatMap(generators::used),
            Optional.ofNullable(kept).flatMap(time -> generators.host(new Usage(time, 0))),
            Optional.empty(),
            usage.flatMap(generators::backEnd),
            log.byName(leftOut),
            Optional.empty()),
        new RunSamples(
            new OfLoad(
                log.firstStartMs(),
                log.lastEndMs(),
                log.window(),
                latencies.counts(),
                scheduled
                    .map(all -> (Map<Integer, Long>) all.corrected().counts())
                    .orElse(Map.of()),
                log.seconds(),
                warmUp.seconds()),
            samples),
        notes,
        undisturbed,
        requestsSeen,
        generators.repeated(log.ok() + log.failed()));
  }

  /** The figures of the load. */
  public Load load() {
    return record.load().orElseThrow();
  }

  private static InWindow inWindow(
      GatlingLog log, KeptTime kept, Latencies answers, OptionalDouble responseBytes) {
    double seconds = kept == null ? Double.NaN : kept.seconds();
    boolean isEmpty = answers.total() == 0;
    double throughput = isEmpty ? Double.NaN : answers.total() / seconds;
    return new InWindow(
        known(kept == null ? Double.NaN : kept.window().seconds()),
        known(seconds),
        kept == null ? List.of() : kept.leftOut(),
        known(throughput),
        known(answers.mean()),
        known(isEmpty ? Double.NaN : log.inFlight(kept.parts())),
        known(responseBytes.orElse(Double.NaN) * throughput));
  }

  /**
   * Whether the service was in a steady state in the kept time: the throughput of both halves is
   * the same, and answers did not stall.
   *
   * @param longestStallMs the longest time without any answer
   * @param notes for the record, one sentence each
   */
  record Steadiness(boolean steady, long longestStallMs, List<String> notes) {
    /** By how much the throughput of the halves may differ, as a share of the first half's. */
    private static final double TOLERANCE = 0.05;

    /** Shorter windows, in request times, are not judged: each half has too few answers. */
    private static final int SHORTEST_WINDOW = 10;

    /** A stall is noted if it is longer than two request times plus this. */
    private static final Duration STALL = Duration.ofMillis(500);

    /**
     * Users that started together may be answered in waves, all of them every 100 ms for example.
     * One half may then contain one wave more than the other, and so may each of its parts. A
     * window that is too short to judge counts as steady.
     */
    static Steadiness of(GatlingLog log, KeptTime kept, Latencies answers, LoadSpec settings) {
      ThroughputLimits limits = settings.limits();
      double requestMs = limits.requestTime().toMillis();
      // A service that lacks CPU exceeds the shortest possible time.
      double meanMs = answers.total() == 0 ? 0 : answers.mean();
      boolean isShort = kept.ms() < Math.max(2, SHORTEST_WINDOW * Math.max(meanMs, requestMs));
      KeptTime firstHalf = kept.halves().getFirst();
      double first = rate(log, firstHalf);
      double second = rate(log, kept.halves().getLast());
      double wave = limits.atOnce() * firstHalf.parts().size() / firstHalf.seconds();
      boolean steady = isShort || Math.abs(second - first) <= TOLERANCE * first + wave;
      GatlingLog.Stall stall = log.longestStall(kept.parts());
      List<String> notes = new ArrayList<>();
      if (!steady) {
        notes.add(
            String.format(
                Locale.ROOT,
                "steady state not shown: %,.0f requests/s in the first half of the window, %,.0f/s"
                    + " in the second",
                first,
                second));
      }
      if (stall.ms() > 2 * requestMs + STALL.toMillis()) {
        notes.add(
            String.format(
                Locale.ROOT,
                "nothing was answered for %.1f s, from %.1f s into the window",
                stall.ms() / 1e3,
                (stall.fromMs() - kept.window().startMs()) / 1e3));
      }
      return new Steadiness(steady, stall.ms(), notes);
    }

    private static double rate(GatlingLog log, KeptTime half) {
      return log.in(half.parts()).total() / half.seconds();
    }
  }
}
