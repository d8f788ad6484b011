package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.InjectorShare;
import io.github.restcomparison.records.RunSamples.Phase;
import io.github.restcomparison.records.RunSamples.WarmUpSecond;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.variants.Contract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The end of the warm-up. Its requests are sent by the users of the load, in the same loop: see
 * {@link Users}. It has two phases.
 *
 * <p>In the drive, users send without pause, but only as often as the service's JIT compilers can
 * follow: the threads of many requests would take all CPU from the compilers. If the delay of a
 * service can be set, it gets a suitable one. For other services, as many users begin as it has
 * CPUs; others join while half of its CPUs are idle. The drive ends when the compilers are quiet
 * and no more users join. In the settle phase, users send the measured load until it is steady. At
 * its ceiling, a compiled service has the same throughput with less CPU: so the CPU per response
 * must be steady, too. In both phases the JIT compilers of the load generator must be quiet as
 * well: they would take CPU from the service in the first measured seconds.
 *
 * <p>Both phases together end at the limit; the drive leaves to the settle phase at least its
 * shortest duration, or half of the limit.
 */
public final class WarmUp {
  /** The factor by which the users of the drive grow. */
  private static final int GROWTH = 4;

  private static final double SAME_RATE = 0.03;
  private static final double SAME_COST = 0.10;
  private static final double COMPILING = 0.10;

  /**
   * A negligible share of one CPU: a smaller difference is the clock's tick, or the probe's share,
   * at a low rate.
   */
  private static final double NEGLIGIBLE_CPU = 0.02;

  private final Duration limit;
  private final Duration cycle;
  private final Optional<Instant> until;
  private final Drive drive;
  private final boolean settles;
  private final Exchanges exchanges = new Exchanges();
  private final List<Sample> samples = new ArrayList<>();

  /** The phase; null after the end of the judgement. */
  private volatile Phase phase;

  private volatile boolean isOver;
  private String ended = "at its limit";
  private IntConsumer setDelayMs = ms -> {};
  private boolean quiet;
  private boolean steady;

  /** True if a user had joined at the last sample: its time begins with the first such sample. */
  private boolean hasBegun;

  /**
   * Users of the measured load that send in the drive, and the sample at which their number grew.
   */
  private volatile int driving;

  private int grown;

  private final AtomicInteger users = new AtomicInteger();

  /** The sample at which the drive ended; 0 without a drive. */
  private int driven;

  /**
   * Totals up to a moment, or the difference of two.
   *
   * @param requests requests that ended
   * @param cpuMs of the service
   * @param compilingMs of the service; NaN if unknown
   * @param generatorJitMs of the load generator; NaN if unknown
   */
  private record Sample(
      long ms, long requests, double cpuMs, double compilingMs, double generatorJitMs) {
    Sample since(Sample before) {
      return new Sample(
          Math.max(1, ms - before.ms),
          requests - before.requests,
          cpuMs - before.cpuMs,
          growth(compilingMs, before.compilingMs),
          growth(generatorJitMs, before.generatorJitMs));
    }

    private static double growth(double now, double before) {
      return now - (Double.isNaN(before) ? 0 : before);
    }

    /** Returns the responses per second. */
    double rate() {
      return 1e3 * requests / ms;
    }

    /** Returns the CPU time of the service per response, in µs; 0 without responses. */
    double cost() {
      return requests == 0 ? 0 : 1e3 * cpuMs / requests;
    }

    boolean isQuiet() {
      return !(compilingMs > COMPILING * ms) && !(generatorJitMs > COMPILING * ms);
    }
  }

  /**
   * The outcome of the warm-up.
   *
   * @param seconds its duration
   * @param isSteady whether the JIT compilers were quiet and the load was steady before its limit
   * @param doubts why it was not steady; empty if it was, or if there was none
   */
  public record Outcome(double seconds, boolean isSteady, List<String> doubts) {}

  /** Returns the warm-up of a run; the user's simulation has its own, if any. */
  public static WarmUp of(Contract contract) {
    RunRequest request = contract.request();
    return new WarmUp(
        request.simulation().isPresent() ? Duration.ZERO : request.load().warmUp(),
        contract.load().limits().cycle(),
        request.injector().map(InjectorShare::measureAt),
        Drive.of(contract),
        request.flags().subject() != ExperimentPlan.Subject.MEMORY);
  }

  /** Creates a warm-up under the measured load only. */
  public WarmUp(Duration limit, Duration cycle) {
    this(limit, cycle, Optional.empty(), Drive.NONE, true);
  }

  /**
   * A warm-up that has not begun.
   *
   * @param limit its longest duration; 0 for no warm-up
   * @param cycle the shortest time between two responses to a user of this load
   * @param until when it ends, steady or not, so that several injectors end it together; empty with
   *     one load generator
   * @param settles whether the users of the measured load take part, and settle
   */
  public WarmUp(
      Duration limit, Duration cycle, Optional<Instant> until, Drive drive, boolean settles) {
    this.limit = limit;
    this.cycle = cycle;
    this.until = until;
    this.drive = drive;
    this.driving = drive.cpus() == 0 ? Integer.MAX_VALUE : drive.cpus();
    this.settles = settles;
    this.phase = limit.isZero() ? null : drive.equals(Drive.NONE) ? Phase.SETTLE : Phase.DRIVE;
    this.quiet = !drives();
    this.isOver = limit.isZero() && until.isEmpty();
  }

  /** Begins, and ends it when several injectors end it together; called after the check. */
  public void begin() {
    if (until.isPresent()) {
      Thread.startVirtualThread(
          () -> {
            try {
              Thread.sleep(Duration.between(Instant.now(), until.get()));
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            isOver = true;
          });
    }
  }

  /**
   * Sets the delay of the service for the drive, if there is one, and back before the first user
   * continues with the measured load.
   *
   * @param setDelayMs sets the delay in ms; 0 for the delay of the load
   */
  public synchronized void beginDrive(IntConsumer setDelayMs) {
    if (drives()) {
      setDelayMs.accept(drive.delayMs());
      this.setDelayMs = setDelayMs;
    }
  }

  /** Returns its drive; without users if there is none. */
  public Drive drive() {
    return drive;
  }

  /** Returns whether the users of the measured load take part, and settle. */
  public boolean settles() {
    return settles;
  }

  /**
   * Returns whether a user should send another request without pause; called after every response.
   */
  public boolean drives() {
    return phase == Phase.DRIVE;
  }

  /** Returns the number of a user of the measured load, from 0 on. */
  public int join() {
    return users.getAndIncrement();
  }

  /** Returns whether a user of the measured load sends in the drive, by its number. */
  public boolean drives(int user) {
    return user < driving;
  }

  /** Returns whether the users of the load send no request now, but wait for its end. */
  boolean isIdle() {
    return limit.isZero();
  }

  /** Returns whether the measured load has begun. */
  public boolean isOver() {
    return isOver;
  }

  /** Returns the exchanges of its requests. */
  public Exchanges exchanges() {
    return exchanges;
  }

  /** Returns the number of requests that have ended; exact after all users have ended. */
  public long endedRequests() {
    return exchanges.ended();
  }

  /** Returns notes for readers of the run, one sentence each. */
  public synchronized List<String> notes() {
    return failures(0).stream().toList();
  }

  /** Returns the note on failures if at least half of the requests failed. */
  public Optional<String> mostFailed() {
    return failures(endedRequests() / 2);
  }

  private Optional<String> failures(long more) {
    long failed = exchanges.failed();
    String why = "%d of %d requests of the warm-up failed: %s";
    return failed > more
        ? Optional.of(why.formatted(failed, endedRequests(), exchanges.problem()))
        : Optional.empty();
  }

  /** Returns the warm-up second by second, up to now. */
  public synchronized List<WarmUpSecond> seconds() {
    return IntStream.range(1, samples.size()).mapToObj(this::second).toList();
  }

  private WarmUpSecond second(int number) {
    Sample second = between(number - 1, number);
    return new WarmUpSecond(
        samples.get(number).ms,
        second.requests,
        second.cost(),
        second.compilingMs,
        number <= driven ? Phase.DRIVE : Phase.SETTLE);
  }

  /** Returns the outcome. */
  public synchronized Outcome outcome() {
    double seconds = samples.size() < 2 ? 0 : between(0, samples.size() - 1).ms / 1e3;
    boolean showsNothing = steady || limit.isZero();
    return new Outcome(
        seconds, steady, showsNothing ? List.of() : List.of("the warm-up ended " + ended));
  }

  private Sample between(int from, int to) {
    return samples.get(to).since(samples.get(from));
  }

  /**
   * Called when the warm-up begins, and then at the end of every second. A "second" is longer if
   * the service was slow to report what it has used.
   *
   * @param atMs now, in ms since 1970
   * @param cpuMs the CPU time that the service has used since it started; 0 if unknown
   * @param compilingMs how long its JIT compilers were active since it started; NaN if unknown
   * @param generatorJitMs the CPU time of the load generator's JIT compilers; NaN if unknown
   */
  public synchronized void sampled(
      long atMs, double cpuMs, double compilingMs, double generatorJitMs) {
    if (phase == null) {
      return;
    }
    if (!hasBegun) {
      samples.clear(); // Gatling starts the users up to 1 s after the check
      hasBegun = users.get() > 0;
    }
    samples.add(new Sample(atMs, endedRequests(), cpuMs, compilingMs, generatorJitMs));
    int now = samples.size() - 1;
    long tookMs = atMs - samples.getFirst().ms;
    // Two seconds, or three cycles of a user if that is longer.
    int block = (int) Math.max(2, Math.ceilDiv(3 * cycle.toMillis(), 1_000));
    if (phase == Phase.DRIVE) {
      long toSettleMs = settles ? Math.min(2_000L * block, limit.toMillis() / 2) : 0;
      driven = now;
      if (now > 0 && driving < users.get() && hasIdleCpus(between(now - 1, now))) {
        driving *= GROWTH;
        grown = now;
      }
      quiet =
          endedRequests() >= drive.responses()
              && now - grown >= block
              && between(now - block, now).isQuiet();
      if (quiet || tookMs >= limit.toMillis() - toSettleMs) {
        resetDelay();
        steady = quiet && !settles;
        enter(settles ? Phase.SETTLE : null);
      }
    } else if (now - 2 * block >= driven && isSteady(now - 2 * block, now - block, now)) {
      steady = quiet;
      enter(null);
    }
    if (tookMs >= limit.toMillis()) {
      enter(null);
    }
  }

  /** Enters a phase; several injectors continue until all end together. */
  private void enter(Phase next) {
    phase = next;
    isOver |= next == null && until.isEmpty();
  }

  /**
   * Ends it, because it cannot send another request.
   *
   * @param why to follow "the warm-up ended"
   */
  public synchronized void end(String why) {
    if (phase != null) {
      ended = why;
      phase = null;
      isOver = true;
    }
  }

  private boolean hasIdleCpus(Sample second) {
    return 2 * second.cpuMs < drive.cpus() * second.ms;
  }

  private void resetDelay() {
    try {
      setDelayMs.accept(0);
    } catch (RuntimeException e) {
      // The service has ended, or does not respond; the gates of the responses report it.
    }
  }

  /**
   * Returns whether two blocks of seconds agree. The JIT compilers were active for at most 10 % of
   * both. The throughput differs by at most 3 %, or by a wave of the users, since requests may
   * arrive in waves. The CPU time per response differs by at most 10 %, or by 2 % of a CPU.
   */
  private boolean isSteady(int begin, int middle, int now) {
    Sample before = between(begin, middle);
    Sample last = between(middle, now);
    double wave = before.rate() * cycle.toMillis() + 1e3;
    double rateMargin = Math.max(SAME_RATE * before.rate(), wave / last.ms);
    double costMargin = Math.max(SAME_COST * before.cost(), 1e6 * NEGLIGIBLE_CPU / before.rate());
    return between(begin, now).isQuiet()
        && Math.abs(last.rate() - before.rate()) <= rateMargin
        && Math.abs(last.cost() - before.cost()) <= costMargin;
  }
}
