package io.github.restcomparison.records;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/** What somebody may have meant who wrote a name that there is not. */
public final class DidYouMean {
  /** Two letters that changed places are one mistake. */
  private static final DamerauLevenshteinDistance LETTERS = new DamerauLevenshteinDistance();

  private DidYouMean() {}

  /**
   * The name that is next to what was written: two mistakes, or in a third of many letters.
   *
   * @param written in whatever case
   * @return empty where none is near
   */
  public static Optional<String> of(String written, Collection<String> names) {
    int most = Math.max(Math.min(2, written.length() - 1), written.length() / 3);
    return names.stream()
        .filter(name -> distance(written, name) <= most)
        .min(Comparator.comparingInt(name -> distance(written, name)));
  }

  /** The same within a message: {@code (did you mean WORKERS?)}, or nothing. */
  public static String clause(String written, Collection<String> names) {
    return of(written, names).map(" (did you mean %s?)"::formatted).orElse("");
  }

  private static int distance(String written, String name) {
    return LETTERS.apply(written.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
  }
}
