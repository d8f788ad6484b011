package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Behaviour.Slowdown;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.OpenModel.Outcome;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.ThroughputLimits;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.log.GatlingLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The judgement whether a run was in a steady state. The warm-up, if any, must have ended because
 * it was. In the kept time neither the two halves may differ, nor any three seconds and the rest.
 * The latency must not have grown all the time: a service that leaks memory, or whose tables grow,
 * slows down under load, and no warm-up makes it steady. The service's JIT compilers must have been
 * quiet.
 *
 * <p>A window of a few cycles is too short to judge, and a growing rate has no steady throughput:
 * the warm-up alone decides then.
 *
 * @param doubts why it was not steady, a clause each
 * @param stall the longest time without a response
 * @param stallNote the note on the stall, if it was long
 */
record Steadiness(List<String> doubts, Window stall, Optional<String> stallNote) {
  /** The maximum difference of throughputs, as a share. */
  private static final double TOLERANCE = 0.05;

  /**
   * The minimum length of a window in cycles of a user: in a shorter one each half has too few
   * responses.
   */
  private static final int SHORTEST_WINDOW = 10;

  /** The minimum growth of the latency, as a share and in ms: the log has whole ms. */
  private static final double GROWTH = 0.25;

  private static final double GROWTH_MS = 2;

  /**
   * The minimum excess, of the 45 pairs of tenths, of pairs whose slower tenth is later (S of
   * Kendall). By chance it is reached in 0.11 % of all orders.
   */
  private static final int ORDERED = 33;

  /** The minimum of responses in a tenth. */
  private static final int FEWEST = 10;

  /** An open model is overloaded if more than this share of its requests waits for a connection. */
  private static final double OVERLOADED = 0.01;

  /** A stall is noted if it is longer than two cycles of a user plus this. */
  private static final Duration STALL = Duration.ofMillis(500);

  /**
   * Judges a run.
   *
   * @param latencies the latencies in the kept time
   * @param warmUp the outcome of the warm-up
   * @param others more doubts, a clause each
   */
  static Steadiness of(
      GatlingLog log,
      KeptTime kept,
      Latencies latencies,
      Load load,
      WarmUp.Outcome warmUp,
      List<String> others) {
    ThroughputLimits limits = load.limits();
    double cycleMs = limits.cycle().toMillis();
    // A service that lacks CPU exceeds the shortest possible time.
    double meanMs = latencies.total() == 0 ? 0 : latencies.mean() + limits.think().toMillis();
    boolean isShort =
        latencies.total() == 0
            || kept.ms() < Math.max(2, SHORTEST_WINDOW * Math.max(meanMs, cycleMs));
    boolean grows = load.open().filter(open -> open.rate().from() != open.rate().to()).isPresent();
    List<String> doubts = new ArrayList<>(warmUp.doubts());
    if (!isShort && !grows) {
      double variation = variation(latencies, load);
      halves(log, kept, load, variation)
          .or(() -> Stretch.steepest(log, kept, load, variation).flatMap(Stretch::doubt))
          .ifPresent(doubts::add);
    } else if (!warmUp.isSteady() && doubts.isEmpty()) {
      doubts.add(
          "there was no warm-up, and "
              + (grows ? "the rate is not constant" : "too few requests were measured"));
    }
    doubts.addAll(others);
    Window stall = log.longestStall(kept.parts());
    String note =
        "no response for %.1f s, from %.1f s into the window"
            .formatted(stall.seconds(), (stall.startMs() - kept.window().startMs()) / 1e3);
    boolean isLong = stall.ms() > 2 * cycleMs + STALL.toMillis();
    return new Steadiness(doubts, stall, Optional.of(note).filter(each -> isLong));
  }

  /** Returns whether there are no doubts. */
  boolean isSteady() {
    return doubts.isEmpty();
  }

  /** Returns the notes for the record, a sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    doubts.forEach(doubt -> notes.add("not steady: " + doubt));
    stallNote.ifPresent(notes::add);
    return notes;
  }

  /**
   * Returns the doubt if the halves differ by more than 5 %, a wave, and three standard errors.
   * Users that started together may get their responses in waves, every 100 ms for example. One
   * half may then contain one wave more than the other, and so may each of its parts.
   */
  private static Optional<String> halves(
      GatlingLog log, KeptTime kept, Load load, double variation) {
    KeptTime firstHalf = kept.halves().getFirst();
    double first = rate(log, firstHalf);
    double second = rate(log, kept.halves().getLast());
    double wave = requestsPerWave(load) * firstHalf.parts().size() / firstHalf.seconds();
    double chance = 3 * variation * Math.sqrt(2 * first / firstHalf.seconds());
    String doubt =
        "%,.0f requests/s in the first half of the window, %,.0f/s in the second"
            .formatted(first, second);
    return Math.abs(second - first) > TOLERANCE * first + wave + chance
        ? Optional.of(doubt)
        : Optional.empty();
  }

  private static double rate(GatlingLog log, KeptTime half) {
    return log.okCount(half.parts()) / half.seconds();
  }

  /**
   * Returns how the service slowed down; empty if it did not, or if the load itself grew: by a
   * growing rate, or because requests of an open model queue.
   *
   * @param tenths latencies of each tenth of the kept time
   * @param open the outcome of the requests of an open model
   */
  static Optional<Slowdown> slowdown(Load load, List<Latencies> tenths, Optional<Outcome> open) {
    boolean grows = load.open().filter(each -> each.rate().to() > each.rate().from()).isPresent();
    if (grows
        || open.filter(Steadiness::isOverloaded).isPresent()
        || tenths.stream().anyMatch(each -> each.total() < FEWEST)
        || ordered(tenths) < ORDERED) {
      return Optional.empty();
    }
    int third = tenths.size() / 3;
    double first = mean(tenths.subList(0, third));
    double last = mean(tenths.subList(tenths.size() - third, tenths.size()));
    return last - first > Math.max(GROWTH * first, GROWTH_MS)
        ? Optional.of(new Slowdown(Usage.rounded(first), Usage.rounded(last)))
        : Optional.empty();
  }

  private static boolean isOverloaded(Outcome outcome) {
    return outcome.dropped() + outcome.waitedForConnection() > OVERLOADED * outcome.intended();
  }

  private static int ordered(List<Latencies> tenths) {
    int ordered = 0;
    for (int i = 0; i < tenths.size(); i++) {
      for (Latencies later : tenths.subList(i + 1, tenths.size())) {
        ordered += (int) Math.signum(later.mean() - tenths.get(i).mean());
      }
    }
    return ordered;
  }

  private static double mean(List<Latencies> parts) {
    Latencies all = new Latencies();
    parts.forEach(part -> part.counts().forEach(all::add));
    return all.mean();
  }

  /**
   * Returns the coefficient of variation of a user's cycle: latency and think time. A user's
   * responses are a renewal process, so that the number n of responses in some time has a standard
   * error of √n times this.
   */
  private static double variation(Latencies latencies, Load load) {
    double think = load.limits().think().toMillis();
    double cycle = latencies.mean() + think;
    double squares =
        latencies.counts().entrySet().stream()
            .mapToDouble(each -> each.getValue() * Math.pow(each.getKey() - latencies.mean(), 2))
            .sum();
    double variance = squares / latencies.total() + (load.isRandom() ? think * think : 0);
    return cycle > 0 ? Math.sqrt(variance) / cycle : 0;
  }

  /**
   * Returns the requests in a wave; users who think may all get a response before the first sends
   * again.
   */
  private static int requestsPerWave(Load load) {
    ThroughputLimits limits = load.limits();
    return limits.think().isZero() ? limits.maxWaiting() : limits.users();
  }

  /**
   * Three seconds of the kept time, or a little more or less: the time of so many requests that
   * waves are whole. However the requests of a wave follow one another, the time between a request
   * and the one that ends a number of whole waves later is a multiple of the waves' period. So no
   * wave more or less must be allowed for, but at cuts.
   *
   * @param fromSeconds its beginning, in seconds from the beginning of the window
   * @param seconds its length
   * @param rate its requests per second
   * @param rest the requests per second of all other kept time
   * @param margin by which the two may differ
   */
  private record Stretch(
      double fromSeconds, double seconds, double rate, double rest, double margin) {
    private static final double LENGTH_SECONDS = 3;

    /** The error of its length. */
    private static final long STEP_MS = 10;

    /** The probability of exceeding three standard errors by chance. */
    private static final double BY_CHANCE = 0.0027;

    /**
     * The end of some ms of the kept time.
     *
     * @param keptMs the kept time until then
     * @param ended successful requests in it
     * @param part the part that it lies in
     */
    private record Step(long atMs, long keptMs, long ended, int part) {}

    /** Returns the stretch that exceeds its margin most; empty if there is no rest as long. */
    static Optional<Stretch> steepest(GatlingLog log, KeptTime kept, Load load, double variation) {
      List<Step> steps = steps(log, kept);
      Step last = steps.getLast();
      double mean = last.ended / kept.seconds();
      // In an open model the pool may be larger than the number of requests that are scheduled
      // concurrently.
      double inWave =
          load instanceof OpenLoad
              ? Math.ceil(
                  Math.min(requestsPerWave(load), mean * load.limits().cycle().toMillis() / 1e3))
              : requestsPerWave(load);
      double wave = Math.max(1, inWave);
      long requests = Math.round(wave * Math.max(1, Math.rint(LENGTH_SECONDS * mean / wave)));
      if (last.ended < 2 * requests) {
        return Optional.empty();
      }
      double errors = errors(requests, last.ended, variation);
      Stretch steepest = null;
      int end = 0;
      for (int begin = 0; begin < steps.size(); begin++) {
        Step from = steps.get(begin);
        boolean isIdle = begin > 0 && steps.get(begin - 1).ended == from.ended;
        while (end < steps.size() && steps.get(end).ended < from.ended + requests) {
          end++;
        }
        if (!isIdle && end < steps.size()) {
          Step to = steps.get(end);
          double seconds = (to.keptMs - from.keptMs) / 1e3;
          double others = (last.keptMs / 1e3) - seconds;
          double rest = (last.ended - requests) / others;
          int cuts = to.part - from.part;
          double waves = wave * (cuts / seconds + (last.part - cuts) / others);
          Stretch next =
              new Stretch(
                  (from.atMs - kept.window().startMs()) / 1e3,
                  seconds,
                  requests / seconds,
                  rest,
                  (TOLERANCE + errors) * rest + waves);
          steepest = steepest == null || next.excess() > steepest.excess() ? next : steepest;
        }
      }
      return Optional.ofNullable(steepest);
    }

    private static List<Step> steps(GatlingLog log, KeptTime kept) {
      List<Step> steps = new ArrayList<>();
      List<Window> parts = kept.parts();
      steps.add(new Step(parts.getFirst().startMs(), 0, 0, 0));
      for (int part = 0; part < parts.size(); part++) {
        long at = parts.get(part).startMs();
        while (at < parts.get(part).endMs()) {
          long next = Math.min(at + STEP_MS, parts.get(part).endMs());
          Step before = steps.getLast();
          long ended = before.ended + log.okCount(List.of(new Window(at, next)));
          steps.add(new Step(next, before.keptMs + next - at, ended, part));
          at = next;
        }
      }
      return steps;
    }

    /**
     * Returns the maximum random deviation of a stretch from the rest, as a share. A stretch may
     * begin anywhere, so that they exceed a limit as often as four times as many independent ones
     * as fit into the time would: the upcrossings of a moving average.
     */
    private static double errors(long requests, long all, double variation) {
      double stretches = 4.0 * all / requests;
      // P(|z| > x) <= exp(-x²/2)
      double most = Math.sqrt(2 * Math.log(stretches / BY_CHANCE));
      return most * variation * Math.sqrt(1.0 / requests + 1.0 / (all - requests));
    }

    private double excess() {
      return Math.abs(rate - rest) - margin;
    }

    /** Returns the doubt if it differs from the rest. */
    Optional<String> doubt() {
      String sentence =
          "%,.0f requests/s in %.1f s from %.1f s into the window, %,.0f/s in the rest";
      return excess() > 0
          ? Optional.of(sentence.formatted(rate, seconds, fromSeconds, rest))
          : Optional.empty();
    }
  }
}
