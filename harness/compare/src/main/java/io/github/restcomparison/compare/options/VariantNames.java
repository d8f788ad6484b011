package io.github.restcomparison.compare.options;

import io.github.restcomparison.compare.experiment.UsageException;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import java.util.Iterator;
import java.util.stream.Stream;

/** The names of services and clients, as they are typed, and for the shell's completion. */
final class VariantNames implements Iterable<String> {
  /**
   * The variant of a name, which may have settings.
   *
   * @throws UsageException where the catalogue has none such
   */
  static Variant variant(String name) {
    try {
      return Catalogue.variant(name);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  @Override
  public Iterator<String> iterator() {
    return Stream.concat(
            Catalogue.variants().stream().map(Variant::name),
            HttpClientVariant.all().stream().map(HttpClientVariant::name))
        .iterator();
  }
}
