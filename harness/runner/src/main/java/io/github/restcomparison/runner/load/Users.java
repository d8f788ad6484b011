package io.github.restcomparison.runner.load;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.OpenLoad;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.Think;
import io.github.restcomparison.runner.host.Clock;
import io.github.restcomparison.runner.load.Arrivals.Arrival;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * The users of a load, and when each sends its next request. A user goes on in one loop from its
 * first request of the warm-up to its last measured one:
 *
 * <pre>{@code
 * while (user.goesOn()) {
 *   pause(user.pause());
 *   if (user.sends()) {
 *     // a request, counted by user.exchanges()
 *     user.end(ok);
 *   }
 * }
 * }</pre>
 *
 * <p>Between warm-up and load nothing changes but the user's {@link Stage}: no user waits for
 * another, and the code that sends and checks requests is compiled already. Each user looks at the
 * stage before it sends a request, also after a pause; its first request of the load is thus the
 * next one that it would have sent in the warm-up. See docs/decisions/0003-warm-up-until-steady.md.
 */
public final class Users {
  /** The pause of a user without a turn before it looks again. */
  private static final Duration TURN = Duration.ofMillis(100);

  /** A method is profiled from its 200th call on, and compiled after 5,000. */
  private static final int REHEARSALS = 500;

  /** The number of turns of a user of the rehearsal in each stage. */
  private static final int TURNS = 12;

  /**
   * Of this number of turns in the warm-up, one has a second check of the stage before the user
   * sends.
   */
  private static final int LOOKS_TWICE = 10;

  /** The users of a rehearsal: the first, the last, and one between them. */
  private static final int REHEARSING = 3;

  private final Load load;
  private final int number;
  private final WarmUp warmUp;
  private final Exchanges measured;
  private final Optional<Arrivals> warmUpArrivals;
  private final Optional<Arrivals> arrivals;
  private final Optional<Think> think;

  /** The requests of each user; {@link Long#MAX_VALUE} if something else ends the load. */
  private final long requests;

  /** The duration of the load; {@link Long#MAX_VALUE} if something else ends it. */
  private final long nanos;

  private final AtomicInteger startedUsers = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private volatile Runnable beforeLoad; // null for nothing

  /** The moment when the first user began the load; null before. */
  private final AtomicReference<Moment> firstBeginning = new AtomicReference<>();

  /** The moment when the last user began the load; null before. */
  private volatile Moment lastBeginning;

  /** The moment when the first user had sent its last request; null before. */
  private final AtomicReference<Moment> firstEnd = new AtomicReference<>();

  /** The stage of a request: warm-up or measured load. */
  public enum Stage {
    WARM_UP,
    LOAD
  }

  /**
   * A moment on two clocks.
   *
   * @param nanos by {@link System#nanoTime}
   * @param ms since 1970
   */
  private record Moment(long nanos, long ms) {}

  /**
   * Creates the users of one load generator, none of whom has begun.
   *
   * @param measured counts the requests of the load
   * @param arrivals of an open model; empty in a closed one
   */
  public Users(Load load, WarmUp warmUp, Exchanges measured, Optional<Arrivals> arrivals) {
    this(load, load.concurrency(), warmUp, measured, arrivals);
  }

  private Users(
      Load load, int number, WarmUp warmUp, Exchanges measured, Optional<Arrivals> arrivals) {
    this.load = load;
    this.number = number;
    this.warmUp = warmUp;
    this.measured = measured;
    this.arrivals = arrivals;
    switch (load) {
      case ClosedLoad closed -> {
        think = closed.think();
        requests = closed.seconds().isPresent() ? Long.MAX_VALUE : closed.requests().getAsInt();
        nanos = closed.seconds().isPresent() ? closed.loadTime().toNanos() : Long.MAX_VALUE;
      }
      case OpenLoad _ -> {
        think = Optional.empty();
        requests = Long.MAX_VALUE;
        nanos = Long.MAX_VALUE;
      }
    }
    this.warmUpArrivals = load.open().map(Arrivals::ofWarmUp);
  }

  /**
   * Takes throw-away users from a warm-up to the end of a load, before the first user of this load
   * begins. The JIT compilers compile a branch that was never taken as a trap: all code that was
   * compiled around it would be discarded in the first measured second.
   */
  public void rehearse() {
    for (int life = 0; life < REHEARSALS; life++) {
      WarmUp beforehand = new WarmUp(load.warmUp(), Duration.ZERO);
      Optional<Arrivals> schedule = load.open().map(open -> new Arrivals(open, Duration.ZERO, 0));
      Users users = new Users(load, REHEARSING, beforehand, new Exchanges(), schedule);
      List<User> all = Stream.generate(users::join).limit(REHEARSING).toList();
      for (int turn = 0; turn < 2 * TURNS; turn++) {
        // The first user finds that the warm-up has ended before it sends, others when they go on.
        boolean endsWarmUp = turn == TURNS;
        Runnable end = endsWarmUp ? () -> beforehand.end("with the rehearsal") : () -> {};
        all.forEach(user -> user.rehearseTurn(end));
      }
      all.forEach(User::leave);
      all.forEach(user -> user.rehearseTurn(() -> {}));
    }
  }

  /** Sets what each user calls before its first measured request. */
  public void beforeLoad(Runnable action) {
    beforeLoad = action;
  }

  /** Returns a user who begins with the warm-up, if it goes on. */
  public User join() {
    return new User(false);
  }

  /** Returns a user who takes part in the drive of the warm-up only. */
  public User joinDrive() {
    return new User(true);
  }

  /** Returns the load before the measured one. */
  public WarmUp warmUp() {
    return warmUp;
  }

  /** Returns the counts of the measured requests. */
  public Exchanges exchanges() {
    return measured;
  }

  /** Returns the schedule of an open model; empty in a closed one. */
  public Optional<Arrivals> arrivals() {
    return arrivals;
  }

  /**
   * Returns the time in which all users were active: from the beginning of the last one to the end
   * of the first one, in ms since 1970; empty if there was no such time.
   */
  public Optional<Window> allActive() {
    Moment begin = lastBeginning;
    Moment end = firstEnd.get();
    return begin == null || end == null || begin.ms >= end.ms
        ? Optional.empty()
        : Optional.of(new Window(begin.ms, end.ms));
  }

  /** A user, whose requests follow one another; for one thread at a time. */
  public final class User {
    private final boolean onlyDrives;
    private final int place = warmUp.join();
    private Stage stage = Stage.WARM_UP;
    private Exchanges exchanges = warmUp.exchanges();
    private long left = Long.MAX_VALUE;
    private int sent;
    private int turns;
    private boolean isDone;

    /**
     * The plan of the next request: whether there is one, its time, and its schedule in an open
     * model.
     */
    private boolean isPlanned;

    private long dueNanos;
    private Optional<Arrivals> schedule = warmUpArrivals;
    private Arrival arrival; // null if the request is of no schedule

    private User(boolean onlyDrives) {
      this.onlyDrives = onlyDrives;
    }

    /**
     * Returns whether the user continues; plans its next request, if it has a turn. A user who has
     * sent its last request stays until all have: to close a connection is work for the service.
     */
    public boolean continues() {
      if (onlyDrives) {
        return planIf(warmUp.drives(), System.nanoTime());
      }
      if (stage == Stage.WARM_UP && warmUp.isOver()) {
        beginLoad();
      }
      long now = System.nanoTime();
      if (!isDone && (left == 0 || nanosToEnd(now) <= 0)) {
        leave();
      }
      return planIf(done.get() < number, now);
    }

    private boolean planIf(boolean goesOn, long now) {
      if (goesOn) {
        plan(now);
      }
      return goesOn;
    }

    /** Returns how long to pause before {@link #shouldSend}; rounded up to whole ms. */
    public Duration pause() {
      long now = System.nanoTime();
      long nanos = isPlanned ? Math.min(dueNanos - now, nanosToEnd(now)) : TURN.toNanos();
      return Duration.ofMillis(Math.ceilDiv(Math.max(0, nanos), 1_000_000));
    }

    /** Returns whether the user sends a request now, which counts in its present stage. */
    public boolean shouldSend() {
      if (!onlyDrives && stage == Stage.WARM_UP && warmUp.isOver()) {
        beginLoad();
      }
      long now = System.nanoTime();
      plan(now);
      if (!isPlanned || now - dueNanos < 0 || nanosToEnd(now) <= 0) {
        return false;
      }
      // Gatling's action has then had both results before the load.
      if (stage == Stage.WARM_UP && ++turns % LOOKS_TWICE == 0) {
        return false;
      }
      isPlanned = false;
      sent++;
      left--;
      if (arrival != null) {
        schedule.get().sent(arrival, now);
      }
      return true;
    }

    /** Returns whether its requests are of the warm-up or measured. */
    public Stage stage() {
      return stage;
    }

    /** Returns the number of its requests in both stages. */
    public int sent() {
      return sent;
    }

    /** Returns the counts of its requests. */
    public Exchanges exchanges() {
      return exchanges;
    }

    /**
     * Notes that a request has ended.
     *
     * @param ok whether its response was correct
     */
    public void end(boolean ok) {
      exchanges.end();
      if (arrival != null && ok) {
        schedule.get().received(arrival, System.nanoTime());
      }
    }

    /** Notes that the user has sent its last request, or cannot send another one. */
    public void leave() {
      isDone = true;
      isPlanned = false;
      firstEnd.compareAndSet(null, new Moment(System.nanoTime(), Clock.nowMs()));
      done.incrementAndGet();
    }

    private void rehearseTurn(Runnable beforeSending) {
      if (continues() && !pause().isNegative()) {
        beforeSending.run();
        if (shouldSend()) {
          exchanges.sent();
          exchanges.rehearse(sent);
          end(true);
        }
      }
    }

    /** Plans the next request, if it has a turn; a planned request stays. */
    private void plan(long now) {
      if (isPlanned || isDone) {
        return;
      }
      arrival = null;
      if (stage == Stage.WARM_UP && (warmUp.isIdle() || warmUp.drives())) {
        planAt(now, !warmUp.isIdle() && (onlyDrives || warmUp.drives(place)));
      } else if (schedule.isPresent()) {
        arrival = schedule.get().take(now).orElse(null);
        if (arrival == null) {
          leave();
        } else {
          planAt(arrival.scheduledNanos(), true);
        }
      } else {
        Duration pause = sent > 0 ? think.map(Think::next).orElse(Duration.ZERO) : Duration.ZERO;
        planAt(now + pause.toNanos(), true);
      }
    }

    private void planAt(long nanos, boolean hasTurn) {
      dueNanos = nanos;
      isPlanned = hasTurn;
    }

    /** Begins the load: the planned request, if any, becomes its first one. */
    private void beginLoad() {
      if (beforeLoad != null) {
        beforeLoad.run();
      }
      Moment now = new Moment(System.nanoTime(), Clock.nowMs());
      firstBeginning.compareAndSet(null, now);
      int before = startedUsers.getAndIncrement();
      if (before == number - 1) {
        lastBeginning = now;
      }
      stage = Stage.LOAD;
      exchanges = measured;
      exchanges.begin();
      schedule = arrivals;
      left = requests;
      Duration rampUp = load.rampUpTime();
      if (rampUp.isPositive()) {
        planAt(
            firstBeginning.get().nanos + rampUp.multipliedBy(before).dividedBy(number).toNanos(),
            true);
      } else if (arrivals.isPresent()) {
        isPlanned = false; // the schedule of the warm-up has ended
      }
    }

    /**
     * Returns the time to the end of a load of a given duration, which ends that long after the
     * last user has begun, for all users.
     */
    private long nanosToEnd(long now) {
      Moment last = lastBeginning;
      return nanos == Long.MAX_VALUE || last == null ? Long.MAX_VALUE : last.nanos + nanos - now;
    }
  }
}
