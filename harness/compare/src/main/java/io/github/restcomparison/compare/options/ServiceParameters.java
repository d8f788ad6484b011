package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.records.service.ServiceSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns services with a {@code {NAME}} in their command or environment into one for each value. */
final class ServiceParameters {
  private ServiceParameters() {}

  /**
   * The services, each of which has all values of its parameters in turn: {@code mine@pool=10}.
   *
   * @param parameters each {@code NAME=LIST}
   * @throws UsageException where one is no such thing, or no service has it
   */
  static Map<String, ServiceSpec> expanded(
      Map<String, ServiceSpec> services, List<String> parameters) {
    Map<String, ServiceSpec> all = services;
    for (String parameter : parameters) {
      String[] both = parameter.split("=", 2);
      if (both.length < 2 || !both[0].matches("[A-Za-z][A-Za-z0-9_-]*") || both[0].equals("port")) {
        throw new UsageException(
            "--param is '%s': it may be NAME=LIST, such as pool=10,20,50".formatted(parameter));
      }
      all = expanded(all, both[0], values(both[1]));
    }
    return all;
  }

  private static List<String> values(String list) {
    try {
      return Grid.parts(list);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--param: " + e.getMessage());
    }
  }

  private static Map<String, ServiceSpec> expanded(
      Map<String, ServiceSpec> services, String name, List<String> values) {
    Map<String, ServiceSpec> all = new LinkedHashMap<>();
    services.forEach(
        (service, spec) -> {
          if (!spec.has(name)) {
            all.put(service, spec);
            return;
          }
          values.forEach(
              value ->
                  all.put("%s@%s=%s".formatted(service, name, value), spec.filled(name, value)));
        });
    if (all.keySet().equals(services.keySet())) {
      throw new UsageException(
          "--param %s: no service has {%s} in its command or env".formatted(name, name));
    }
    return all;
  }
}
