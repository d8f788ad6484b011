package io.github.restcomparison.analysis.html;

import io.github.restcomparison.analysis.model.Comparison;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The place of each name in the palette of the charts. It belongs to the name and not to its rank,
 * so that a variant looks the same on every page; where two names of a page would have the same
 * one, the later in the alphabet has the next that is free.
 */
final class NameColours {
  /** How many there are in chart-base.js, and in the style sheet. */
  static final int PLACES = 8;

  /** Spreads the names of the six models over the places, so that none of them has to move. */
  private static final int SPREAD = 187_557;

  private NameColours() {}

  /** Those of the variants of a comparison. */
  static Map<String, Integer> of(Comparison comparison) {
    return of(comparison.variants().stream().map(Comparison.Variant::name).toList());
  }

  /** The places, from 0, by name. More names than places share them. */
  static Map<String, Integer> of(List<String> names) {
    Map<String, Integer> places = new TreeMap<>();
    for (String name : new TreeSet<>(names)) {
      int place = (name.hashCode() * SPREAD) >>> 29;
      for (int i = 0; i < PLACES && places.size() < PLACES; i++) {
        if (!places.containsValue(place)) {
          break;
        }
        place = (place + 1) % PLACES;
      }
      places.put(name, place);
    }
    return places;
  }
}
