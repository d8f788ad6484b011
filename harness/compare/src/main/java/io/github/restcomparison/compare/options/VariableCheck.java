package io.github.restcomparison.compare.options;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.records.plan.SettingSchema;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.Secrets;
import io.github.restcomparison.records.service.Workload;
import io.github.restcomparison.records.service.Workload.RequestSpec;
import io.github.restcomparison.records.settings.SettingException;
import java.util.Map;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Checks the variables of the environment that services and requests refer to. */
final class VariableCheck {
  private static final String HEADERS = "(/setup)?/requests/\\d+/headers/.*";

  /** The maximum length of typed text in a message: a body may be long. */
  private static final int MAX_SHOWN = 100;

  private final SettingTree tree;
  private final Map<String, String> environment;

  VariableCheck(SettingTree tree, Map<String, String> environment) {
    this.tree = tree;
    this.environment = environment;
  }

  /**
   * Checks all of them.
   *
   * @throws SettingException if one is not set, or cannot be sent; the message names what the user
   *     typed around it
   */
  void check() {
    check(tree.at("/services"), JsonPointer.valueOf("/services"));
    for (String key : SettingSchema.keys(Workload.class).propertyNames()) {
      JsonPointer at = JsonPointer.empty().appendProperty(key);
      check(tree.at(at.toString()), at);
    }
  }

  private void check(JsonNode value, JsonPointer at) {
    check(value.asString(""), at);
    value
        .properties()
        .forEach(
            each -> {
              JsonPointer inside = at.appendProperty(each.getKey());
              check(each.getKey(), inside);
              check(each.getValue(), inside);
            });
    if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        check(value.get(i), at.appendIndex(i));
      }
    }
  }

  private void check(String text, JsonPointer at) {
    try {
      Secrets.of(text, environment).values().forEach((name, value) -> check(name, value, at));
    } catch (SettingException e) {
      String typed = tree.typed(at.toString());
      String shown = typed.length() > MAX_SHOWN ? typed.substring(0, MAX_SHOWN) + "…" : typed;
      throw new SettingException(shown + ": " + e.getMessage());
    }
  }

  private static void check(String name, String value, JsonPointer at) {
    // The JVM's replacement of a byte that is not UTF-8.
    refuseIf(value.indexOf('\ufffd') >= 0, "${%s}: must be text in UTF-8", name);
    refuseIf(
        at.toString().matches(HEADERS) && !RequestSpec.isHeaderValue(value),
        "${%s}: a header must be one line without control characters",
        name);
  }
}
