package io.github.restcomparison.runner.variants;

import com.fasterxml.jackson.annotation.Nulls;
import io.github.restcomparison.records.DidYouMean;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.core.type.TypeReference;
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
      read("variants.json", new TypeReference<List<Variant>>() {}).stream()
          .collect(Collectors.partitioningBy(Variant::isClient));

  private static final Map<String, Set<String>> SETTINGS =
      Map.copyOf(read("settings.json", new TypeReference<Map<String, Set<String>>>() {}));

  private Catalogue() {}

  private static <T> T read(String name, TypeReference<T> type) {
    // An entry may omit lists and maps.
    JsonMapper json =
        JsonMapper.builder()
            .changeDefaultNullHandling(nulls -> nulls.withValueNulls(Nulls.AS_EMPTY))
            .build();
    try (InputStream file = Catalogue.class.getResourceAsStream(name)) {
      return json.readValue(file, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All services, in the order in which the documentation explains them. */
  public static List<Variant> variants() {
    return ALL.get(false);
  }

  /** All HTTP clients. */
  public static List<Variant> clients() {
    return ALL.get(true);
  }

  /** Finds a client by its name; empty if no client has it. */
  public static Optional<Variant> client(String name) {
    return clients().stream().filter(client -> client.name().equals(name)).findFirst();
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
    return new TreeSet<>(SETTINGS.getOrDefault(module, Set.of()));
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
