package io.github.restcomparison.runner.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Latencies;
import io.github.restcomparison.records.OpenModel;
import io.github.restcomparison.records.OpenModel.Rate;
import io.github.restcomparison.records.RunFigures.ExcludedTime;
import io.github.restcomparison.records.RunSamples.Window;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan.Subject;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.load.Arrivals;
import io.github.restcomparison.runner.load.Arrivals.Arrival;
import io.github.restcomparison.runner.load.Exchanges;
import io.github.restcomparison.runner.load.Users;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.PauseWatch;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.service.RunningService;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import io.github.restcomparison.runner.variants.Contract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A request every second for three seconds; each took 100 ms and had a response of 300 bytes. */
class LocalGeneratorTest {
  private static final long START_MS = 50_000;
  private static final long NANOS_PER_MS = 1_000_000;

  private final Exchanges exchanges = new Exchanges();

  @Test
  void scheduleAndWindowHaveOneBeginning() {
    ExcludedTime second = new ExcludedTime(START_MS + 900, START_MS + 1_950, "steal 9 %");
    KeptTime kept = new KeptTime(new Window(START_MS, START_MS + 3_000), List.of(second));
    List<Window> leftOut = kept.excludedAfter(START_MS);
    LocalGenerator generator = generator();
    Latencies corrected = generator.corrected(leftOut);
    assertThat(corrected.counts()).as("of seconds 0 to 2, the last").isEqualTo(Map.of(100, 1L));
    OpenModel.Outcome open = generator.arrivals(leftOut, corrected).orElseThrow();
    assertThat(open.intended()).isEqualTo(3);
    assertThat(open.dropped()).isZero();
    assertThat(open.corrected().orElseThrow().max()).isEqualTo(100);
  }

  @Test
  void pressureBeforeTheRunAndUnknownFiguresAreRecorded() {
    KeptTime kept = KeptTime.whole(new Window(START_MS, START_MS + 3_000));
    Usage usage = new Usage(kept, 3);
    LocalGenerator generator = generator();
    assertThat(generator.corrected(List.of()).counts()).isEqualTo(Map.of(100, 3L));
    assertThat(generator.responseBytes()).isEqualTo(300);
    assertThat(generator.resources(usage).orElseThrow().cpuCores())
        .as("not sampled in that time")
        .isNaN();
    assertThat(generator.host(usage).orElseThrow().pressureBefore()).isEqualTo(0.02);
    assertThat(generator.host(usage).orElseThrow().stealShare()).isNaN();
    assertThat(generator.backEnd(usage)).isEmpty();
    assertThat(generator.warmUpSeconds()).isEmpty();
  }

  private LocalGenerator generator() {
    Contract contract = Contract.of(request());
    Arrivals arrivals = Arrivals.of(contract).orElseThrow();
    for (int sent = 0; sent < 3; sent++) {
      Arrival arrival = arrivals.take(START_MS * NANOS_PER_MS).orElseThrow();
      exchanges.sent();
      arrivals.sent(arrival, arrival.scheduledNanos());
      exchanges.received(300, Map.of("status", "200"), null);
      arrivals.received(arrival, arrival.scheduledNanos() + 100 * NANOS_PER_MS);
    }
    return new LocalGenerator(
        contract,
        new Sampler(RunningService.NONE, RunningService.NONE, WarmUp.of(contract)),
        new PauseWatch(System::nanoTime),
        new Users(contract.load(), WarmUp.of(contract), exchanges, Optional.of(arrivals)),
        Double.NaN);
  }

  private static RunRequest request() {
    OpenModel open = new OpenModel(new Rate(1, 1), 3);
    return new RunRequest(
        new RunPlace(Path.of("gatling"), Path.of("comparison"), "s", RunId.next("vertx-rest")),
        ServiceSpec.ofVariant("vertx-rest"),
        Optional.empty(),
        ClosedLoad.of(2, 3, 100, Wait.FIXED, OptionalInt.empty(), 40_000)
            .with(open, OptionalInt.of(2), false),
        Placement.ANYWHERE,
        Optional.empty(),
        new RunFlags(ServiceRuntime.BARE, false, false, Subject.LOAD, false, 0.02, Set.of()));
  }
}
