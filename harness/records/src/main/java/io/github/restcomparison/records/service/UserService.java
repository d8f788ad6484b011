package io.github.restcomparison.records.service;

import java.util.Map;

/**
 * A service of the user's, and what it is asked.
 *
 * @param service how it comes to be there, and what is known of it
 * @param workload what it is asked
 */
public record UserService(ServiceSpec service, Workload workload) {

  /**
   * The variables of the environment that it refers to.
   *
   * @throws io.github.restcomparison.records.settings.SettingException if one is not set
   */
  public Secrets secrets(Map<String, String> environment) {
    return Secrets.of(toString(), environment);
  }
}
