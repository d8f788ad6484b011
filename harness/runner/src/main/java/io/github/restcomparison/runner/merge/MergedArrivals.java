package io.github.restcomparison.runner.merge;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The requests of an open model that several injectors sent, each by its part of the schedule. Only
 * an injector knows when a request was due: its counts of latencies from then are added up. They
 * are without those that met what its own host disturbed, and with those that met a disturbance of
 * another's.
 *
 * @param shares of one run
 */
record MergedArrivals(List<InjectorRecord> shares) {

  /** What became of them; empty in a closed model. */
  Optional<Outcome> outcome() {
    List<Outcome> all =
        shares.stream()
            .flatMap(share -> share.record().load().stream())
            .flatMap(load -> load.open().stream())
            .toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Latencies corrected = corrected();
    return Optional.of(
        new Outcome(
            all.stream().mapToLong(Outcome::intended).sum(),
            all.stream().mapToLong(Outcome::dropped).sum(),
            all.stream().mapToLong(Outcome::waitedForConnection).sum(),
            latest(all),
            corrected.total() == 0 ? Optional.empty() : Optional.of(corrected.summary())));
  }

  /** Of the injector that was the latest: no percentile of all of them is above it. */
  private static OptionalInt latest(List<Outcome> all) {
    return all.stream().flatMapToInt(each -> each.sentLateP99Ms().stream()).max();
  }

  /** From when a request was due to its right answer; of none in a closed model. */
  Latencies corrected() {
    Latencies all = new Latencies();
    shares.stream()
        .flatMap(share -> share.samples().stream())
        .map(each -> each.load().corrected())
        .forEach(counts -> counts.forEach(all::add));
    return all;
  }
}
