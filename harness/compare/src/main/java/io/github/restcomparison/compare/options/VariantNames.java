package io.github.restcomparison.compare.options;

import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** The names of services and clients, as they are typed, and for the shell's completion. */
final class VariantNames implements Iterable<String> {
  /** Whether the catalogue has a variant of that name. */
  static boolean isListed(String name) {
    return Catalogue.variants().stream().anyMatch(variant -> variant.name().equals(name));
  }

  static boolean isClient(String name) {
    return Catalogue.client(name).isPresent();
  }

  /** Splits a list of names at its commas, but not within the flag of a JVM. */
  static List<String> split(String text) {
    List<String> names = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String start = part.strip().split("@", 2)[0];
      boolean isInFlag = !names.isEmpty() && names.getLast().contains("@jvm=");
      if (isInFlag && !isListed(start) && !isClient(start)) {
        names.set(names.size() - 1, names.getLast() + "," + part);
      } else {
        names.add(part.strip());
      }
    }
    return names;
  }

  /**
   * Returns the names, all of which are known.
   *
   * @throws SettingException if one is not, or services are mixed with clients
   */
  static List<String> known(List<String> names) {
    List<String> services = names.stream().filter(name -> !isClient(name)).toList();
    services.forEach(Catalogue::variant);
    if (!services.isEmpty() && services.size() < names.size()) {
      throw new SettingException("--variants: must be services only, or clients only");
    }
    return names;
  }

  /** Whether waiting requests of a variant block workers. */
  static boolean isBlocking(String name) {
    return !isClient(name) && Catalogue.variant(name).waitsInWorker();
  }

  /**
   * Checks that a variant speaks TLS.
   *
   * @throws SettingException if it does not; the message names those that do
   */
  static void requireTls(String said, String name) {
    if (!speaksTls(Catalogue.variant(name))) {
      Stream<Variant> valid = Catalogue.variants().stream().filter(VariantNames::speaksTls);
      throw new SettingException(
          "%s: %s speaks HTTP/1.1 without TLS only; valid: %s"
              .formatted(said, name, String.join(", ", valid.map(Variant::name).toList())));
    }
  }

  /** One that has its protocol set speaks nothing else. */
  private static boolean speaksTls(Variant variant) {
    return Catalogue.settings(variant.module()).contains("PROTOCOL")
        && !variant.settings().containsKey("PROTOCOL");
  }

  @Override
  public Iterator<String> iterator() {
    return Stream.concat(Catalogue.variants().stream(), Catalogue.clients().stream())
        .map(Variant::name)
        .iterator();
  }
}
