package io.github.restcomparison.records.plan;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A plan of schema 1, which had all settings side by side, until November 2026. */
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

  /** Makes schema 2 of a plan of schema 1; does nothing to any other. */
  static void upgrade(JsonNode json) {
    if (!(json instanceof ObjectNode plan) || plan.path("schema").asInt() != 1) {
      return;
    }
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
    if (json instanceof ObjectNode plan && plan.path("schema").asInt() == 1) {
      upgrade(plan.path("runs"));
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
