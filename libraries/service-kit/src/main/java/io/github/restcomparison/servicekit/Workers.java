package io.github.restcomparison.servicekit;

import picocli.CommandLine.Option;

/** The threads that may block concurrently in a service whose model blocks a thread per request. */
public final class Workers {
  @Option(names = "--workers", paramLabel = "1..20000|virtual")
  private String workers = "200";

  /** Returns whether each request has a separate virtual thread. */
  public boolean areVirtual() {
    return workers.equals("virtual");
  }

  /** Returns the platform threads of the pool; 0 for virtual threads. */
  public int threads() {
    return areVirtual() ? 0 : Integer.parseInt(workers);
  }
}
