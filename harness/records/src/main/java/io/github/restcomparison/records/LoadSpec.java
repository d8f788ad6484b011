package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.records.settings.SettingException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The load of a run: who asks, how often, and what a request waits for. Plans, run requests and run
 * records have this same record; what a setting may be is checked here and nowhere else.
 *
 * @param users who all start at once, 1 or more; in an open model its connections
 * @param requestsPerUser one after the other, 1 to 1000000; 0 where nobody knows who will send how
 *     many: in an open model, and where there are {@code seconds}
 * @param delayMs the wait of one request, 0 to 600000: itself, the longest, or the period
 * @param waits which of the three, {@code fixed}, {@code uniform} or {@code shared-tick}; or the
 *     back end that takes this long, {@code http} or {@code sql}; {@code stated} where it is what a
 *     user says of services of the user's, 0 where the user says nothing. Records of old have none,
 *     and were all fixed
 * @param workers threads that may block at once, 1 to 20000; absent where nothing bounds them, as
 *     for virtual threads, and in the record of a model whose waiting blocks none
 * @param warmUpLimitMs what the silent load before may take at most, up to an hour; 0 for none
 * @param open the schedule by which requests come; absent in a closed model
 * @param downstreamConnections to the back end that requests wait for; absent for a clock, and
 *     before a run, for variants differ in it
 * @param seconds how long the users of a closed model ask, 1 to 3600; absent where they ask {@code
 *     requestsPerUser} times
 * @param protocol over TLS; absent for HTTP/1.1 without it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record LoadSpec(
    int users,
    int requestsPerUser,
    int delayMs,
    @JsonSetter(nulls = Nulls.AS_EMPTY) String waits,
    OptionalInt workers,
    int warmUpLimitMs,
    Optional<OpenModel> open,
    OptionalInt downstreamConnections,
    OptionalInt seconds,
    Optional<LoadProtocol> protocol) {

  /** What the users of one load generator may be; several together may have more. */
  public static final Range USERS = new Range("users", 1, 20_000);

  /** What the requests of each user may be. */
  public static final Range REQUESTS = new Range("requests", 1, 1_000_000);

  /** What the wait of a request may be. */
  public static final Range DELAY_MS = new Range("delay in ms", 0, 600_000);

  /** What the limit of the warm-up may be. */
  public static final Range WARM_UP_SECONDS = new Range("warm-up in seconds", 0, 3_600);

  private static final Range WORKERS = new Range("workers", 1, 20_000);
  private static final String VIRTUAL = "virtual";
  private static final int PERHAPS_MS = 500;

  /** What is measured where nobody says otherwise. */
  public static final LoadSpec USUAL =
      closed(1_000, 100, 100, "fixed", OptionalInt.of(200), 40_000);

  /**
   * Checks it.
   *
   * @throws SettingException where a setting is not what it may be
   */
  public LoadSpec {
    waits = waits.isEmpty() ? Delay.CLOCKS.getFirst() : waits;
    if (!Delay.CLOCKS.contains(waits)
        && !Delay.BACK_ENDS.contains(waits)
        && !waits.equals(Delay.STATED)) {
      throw new SettingException(
          "wait is '%s': it may be %s, %s or %s"
              .formatted(waits, String.join(", ", Delay.CLOCKS), Delay.HTTP, Delay.SQL));
    }
    new Range(USERS.setting(), USERS.min(), Integer.MAX_VALUE).check(users);
    if (open.isEmpty() && seconds.isEmpty()) {
      REQUESTS.check(requestsPerUser);
    }
    seconds.ifPresent(OpenModel.SECONDS::check);
    DELAY_MS.check(delayMs);
    workers.ifPresent(WORKERS::check);
    WARM_UP_SECONDS.check(Math.ceilDiv(warmUpLimitMs, 1_000));
    downstreamConnections.ifPresent(OpenModel.CONNECTIONS::check);
    if (protocol.filter(LoadProtocol::isHttp2).isPresent()
        && open.filter(OpenModel::newConnections).isPresent()) {
      throw SettingException.mustBe(
          "connections", "new", "a number: HTTP/2 has no Connection: close");
    }
  }

  /**
   * The load of one generator, whose users wait for each answer.
   *
   * @throws SettingException where a setting is not what it may be
   */
  public static LoadSpec closed(
      int users,
      int requestsPerUser,
      int delayMs,
      String waits,
      OptionalInt workers,
      int warmUpLimitMs) {
    return new LoadSpec(
        USERS.check(users),
        requestsPerUser,
        delayMs,
        waits,
        workers,
        warmUpLimitMs,
        Optional.empty(),
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty());
  }

  /**
   * The load of services of the user's.
   *
   * @param requestsPerUser 0 where there are seconds
   * @param delayMs what the user says that requests wait; 0 where the user says nothing
   * @throws SettingException where a setting is not what it may be
   */
  public static LoadSpec stated(
      int users, int requestsPerUser, OptionalInt seconds, int delayMs, int warmUpLimitMs) {
    return new LoadSpec(
        USERS.check(users),
        requestsPerUser,
        delayMs,
        Delay.STATED,
        OptionalInt.empty(),
        warmUpLimitMs,
        Optional.empty(),
        OptionalInt.empty(),
        seconds,
        Optional.empty());
  }

  /**
   * Reads the workers.
   *
   * @param text a number of threads, or {@code virtual}, which is no bound
   * @throws SettingException where it is neither
   */
  public static OptionalInt workers(String text) {
    if (text.equals(VIRTUAL)) {
      return OptionalInt.empty();
    }
    if (text.matches("\\d{1,5}") && WORKERS.contains(Integer.parseInt(text))) {
      return OptionalInt.of(Integer.parseInt(text));
    }
    throw SettingException.mustBe("workers", text, "between 1 and 20000, or virtual");
  }

  /** The workers as {@link #workers(String)} reads them. */
  public String workersText() {
    return workers.isPresent() ? Integer.toString(workers.getAsInt()) : VIRTUAL;
  }

  /** The same wait and warm-up under other users of a closed model. */
  public LoadSpec under(int otherUsers, int requestsOfEach, int otherDelayMs) {
    return closed(otherUsers, requestsOfEach, otherDelayMs, waits, workers, warmUpLimitMs)
        .with(protocol);
  }

  /**
   * The part of one of several load generators: its share of the users, or of the rate.
   *
   * @param number of the generator, from 1
   * @param of how many there are
   */
  public LoadSpec partOf(int number, int of) {
    return open.map(schedule -> by(schedule.partOf(number, of)))
        .orElseGet(() -> withUsers(users / of + (number <= users % of ? 1 : 0)));
  }

  /** What several load generators make together, whose parts are alike but for their sizes. */
  public static LoadSpec together(List<LoadSpec> parts) {
    LoadSpec first = parts.getFirst();
    return first.open.isPresent()
        ? first.by(OpenModel.together(parts.stream().map(part -> part.open.orElseThrow()).toList()))
        : first.withUsers(parts.stream().mapToInt(LoadSpec::users).sum());
  }

  private LoadSpec withUsers(int others) {
    return with(others, waits, workers, downstreamConnections, protocol);
  }

  /** The same by a schedule. */
  public LoadSpec by(OpenModel schedule) {
    return new LoadSpec(
        schedule.connections(),
        0,
        delayMs,
        waits,
        workers,
        warmUpLimitMs,
        Optional.of(schedule),
        downstreamConnections,
        OptionalInt.empty(),
        protocol);
  }

  /** The same for as long as so many requests of a user take, if it is for some time. */
  public LoadSpec lasting(int times) {
    int needed = Math.ceilDiv(delayMs * times, 1_000);
    return seconds.isEmpty()
        ? this
        : stated(users, 0, OptionalInt.of(Math.clamp(needed, 1, 3_600)), delayMs, warmUpLimitMs);
  }

  /** The same over another protocol, than HTTP/1.1 without TLS. */
  public LoadSpec over(LoadProtocol other) {
    return with(users, waits, workers, downstreamConnections, Optional.of(other));
  }

  private LoadSpec with(Optional<LoadProtocol> other) {
    return with(users, waits, workers, downstreamConnections, other);
  }

  /** The same as it is for one service, which has bounds of its own. */
  public LoadSpec boundBy(OptionalInt itsWorkers, OptionalInt itsConnections) {
    return with(users, waits, itsWorkers, itsConnections, protocol);
  }

  private LoadSpec with(
      int otherUsers,
      String otherWaits,
      OptionalInt otherWorkers,
      OptionalInt otherConnections,
      Optional<LoadProtocol> otherProtocol) {
    return new LoadSpec(
        otherUsers,
        requestsPerUser,
        delayMs,
        otherWaits,
        otherWorkers,
        warmUpLimitMs,
        open,
        otherConnections,
        seconds,
        otherProtocol);
  }

  /** What the settings allow, with the mean of the waits as the wait of a request. */
  public ThroughputLimits limits() {
    return new ThroughputLimits(users, workers, downstreamConnections, delay().mean());
  }

  /** How far apart answers come where all users are answered at once; 0 in an open model. */
  public Duration wave() {
    return open.isPresent() ? Duration.ZERO : delay().mean();
  }

  /** The same for a service of this project, which waits as long as is said of those beside it. */
  public LoadSpec ofOurs() {
    return waits.equals(Delay.STATED)
        ? with(users, Delay.CLOCKS.getFirst(), workers, downstreamConnections, protocol)
        : this;
  }

  /** What an answer is taken to wait for in ms, so that an open model has connections enough. */
  public int expectedDelayMs() {
    return isWaitUnknown() ? PERHAPS_MS : delayMs;
  }

  /** Whether nobody knows how much of a request's time is waiting. */
  @JsonIgnore
  public boolean isWaitUnknown() {
    return Delay.isUnknown(waits, delayMs);
  }

  /** How many requests all users have to send; empty where they ask for some time. */
  public OptionalLong requests() {
    return seconds.isPresent()
        ? OptionalLong.empty()
        : OptionalLong.of(open.map(OpenModel::requests).orElse((long) users * requestsPerUser));
  }

  /** The wait of one request. */
  public Delay delay() {
    return new Delay(waits, Duration.ofMillis(delayMs));
  }

  /** What the warm-up may take at most; 0 for none at all. */
  public Duration warmUpLimit() {
    return Duration.ofMillis(warmUpLimitMs);
  }

  /** Whether requests go over HTTP/2. */
  @JsonIgnore
  public boolean isHttp2() {
    return protocol.filter(LoadProtocol::isHttp2).isPresent();
  }

  /** Whether a request waits for a back end, and not for a clock. */
  public boolean asksBackEnd() {
    return Delay.BACK_ENDS.contains(waits);
  }
}
