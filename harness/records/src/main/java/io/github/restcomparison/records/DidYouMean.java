package io.github.restcomparison.records;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/** Suggestions for unknown names. */
public final class DidYouMean {
  /** Two letters that changed places are one mistake. */
  private static final DamerauLevenshteinDistance DISTANCE = new DamerauLevenshteinDistance();

  private DidYouMean() {}

  /** Returns {@code (did you mean WORKERS?)} after a space; nothing if no name is near. */
  public static String clause(String written, Collection<String> names) {
    int most = Math.max(Math.min(2, written.length() - 1), written.length() / 3);
    return names.stream()
        .filter(name -> distance(written, name) <= most)
        .min(Comparator.comparingInt(name -> distance(written, name)))
        .map(" (did you mean %s?)"::formatted)
        .orElse("");
  }

  private static int distance(String written, String name) {
    return DISTANCE.apply(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
  }
}
