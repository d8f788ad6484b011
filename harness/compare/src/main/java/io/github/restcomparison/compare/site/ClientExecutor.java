package io.github.restcomparison.compare.site;

import io.github.restcomparison.compare.gatling.RunExecutor;
import io.github.restcomparison.records.RunFolder;
import io.github.restcomparison.runner.ClientRun;
import io.github.restcomparison.runner.settings.RunRequest;
import io.github.restcomparison.runner.settings.Target;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Measures a run in which the clients are compared: each sends the same burst to a fresh service.
 *
 * @param project the folder that contains the modules
 */
record ClientExecutor(Path project) implements RunExecutor {
  private static final String SERVICE = "spring-boot";

  @Override
  public Ended run(RunRequest request, Path folder, Consumer<String> live)
      throws IOException, InterruptedException {
    Target.Planned target = (Target.Planned) request.target();
    HttpClientVariant client = HttpClientVariant.of(target.entry()).orElseThrow();
    ClientRun run = new ClientRun(project, client, Catalogue.variant(SERVICE), request);
    new RunFolder(folder).write(run.measure(folder));
    return new Ended(DONE, "");
  }
}
