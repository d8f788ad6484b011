package io.github.restcomparison.servicekit;

import picocli.CommandLine.Option;

/** The threads that may block at once in a service whose model blocks a thread per request. */
public final class Workers {
  @Option(names = "--workers", paramLabel = "1..20000|virtual")
  private String workers = "200";

  /** Whether each request has a virtual thread of its own. */
  public boolean areVirtual() {
    return workers.equals("virtual");
  }

  /** The platform threads of the pool; 0 for virtual threads. */
  public int threads() {
    return areVirtual() ? 0 : Integer.parseInt(workers);
  }
}
