package io.github.restcomparison.runner.figures;

import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.SettingTree;

/** Loads for tests. */
final class Loads {
  private Loads() {}

  /** Users who send 100 requests of 100 ms, at a pace. */
  static Load paced(int users, String think, String rampUp) {
    SettingTree pace =
        SettingTree.of(
            "{\"load\": {\"users\": \"%d\", \"think\": \"%s\", \"rampUp\": \"%s\"}}"
                .formatted(users, think, rampUp));
    return PlanSettings.of(pace.withFallback(PlanSettings.usualLoad(false))).load();
  }
}
