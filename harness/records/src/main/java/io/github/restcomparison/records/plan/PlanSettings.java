package io.github.restcomparison.records.plan;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Slo;
import io.github.restcomparison.records.plan.ExperimentPlan.Design;
import io.github.restcomparison.records.service.ServiceSpec;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.Content;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * All settings of an experiment, merged from defaults, study, file and options.
 *
 * @param services the user services by name; one for each value of the {@code parameters} in it
 * @param workload the requests to services
 * @param variants of this project
 * @param place where services run
 * @param slo that a search for capacity must meet
 */
public record PlanSettings(
    Map<String, ServiceSpec> services,
    @JsonUnwrapped Workload workload,
    List<String> variants,
    Load load,
    Design design,
    @JsonUnwrapped Place place,
    Optional<Slo> slo) {

  /**
   * The environment that services run in.
   *
   * @param cluster empty unless the runtime is {@code kubernetes}
   */
  public record Place(
      @Limits(words = {"bare", "docker", "kubernetes"}) ServiceRuntime runtime,
      Optional<ClusterSpec> cluster) {}

  private static final String OURS =
      """
      {"load": {"users": "1000", "requests": "100", "delay": "100ms", "wait": "fixed",
                "workers": "200", "warmUp": "40s"}}""";

  private static final String FOREIGN =
      """
      {"load": {"users": "100", "delay": "0ms", "warmUp": "40s"}}""";

  private static final String PLAN =
      """
      {"timeout": "60s", "load": {"wait": "stated"},
       "design": {"rounds": "3..10", "seed": "%d"}, "runtime": "bare"}""";

  private static final String SERVICE =
      """
      {"startLimit": "60s", "stopSignal": "TERM", "stopLimit": "10s"}""";

  /**
   * Returns the default load.
   *
   * @param isForeign whether user services are compared, whose speed is unknown
   */
  public static SettingTree usualLoad(boolean isForeign) {
    return SettingTree.of(isForeign ? FOREIGN : OURS);
  }

  /**
   * Returns the settings of a tree, with defaults of services and requests.
   *
   * @throws SettingException if one is invalid; the message names what the user typed
   */
  public static PlanSettings of(SettingTree given) {
    ObjectNode plan = given.check(PlanSettings.class).root().deepCopy();
    for (Map.Entry<String, JsonNode> each : plan.path("services").properties()) {
      String typed = given.typed(SettingTree.pointer("services", each.getKey()));
      complete(typed, each.getKey(), (ObjectNode) each.getValue());
    }
    expand(plan, given);
    completeLoad(plan.withObjectProperty("load"));
    completeRequests(plan, "/requests", given);
    completeRequests(plan, "/setup/requests", given);
    if (plan.path("beforeRun") instanceof ObjectNode before) {
      SettingTree.complete(before, "{\"limit\": \"60s\"}");
    }
    SettingTree.complete(plan, PLAN.formatted(ThreadLocalRandom.current().nextLong(1_000_000)));
    return given.bind(plan, PlanSettings.class);
  }

  /**
   * Replaces a service with {@code {NAME}} by one for each value of the parameter, such as {@code
   * mine@pool=10}.
   */
  private static void expand(ObjectNode plan, SettingTree given) {
    for (Map.Entry<String, JsonNode> each : plan.path("parameters").properties()) {
      String name = each.getKey();
      String typed = given.typed(SettingTree.pointer("parameters", name));
      ObjectNode expanded = JsonNodeFactory.instance.objectNode();
      for (Map.Entry<String, JsonNode> service : plan.path("services").properties()) {
        String text = service.getValue().toString();
        if (!text.contains("{" + name + "}")) {
          expanded.set(service.getKey(), service.getValue());
          continue;
        }
        for (String value : SettingTree.values(typed, each.getValue().asString())) {
          String quoted = JsonNodeFactory.instance.stringNode(value).toString();
          expanded.set(
              "%s@%s=%s".formatted(service.getKey(), name, value),
              SettingTree.of(
                      text.replace("{" + name + "}", quoted.substring(1, quoted.length() - 1)))
                  .root());
        }
      }
      boolean isUnused = expanded.equals(plan.path("services"));
      refuseIf(isUnused, "%s: no service has {%s} in its command or env", typed, name);
      plan.set("services", expanded);
    }
  }

  /** Converts settings of users whose form in a record differs. */
  private static void completeLoad(ObjectNode load) {
    if (load.path("workers").asString("").equals("virtual")) {
      load.remove("workers");
    }
    if (load.path("connections").asString("").equals("new")) {
      load.remove("connections");
      load.put("newConnections", true);
    }
    if (!load.has("requests") && !load.has("duration")) {
      load.put("duration", load.has("rate") ? "30s" : "15s");
    }
  }

  private static void complete(String typed, String name, ObjectNode service) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,39}") || name.endsWith("-control")) {
      throw new SettingException(
          "%s: name %s: must be 1 to 40 letters, digits, '.', '_' and '-', and not end in -control"
              .formatted(typed, name));
    }
    List<ObjectNode> origins =
        Arrays.stream(Origin.class.getPermittedSubclasses())
            .map(SettingSchema::keys)
            .filter(keys -> service.has(kind(keys)))
            .toList();
    if (origins.size() != 1) {
      throw new SettingException(
          "%s: has %s; must have one of command, image, url and variant"
              .formatted(
                  typed,
                  origins.isEmpty()
                      ? "none"
                      : String.join(" and ", origins.stream().map(PlanSettings::kind).toList())));
    }
    SettingTree.complete(service, SERVICE);
    ObjectNode origin = service.putObject("from");
    for (String key : SettingSchema.keys(Origin.class).propertyNames()) {
      if (service.has(key)) {
        ObjectNode only = origins.getFirst();
        refuseIf(!only.has(key), "%s: %s: not with %s", typed, key, kind(only));
        origin.set(key, service.remove(key));
      }
    }
  }

  /** Returns the first of the keys that state how a service is started or reached. */
  private static String kind(ObjectNode keys) {
    return keys.propertyNames().iterator().next();
  }

  private static void completeRequests(ObjectNode plan, String pointer, SettingTree given) {
    for (int i = 0; i < plan.at(pointer).size(); i++) {
      ObjectNode request = (ObjectNode) plan.at(pointer).get(i);
      refuseIf(
          request.has("weight") && pointer.startsWith("/setup"),
          given.typed(pointer + "/" + i + "/weight") + ": only in requests of the load");
      complete(given.typed(pointer + "/" + i), request);
    }
  }

  private static void complete(String typed, ObjectNode request) {
    ObjectNode stated = request.deepCopy();
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    for (String key : SettingSchema.keys(Content.class).propertyNames()) {
      if (stated.has(key)) {
        content.set(key, stated.remove(key));
      }
    }
    if (content.size() > 1) {
      throw new SettingException(
          "%s: has %s; must have one of them"
              .formatted(typed, String.join(" and ", content.propertyNames())));
    }
    if (!content.isEmpty()) {
      stated.set("content", content);
    }
    String method = stated.path("method").asString(content.isEmpty() ? "GET" : "POST");
    String path = stated.path("path").asString("");
    request.removeAll();
    request.put("name", method + " " + path).put("weight", 1).put("method", method);
    request.put("path", path).putObject("expect");
    request.setAll(stated);
  }
}
