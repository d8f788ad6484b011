package io.github.restcomparison.compare.cli;

import io.github.restcomparison.compare.options.PlanReader;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.service.FirstRequest;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code compare startup}: how long services take to their first correct response. */
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
    reader.compared().users().ifPresent(StartUpCommand::refuseUnseen);
    return reader.plan(reader.compared().names(), placement(), Optional.empty()).ofStartUp();
  }

  /** Only what is started here, and answers a request without records and set-up, is seen. */
  private static void refuseUnseen(UserServices users) {
    refuseAddresses(users, "start");
    SettingException.refuseIf(
        FirstRequest.of(users.workload(), Secrets.NONE, true).isEmpty(),
        "requests: one must need no records, no set-up, no form, and no header of the connection");
  }
}
