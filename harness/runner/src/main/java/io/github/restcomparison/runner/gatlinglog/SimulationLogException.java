package io.github.restcomparison.runner.gatlinglog;

import java.io.IOException;
import java.nio.file.Path;

/** Says in one line which simulation.log cannot be read, what is wrong with it, and where. */
public final class SimulationLogException extends IOException {
  private static final long serialVersionUID = 1L;

  SimulationLogException(Path log, String problem) {
    super(log + ": " + problem);
  }
}
