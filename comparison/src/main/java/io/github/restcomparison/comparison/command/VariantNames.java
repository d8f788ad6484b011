package io.github.restcomparison.comparison.command;

import io.github.restcomparison.comparison.run.Catalogue;
import io.github.restcomparison.comparison.run.HttpClientVariant;
import io.github.restcomparison.comparison.run.Variant;
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
