package io.github.restcomparison.records.service;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.github.restcomparison.records.settings.SettingException;

/**
 * A Gatling simulation of the user's own, in place of requests.
 *
 * @param className its class
 * @param folder with its classes and jars, or its sources in Java
 */
public record UserSimulation(String className, String folder) {

  /**
   * Checks the name.
   *
   * @throws SettingException where it is no name of a class
   */
  public UserSimulation {
    if (!className.matches("([A-Za-z_$][\\w$]*\\.)*[A-Za-z_$][\\w$]*")) {
      throw SettingException.mustBe("class", className, "such as com.acme.OrdersSimulation");
    }
  }

  /** The name without its package, by which Gatling names its folders. */
  @JsonIgnore
  public String simpleName() {
    return className.substring(className.lastIndexOf('.') + 1);
  }
}
