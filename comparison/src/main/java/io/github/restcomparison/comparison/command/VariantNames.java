package io.github.restcomparison.comparison.command;

import io.github.restcomparison.comparison.run.Catalogue;
import io.github.restcomparison.comparison.run.Variant;
import java.util.Iterator;

/** The names in the catalogue, for help texts and the shell's completion. */
final class VariantNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Catalogue.variants().stream().map(Variant::name).iterator();
  }
}
