package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.compare.file.CompareFile;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.Origin;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.UserService;
import io.github.restcomparison.records.service.UserServices;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.servicekit.Endpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The services of the user's in the settings: their defaults, parameters and checks. */
final class ServiceReader {
  private ServiceReader() {}

  /** Whether one of them is not of this project. */
  static boolean isForeign(SettingTree given) {
    for (JsonNode service : given.at("/services")) {
      if (!service.path("from").has("variant")) {
        return true;
      }
    }
    return false;
  }

  /** Adds what services and a workload need not state. */
  static void complete(SettingTree given) {
    JsonNode ready = given.root().remove("ready");
    JsonNode workers = given.at("/load/workers");
    for (String name : given.at("/services").propertyNames()) {
      ObjectNode service = (ObjectNode) given.at(SettingTree.pointer("services", name));
      complete(
          service,
          """
          {"env": {}, "lifecycle": {"startLimit": "60s", "stopSignal": "TERM", "stopLimit": "10s"}}
          """);
      boolean isOurs = service.path("from").has("variant");
      if (ready != null && !isOurs) {
        String said = "--ready " + ready.asString();
        given.set(said, ready, "services", name, "lifecycle", "ready");
      }
      if (workers.isString() && !workers.asString().equals("virtual") && !isOurs) {
        given.set(given.typed("/load/workers"), workers, "services", name, "workers");
      }
    }
    ObjectNode workload = given.root().withObjectProperty("workload");
    complete(
        workload,
        """
        {"timeout": "60s", "insecure": "false", "keepCookies": "false"}""");
    if (!isForeign(given) && !workload.has("requests") && !workload.has("simulation")) {
      ObjectNode request = JsonNodeFactory.instance.objectNode().put("path", Endpoint.RESOURCE);
      workload.putArray("requests").add(CompareFile.completeRequest(request));
    }
  }

  /** Adds what a section does not state. */
  static void complete(ObjectNode section, String usual) {
    ObjectNode stated = section.deepCopy();
    section.setAll(SettingTree.of(usual).root());
    SettingTree.merge(section, stated);
  }

  /**
   * Returns the services; one with {@code {NAME}} becomes one for each value of the parameter, such
   * as {@code mine@pool=10}.
   *
   * @param parameters null for none
   * @throws UsageException if no service has a parameter
   */
  static UserServices read(
      Map<String, ServiceSpec> services, Workload workload, JsonNode parameters, SettingTree tree) {
    Map<String, ServiceSpec> all = new LinkedHashMap<>(services);
    if (parameters != null) {
      for (Map.Entry<String, JsonNode> each : parameters.properties()) {
        String name = each.getKey();
        String said = tree.typed(SettingTree.pointer("parameters", name));
        if (all.values().stream().noneMatch(spec -> spec.has(name))) {
          throw new UsageException(
              "%s: no service has {%s} in its command or env".formatted(said, name));
        }
        Map<String, ServiceSpec> expanded = new LinkedHashMap<>();
        for (Map.Entry<String, ServiceSpec> service : all.entrySet()) {
          ServiceSpec spec = service.getValue();
          if (!spec.has(name)) {
            expanded.put(service.getKey(), spec);
            continue;
          }
          for (String value : Options.values(said, each.getValue().asString())) {
            expanded.put(
                "%s@%s=%s".formatted(service.getKey(), name, value), spec.filled(name, value));
          }
        }
        all = expanded;
      }
    }
    return new UserServices(all, workload);
  }

  /**
   * Checks what would fail once services are started.
   *
   * @throws UsageException if a variant, a folder or a variable of the environment is missing
   */
  static void check(UserServices all) {
    all.services()
        .forEach(
            (name, service) -> {
              if (service.from() instanceof Origin.OfCatalogue(String variant)) {
                VariantNames.variant(variant);
              }
              if (service.from() instanceof Origin.Command(String line, Optional<String> folder)
                  && !Files.isDirectory(Path.of(folder.orElse(".")))) {
                throw new UsageException(
                    "service %s: no such directory: %s".formatted(name, folder.orElse(".")));
              }
              try {
                new UserService(service, all.workload()).secrets(System.getenv());
              } catch (SettingException e) {
                throw new UsageException("service %s: %s".formatted(name, e.getMessage()));
              }
            });
  }
}
