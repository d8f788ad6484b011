package io.github.restcomparison.kubernetes;

import io.github.restcomparison.records.ClosedLoad;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.RunRequest.RunFlags;
import io.github.restcomparison.runner.settings.RunRequest.RunId;
import io.github.restcomparison.runner.settings.RunRequest.RunPlace;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/** Runs for tests. */
final class Runs {
  static final Load LOAD = ClosedLoad.of(1_000, 100, 100, Wait.FIXED, OptionalInt.of(200), 40_000);

  private Runs() {}

  /** Asks for the first run of an experiment. */
  static RunRequest request(Path folder) {
    return new RunRequest(
        new RunPlace(
            folder.resolve("gatling"), folder, "s", RunId.next("vertx-rest").withPosition(1)),
        ServiceSpec.ofVariant("vertx-rest"),
        Optional.empty(),
        LOAD,
        Placement.ANYWHERE,
        Optional.empty(),
        new RunFlags(ServiceRuntime.KUBERNETES, true, true));
  }
}
