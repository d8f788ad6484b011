package io.github.restcomparison.compare.options;

import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.HttpClientVariant;
import io.github.restcomparison.runner.variants.Variant;
import java.util.Iterator;
import java.util.stream.Stream;

/** The names of services and clients, for help texts and the shell's completion. */
final class VariantNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Stream.concat(
            Catalogue.variants().stream().map(Variant::name),
            HttpClientVariant.all().stream().map(HttpClientVariant::name))
        .iterator();
  }
}
