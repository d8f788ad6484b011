package io.github.restcomparison.records.service;

import java.util.Map;

/**
 * The services of the user's that an experiment compares.
 *
 * @param services by the names that the user gave them
 * @param workload what all of them are asked
 */
public record UserServices(Map<String, ServiceSpec> services, Workload workload) {

  /** Whether a name is that of a service which is not this project's. */
  public boolean isForeign(String name) {
    return services.containsKey(name) && !(services.get(name).from() instanceof Origin.OfCatalogue);
  }
}
