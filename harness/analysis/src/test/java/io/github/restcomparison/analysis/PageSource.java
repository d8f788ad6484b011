package io.github.restcomparison.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page with the data of its charts, without its scripts of a megabyte. */
public final class PageSource {
  private PageSource() {}

  /**
   * The page's text without what its two scripts are, and without their hashes in its policy.
   *
   * @param page {@code index.html}
   */
  public static String of(Path page) throws IOException {
    return Files.readString(page)
        .replaceAll("(?s)<script>.*?</script>", "<script></script>")
        .replaceAll("sha256-[^ ]*&#39;", "sha256-&#39;");
  }
}
