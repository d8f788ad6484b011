package io.github.restcomparison.runner.variants;

import io.github.restcomparison.records.DidYouMean;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.settings.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every variant that can be measured; {@code variants.json} beside this class lists them, and
 * {@code settings.json} what each module can be told.
 */
public final class Catalogue {
  /** The cheapest variant: with no delay, the load generator is calibrated against it. */
  public static final String ANSWERS_AT_ONCE = "vertx-rest";

  /** By whether they are clients. */
  private static final Map<Boolean, List<Variant>> ALL =
      Stream.of(JsonFiles.bind(read("variants.json"), Variant[].class))
          .collect(Collectors.partitioningBy(variant -> variant.module().equals("clients")));

  private static final JsonNode SETTINGS = read("settings.json");

  private Catalogue() {}

  private static JsonNode read(String name) {
    return new JsonMapper().readTree(Catalogue.class.getResourceAsStream(name));
  }

  /** All services, in the order in which the documentation explains them. */
  public static List<Variant> variants() {
    return ALL.get(false);
  }

  /** All HTTP clients, which send a burst of requests all at once. */
  public static List<Variant> clients() {
    return ALL.get(true);
  }

  /** Finds a client by its name; empty if no client has it. */
  public static Optional<Variant> client(String name) {
    return clients().stream().filter(client -> client.name().equals(name)).findFirst();
  }

  /** Whether HTTP clients are compared, not services. */
  public static boolean areClients(List<String> names) {
    return names.stream().anyMatch(name -> client(name).isPresent());
  }

  /**
   * Finds a variant by its name, such as {@code jersey-sync}. Settings may follow the name: {@code
   * jersey-sync@WORKERS=400@MAX_WAITING=100}; and flags of its JVM, {@code
   * jersey-virtual@jvm=-XX:+UseZGC}.
   *
   * @throws SettingException if no variant has the name, or its module no such setting; the message
   *     names what comes next to it, and all that there are
   */
  public static Variant variant(String name) {
    String[] parts = name.split("@", -1);
    Variant variant = listed(parts[0]);
    Set<String> known = settings(variant.module());
    variant.backEnds().values().forEach(other -> known.addAll(settings(other.module())));
    Map<String, String> settings = new TreeMap<>();
    List<String> flags = new ArrayList<>(variant.jvmFlags());
    for (String part : List.of(parts).subList(1, parts.length)) {
      String[] both = part.split("=", 2);
      if (part.matches("jvm=-[A-Za-z0-9:+=._,/%-]+")) {
        flags.add(both[1]);
      } else if (!part.matches("[A-Z][A-Z_]*=[A-Za-z0-9._-]+")) {
        throw new SettingException(
            "%s: '%s' must be a setting such as WORKERS=400, or jvm=-XX:+UseZGC"
                .formatted(name, part));
      } else if (!known.contains(both[0])) {
        throw new SettingException(
            "%s has no setting %s%s; valid: %s"
                .formatted(
                    parts[0],
                    both[0],
                    DidYouMean.clause(both[0], known),
                    String.join(", ", known)));
      } else {
        settings.put(both[0], both[1]);
      }
    }
    return parts.length == 1 ? variant : variant.with(name, variant.module(), settings, flags);
  }

  /** The settings of a module's service, as environment variables. */
  public static Set<String> settings(String module) {
    return SETTINGS
        .path(module)
        .valueStream()
        .map(JsonNode::asString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Variant listed(String name) {
    List<String> names = variants().stream().map(Variant::name).toList();
    if (!names.contains(name)) {
      throw new SettingException(
          "no variant '%s'%s: there are %s"
              .formatted(name, DidYouMean.clause(name, names), String.join(", ", names)));
    }
    return variants().get(names.indexOf(name));
  }
}
