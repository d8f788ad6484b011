package io.github.restcomparison.runner.backend;

import io.github.restcomparison.records.settings.Delay;
import io.github.restcomparison.runner.host.Placement;
import io.github.restcomparison.runner.load.WarmUp;
import io.github.restcomparison.runner.sampling.Clock;
import io.github.restcomparison.runner.sampling.Sampler;
import io.github.restcomparison.runner.sampling.ServiceProbe;
import io.github.restcomparison.runner.service.ProcessLauncher;
import io.github.restcomparison.runner.service.ServiceProcess;
import io.github.restcomparison.runner.variants.Catalogue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The variant that costs least, in a JVM of its own, which answers after the delay. */
final class HttpBackEnd implements BackEndProcess {
  private final ServiceProcess process;
  private final ServiceProbe probe;
  private final Sampler sampler;
  private long requestsBefore;

  private HttpBackEnd(ServiceProcess process, ServiceProbe probe, Sampler sampler) {
    this.process = process;
    this.probe = probe;
    this.sampler = sampler;
  }

  /**
   * Starts one.
   *
   * @throws IOException where it does not start; nothing is left running then
   */
  static HttpBackEnd start(Path project, Delay delay, Placement placement, Clock clock, Path log)
      throws IOException, InterruptedException {
    Map<String, String> environment =
        Map.of(
            "HOST",
            "127.0.0.1",
            "WAIT",
            "fixed",
            "DELAY_MS",
            Long.toString(delay.longest().toMillis()));
    ServiceProcess process =
        ServiceProcess.start(
            project,
            Catalogue.variant(Catalogue.ANSWERS_AT_ONCE),
            environment,
            new ProcessLauncher(),
            placement,
            log);
    try {
      ServiceProbe probe = ServiceProbe.attach(process.pid());
      WarmUp none = new WarmUp(Duration.ZERO, Duration.ZERO);
      Sampler sampler =
          new Sampler(
              clock, Optional.of(process.pid()), Optional.of(probe), Optional.empty(), none);
      return new HttpBackEnd(process, probe, sampler);
    } catch (IOException | RuntimeException e) {
      process.close();
      throw e;
    }
  }

  @Override
  public Map<String, String> environment() {
    return Map.of("DOWNSTREAM", process.resource().toString());
  }

  @Override
  public Sampler sampler() {
    return sampler;
  }

  @Override
  public void beginSampling() {
    requestsBefore = probe.requestsSeen();
    BackEndProcess.super.beginSampling();
  }

  @Override
  public OptionalLong requestsSeen() {
    try {
      return OptionalLong.of(probe.requestsSeen() - requestsBefore);
    } catch (RuntimeException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    sampler.close();
    probe.close();
    process.close();
  }
}
