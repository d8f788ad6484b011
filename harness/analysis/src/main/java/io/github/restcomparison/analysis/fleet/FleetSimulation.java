package io.github.restcomparison.analysis.fleet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Requests one by one, event by event: a user asks a node; the request takes a worker, or queues
 * for one; waits for the back end; takes the CPU that is free first, for an exponential time; and
 * is answered. The same seed gives the same simulation.
 */
public final class FleetSimulation {
  private static final int ASKS = 0;
  private static final int WAITED = 1;
  private static final int COMPUTED = 2;
  private static final int KIND_BITS = 2;
  private static final int TURN_BITS = 8;
  private static final int NOBODY = -1;
  private static final double NANOS = 1e9;
  private static final int SLOWER = 10;
  private static final int DEAD_SHARE = 10;

  /** Beyond an hour all latencies are alike. */
  private static final long MOST_MICROS = 3_600_000_000L;

  private final Fleet fleet;
  private final Incident incident;
  private final long fromNanos;
  private final long toNanos;
  private final SplittableRandom random;
  private final EventQueue events;
  private final Histogram latencies = new Histogram(MOST_MICROS, 3);

  /** By user: the node it asks, when it asked, who queues behind it, and how often it has asked. */
  private final int[] nodeOf;

  private final long[] askedAt;
  private final int[] next;
  private final byte[] turn;

  /** By node: requests in it, workers that are held, and the queue for them. */
  private final int[] inNode;

  private final int[] held;
  private final int[] head;
  private final int[] tail;

  /** By node and CPU: when it is free again. */
  private final long[] freeAt;

  private int alive;
  private long answered;
  private long refused;
  private long failed;

  /**
   * Prepares it.
   *
   * @param from when the incident begins, in s
   * @param to when it ends, in s
   * @param seconds to simulate
   */
  public FleetSimulation(Fleet fleet, Incident incident, int from, int to, int seconds, long seed) {
    this.fleet = fleet;
    this.incident = incident;
    fromNanos = (long) (from * NANOS);
    toNanos = (long) (to * NANOS);
    random = new SplittableRandom(seed);
    events = new EventQueue((long) (seconds * NANOS));
    int people = incident == Incident.BURST ? 2 * fleet.users() : fleet.users();
    nodeOf = new int[people];
    askedAt = new long[people];
    next = new int[people];
    turn = new byte[people];
    inNode = new int[fleet.nodes()];
    held = new int[fleet.nodes()];
    head = new int[fleet.nodes()];
    tail = new int[fleet.nodes()];
    freeAt = new long[fleet.nodes() * fleet.cpus().servers()];
    alive = fleet.nodes();
    Arrays.fill(nodeOf, NOBODY);
    Arrays.fill(head, NOBODY);
    for (int user = 0; user < people; user++) {
      long start = user < fleet.users() ? 0 : fromNanos;
      // Who thinks has no memory of when that began: the load is what it stays from the start.
      long first =
          exponential(fleet.thinkSeconds())
              + (long) (random.nextDouble() * fleet.waitSeconds() * NANOS);
      events.add(start + first, event(ASKS, user));
    }
  }

  /** Simulates all of it, second by second. */
  public List<FleetSecond> run() {
    List<FleetSecond> seconds = new ArrayList<>();
    long second = (long) NANOS;
    for (long event = events.take(); event >= 0; event = events.take()) {
      while (events.nanos() >= second) {
        seconds.add(seconds());
        dieOrLive(second, events.nanos());
        second += (long) NANOS;
      }
      happen(event, events.nanos());
    }
    seconds.add(seconds());
    return seconds;
  }

  private void happen(long event, long now) {
    int user = (int) (event >> KIND_BITS + TURN_BITS);
    if ((byte) (event >> KIND_BITS) != turn[user]) {
      return; // of a request that has failed since
    }
    switch ((int) (event & (1 << KIND_BITS) - 1)) {
      case ASKS -> ask(user, now);
      case WAITED -> compute(user, now);
      default -> answer(user, now);
    }
  }

  private void ask(int user, long now) {
    if (user >= fleet.users() && now >= toNanos) {
      return; // came with the burst, and goes with it
    }
    int node = random.nextInt(alive);
    if (inNode[node] >= fleet.mostWaiting().orElse(Integer.MAX_VALUE)) {
      refused++;
      useCpu(node, now);
      askAgain(user, now);
      return;
    }
    nodeOf[user] = node;
    askedAt[user] = now;
    inNode[node]++;
    if (held[node] < fleet.workers().orElse(Integer.MAX_VALUE)) {
      held[node]++;
      await(user, now);
    } else {
      enqueue(node, user);
    }
  }

  private void await(int user, long now) {
    boolean slow = incident == Incident.SLOW_BACK_END && now >= fromNanos && now < toNanos;
    double wait = fleet.waitSeconds() * (slow ? SLOWER : 1);
    events.add(now + (long) (wait * NANOS), event(WAITED, user));
  }

  private void compute(int user, long now) {
    events.add(useCpu(nodeOf[user], now), event(COMPUTED, user));
  }

  /** First come, first served: whoever comes takes the CPU that is free first. */
  private long useCpu(int node, long now) {
    int servers = fleet.cpus().servers();
    int first = node * servers;
    for (int cpu = node * servers + 1; cpu < (node + 1) * servers; cpu++) {
      if (freeAt[cpu] < freeAt[first]) {
        first = cpu;
      }
    }
    freeAt[first] = Math.max(now, freeAt[first]) + exponential(fleet.cpus().serviceSeconds());
    return freeAt[first];
  }

  private void answer(int user, long now) {
    int node = nodeOf[user];
    answered++;
    latencies.recordValue(Math.min(MOST_MICROS, (now - askedAt[user]) / 1_000));
    nodeOf[user] = NOBODY;
    inNode[node]--;
    held[node]--;
    int queued = head[node];
    if (queued != NOBODY) {
      head[node] = next[queued];
      held[node]++;
      await(queued, now);
    }
    askAgain(user, now);
  }

  private void askAgain(int user, long now) {
    turn[user]++;
    events.add(now + exponential(fleet.thinkSeconds()), event(ASKS, user));
  }

  private void enqueue(int node, int user) {
    next[user] = NOBODY;
    if (head[node] == NOBODY) {
      head[node] = user;
    } else {
      next[tail[node]] = user;
    }
    tail[node] = user;
  }

  /** The last nodes die: all that was in them has failed, and who asked asks another. */
  private void dieOrLive(long second, long now) {
    if (incident != Incident.NODES_DIE) {
      return;
    }
    if (second == fromNanos) {
      alive = Math.max(1, fleet.nodes() - Math.max(1, fleet.nodes() / DEAD_SHARE));
      for (int user = 0; user < nodeOf.length; user++) {
        if (nodeOf[user] >= alive) {
          nodeOf[user] = NOBODY;
          failed++;
          askAgain(user, now);
        }
      }
      Arrays.fill(inNode, alive, fleet.nodes(), 0);
      Arrays.fill(held, alive, fleet.nodes(), 0);
      Arrays.fill(head, alive, fleet.nodes(), NOBODY);
      Arrays.fill(freeAt, alive * fleet.cpus().servers(), freeAt.length, 0);
    } else if (second == toNanos) {
      alive = fleet.nodes();
    }
  }

  private FleetSecond seconds() {
    FleetSecond second =
        new FleetSecond(
            answered,
            refused,
            failed,
            latencies.getValueAtPercentile(50) / 1e3,
            latencies.getValueAtPercentile(99) / 1e3,
            Arrays.stream(inNode).max().orElse(0),
            Arrays.stream(inNode).asLongStream().sum());
    answered = 0;
    refused = 0;
    failed = 0;
    latencies.reset();
    return second;
  }

  private long exponential(double meanSeconds) {
    return (long) (-Math.log(1 - random.nextDouble()) * meanSeconds * NANOS);
  }

  private long event(int kind, int user) {
    return ((long) user << TURN_BITS | turn[user] & 0xff) << KIND_BITS | kind;
  }
}
