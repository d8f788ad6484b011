package io.github.restcomparison.records.service;

import java.util.Map;
import java.util.Optional;

/**
 * The services of the user's that an experiment compares.
 *
 * @param services by the names that the user gave them
 * @param workload what all of them are asked
 */
public record UserServices(Map<String, ServiceSpec> services, Workload workload) {

  /** Returns how what is compared under a name comes to be there, with services or without. */
  public static Origin origin(Optional<UserServices> users, String name) {
    return users.map(all -> all.origin(name)).orElse(new Origin.OfCatalogue(name));
  }

  /**
   * Returns how what is compared under a name comes to be there. One that is no service of the
   * user's is a variant. Settings may follow a name: {@code mine@WORKERS=16} if {@code mine} is a
   * variant.
   */
  public Origin origin(String name) {
    String base = services.containsKey(name) ? name : name.replaceFirst("@.*", "");
    return switch (services.containsKey(base) ? services.get(base).from() : null) {
      case null -> new Origin.OfCatalogue(name);
      case Origin.OfCatalogue(String variant) ->
          new Origin.OfCatalogue(variant + name.substring(base.length()));
      case Origin foreign -> foreign;
    };
  }
}
