package io.github.restcomparison.compare.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restcomparison.compare.experiment.HostCheck;
import io.github.restcomparison.records.plan.ExperimentPlan;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.host.Placement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variants whose module is not built are refused before anything is started. */
class NotBuiltTest {
  @TempDir private Path project;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--variants=jetty-7 | jetty-7: servers/historical/jetty-7 is not in this distribution; a clone of the project has it",
        "--service=a=jetty-7 | a: servers/historical/jetty-7 is not in this distribution; a clone of the project has it",
        "--variants=client-async | client-async: servers/clients is not in this distribution; a clone of the project has it",
      })
  void theyAreNamed(String option, String why) throws Exception {
    ExperimentPlan plan = plan(option);
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> HostCheck.check(plan, 1, project))
        .withMessage(why);
  }

  @Test
  void thoseThatAreBuiltAreNot() throws Exception {
    Path target = Files.createDirectories(project.resolve("vertx-rest/target"));
    Files.writeString(target.resolve("classpath.txt"), "");
    assertThat(HostCheck.check(plan("--variants=vertx-rest@EVENT_LOOPS=1"), 1, project))
        .isEqualTo(Placement.ANYWHERE);
  }

  private static ExperimentPlan plan(String option) throws Exception {
    var reader = Typed.run(option, "--users=1", "--rounds=1");
    return reader.plan(reader.compared().names(), Placement.ANYWHERE, Optional.empty());
  }
}
