package io.github.restcomparison.records.plan;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plans of before: those of schema 1 had all settings side by side, and no plan of before November
 * 22, 2026 said whether it ends early, for none did.
 */
final class FlatPlan {
  private static final Map<String, List<String>> PARTS =
      Map.of(
          "design", List.of("variants", "control", "rounds", "seed"),
          "load",
              List.of(
                  "users",
                  "requestsPerUser",
                  "delayMs",
                  "waits",
                  "open",
                  "workers",
                  "warmUpLimitMs"),
          "setup", List.of("host", "pinning"));

  private FlatPlan() {}

  /** Makes the current schema of a plan of before; does nothing to any other. */
  static void upgrade(JsonNode json) {
    if (json instanceof ObjectNode plan && plan.path("schema").asInt() == 1) {
      upgradeFlat(plan);
    }
    if (json.path("design") instanceof ObjectNode design && !design.has("earlyStop")) {
      design.put("earlyStop", false);
    }
  }

  private static void upgradeFlat(ObjectNode plan) {
    PARTS.forEach((part, settings) -> move(settings, plan, plan.putObject(part)));
    ObjectNode load = (ObjectNode) plan.get("load");
    if (load.path("workers").asString().equals("virtual")) {
      load.remove("workers");
    }
    JsonNode container = plan.remove("launcher");
    ((ObjectNode) plan.get("setup"))
        .put("runtime", container == null ? "bare" : container.asString());
    JsonNode memory = plan.remove("waiting");
    plan.put("memory", memory != null && memory.asBoolean());
    plan.put("schema", 2);
  }

  /** The same for the plan of many small experiments, which has one in it. */
  static void upgradeRuns(JsonNode json) {
    upgrade(json.path("runs"));
    if (json instanceof ObjectNode plan && plan.path("schema").asInt() == 1) {
      plan.put("schema", 2);
    }
  }

  private static void move(List<String> settings, ObjectNode from, ObjectNode to) {
    for (String setting : settings) {
      JsonNode value = from.remove(setting);
      if (value != null) {
        to.set(setting, value);
      }
    }
  }
}
