package io.github.restcomparison.runner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.RunSamples.Second;
import io.github.restcomparison.records.RunSamples.Window;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures of random loads of two injectors, against the definition of each figure. */
class LoadFiguresTest {
  private static final int LAST_MS = 200_000; // more than three pages of counts

  private record Sent(String name, long startMs, long endMs, boolean ok) {
    int latency() {
      return (int) (endMs - startMs);
    }
  }

  private final List<Sent> all = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void figuresAreThoseOfTheirDefinitions(int seed) throws IOException {
    Random random = new Random(seed);
    GatlingLog log = log(random);
    List<Window> kept = windows(random, false);
    List<Window> excluded = windows(random, true);
    LoadFigures figures = log.figures(kept, excluded);

    Predicate<Sent> isKept = each -> kept.stream().anyMatch(time -> time.contains(each.endMs));
    assertThat(figures.inWindow().counts()).isEqualTo(latencies(isKept).counts());
    assertThat(log.okCount(kept)).isEqualTo(latencies(isKept).total()).isPositive();
    for (int tenth = 0; tenth < 10; tenth++) {
      int number = tenth;
      assertThat(figures.tenths().get(tenth).counts())
          .as("%d", tenth)
          .isEqualTo(latencies(isKept.and(each -> tenth(kept, each.endMs) == number)).counts())
          .isNotEmpty();
    }
    Predicate<Sent> isOutside =
        each -> excluded.stream().noneMatch(time -> time.overlaps(each.startMs, each.endMs));
    assertThat(figures.latencies().counts()).isEqualTo(latencies(isOutside).counts()).isNotEmpty();
    figures
        .byName()
        .forEach(
            (name, own) ->
                assertThat(own.counts())
                    .isEqualTo(latencies(isOutside.and(each -> each.name.equals(name))).counts()));
    assertThat(figures.byName()).hasSize(7);
    assertThat(figures.inFlight()).isCloseTo(inFlight(kept), within(1e-9));
    assertThat(log.longestStall(kept)).isEqualTo(longestStall(kept));
    assertThat(figures.seconds()).isEqualTo(seconds(log.firstStartMs(), log.lastEndMs()));
  }

  /** By the kept ms that have passed with this one. */
  private static int tenth(List<Window> kept, long ms) {
    long passed =
        kept.stream().mapToLong(time -> Math.clamp(ms - time.startMs(), 0, time.ms())).sum();
    return (int) Math.ceil(10.0 * passed / kept.stream().mapToLong(Window::ms).sum()) - 1;
  }

  private GatlingLog log(Random random) throws IOException {
    List<byte[]> logs = new ArrayList<>();
    for (int injector = 0; injector < 2; injector++) {
      List<Sent> own = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        long start = random.nextInt(LAST_MS);
        boolean isOk = random.nextInt(10) > 0;
        long end = start + (random.nextInt(20) == 0 ? 0 : random.nextInt(3_000));
        own.add(new Sent("name " + random.nextInt(7), start, end, isOk));
      }
      // Events are written some ms after they happen.
      Map<Sent, Long> written = new TreeMap<>(Comparator.comparing(Sent::toString));
      own.forEach(each -> written.put(each, each.endMs + random.nextInt(2_500)));
      own = new ArrayList<>(written.keySet());
      own.sort(Comparator.comparing(written::get));
      all.addAll(own);
      List<Sent> inOrder = own;
      logs.add(
          LogBytes.of(
              log -> {
                log.user(GatlingLog.SCENARIO, true, 0);
                inOrder.forEach(
                    each -> log.request(each.name, each.startMs, each.endMs, each.ok, "no"));
                log.user(GatlingLog.SCENARIO, false, LAST_MS);
              }));
    }
    return GatlingLog.of(
        List.of(() -> LogBytes.open(logs.get(0)), () -> LogBytes.open(logs.get(1))),
        Optional.empty());
  }

  private static List<Window> windows(Random random, boolean mayOverlap) {
    List<Window> windows = new ArrayList<>();
    long at = 10_000;
    for (int i = 0; i < 20; i++) {
      long from = at + random.nextInt(4_000);
      at = from + random.nextInt(5_000);
      windows.add(new Window(mayOverlap ? from - random.nextInt(1_000) : from, at));
    }
    return windows;
  }

  private Latencies latencies(Predicate<Sent> which) {
    Latencies latencies = new Latencies();
    all.stream().filter(Sent::ok).filter(which).forEach(each -> latencies.add(each.latency()));
    return latencies;
  }

  private double inFlight(List<Window> kept) {
    double sum = 0;
    for (Window time : kept) {
      for (Sent each : all) {
        long from = Math.max(each.startMs, time.startMs());
        sum += each.ok ? Math.max(0, Math.min(each.endMs, time.endMs()) - from) : 0;
      }
    }
    return sum / kept.stream().mapToLong(Window::ms).sum();
  }

  private Window longestStall(List<Window> kept) {
    Set<Long> ends = new HashSet<>();
    all.forEach(each -> ends.add(each.endMs));
    Window longest = new Window(0, 0);
    for (Window time : kept) {
      long before = time.startMs();
      for (long ms = before + 1; ms <= time.endMs(); ms++) {
        if (ends.contains(ms) || ms == time.endMs()) {
          longest = ms - before > longest.ms() ? new Window(before, ms) : longest;
          before = ms;
        }
      }
    }
    return longest;
  }

  private List<Second> seconds(long firstMs, long lastMs) {
    List<Second> seconds = new ArrayList<>();
    for (long from = firstMs; from <= lastMs; from += 1_000) {
      Window second = new Window(from - 1, from + 999);
      Latencies ok = latencies(each -> second.contains(each.endMs));
      long failed = all.stream().filter(each -> !each.ok && second.contains(each.endMs)).count();
      seconds.add(
          new Second(
              from,
              ok.total(),
              failed,
              ok.total() == 0 ? 0 : ok.percentile(50),
              ok.total() == 0 ? 0 : ok.percentile(99),
              ok.total() == 0 ? 0 : ok.counts().lastKey()));
    }
    return seconds;
  }
}
