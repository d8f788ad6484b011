package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.ExperimentPlan;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code compare startup}: the time of services to their first correct response. */
@Command(name = "startup", mixinStandardHelpOptions = true)
final class StartUpCommand extends RunCommand {
  @Override
  ExperimentPlan newPlan() throws IOException {
    PlanReader reader =
        new PlanReader(
            spec,
            isForeign ->
                defaults(isForeign, "jersey-sync,jersey-async,vertx-rest", "10", "1s")
                    .set("", "1", "load", "users")
                    .set("", "1ms", "load", "delay")
                    .set("", "0s", "load", "warmUp"));
    reader.compared().users().ifPresent(users -> refuseAddresses(users, "start"));
    return reader.plan(reader.compared().names(), placement(), Optional.empty()).measuringStartUp();
  }
}
