package io.github.restcomparison.analysis.page;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Links from a page to a file beside it. */
public final class RelativeLink {

  private RelativeLink() {}

  /**
   * A path, percent-encoded for a link. None where a browser could read it as anything but a
   * relative path, such as {@code javascript:…} or {@code //host/…}.
   */
  public static Optional<String> to(String path) {
    if (path.isBlank() || path.startsWith("/")) {
      return Optional.empty();
    }
    try {
      // With a colon in its first part this is a scheme, or nothing that can be parsed.
      URI link = new URI(null, null, path, null);
      return link.isAbsolute() || link.getRawAuthority() != null
          ? Optional.empty()
          : Optional.of(link.toASCIIString());
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
