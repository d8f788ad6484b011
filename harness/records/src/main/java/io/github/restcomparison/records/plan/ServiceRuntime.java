package io.github.restcomparison.records.plan;

import java.util.Locale;

/** The environment that services run in. */
public enum ServiceRuntime {
  /** Each service is a process of the host. */
  BARE,

  /** Each service runs in a container of the host. */
  DOCKER,

  /** Each service runs in a pod of a cluster. */
  KUBERNETES;

  /** Returns its name in options, plans and requests, which Jackson uses too. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
