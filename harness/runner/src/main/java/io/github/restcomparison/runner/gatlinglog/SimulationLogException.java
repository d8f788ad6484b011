package io.github.restcomparison.runner.gatlinglog;

import java.io.IOException;
import java.nio.file.Path;

/** A simulation.log cannot be read; the one-line message names the file and the problem. */
public final class SimulationLogException extends IOException {
  private static final long serialVersionUID = 1L;

  SimulationLogException(Path log, String problem) {
    super(log + ": " + problem);
  }
}
