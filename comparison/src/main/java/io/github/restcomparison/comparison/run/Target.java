package io.github.restcomparison.comparison.run;

import io.github.restcomparison.contract.Endpoint;
import io.github.restcomparison.contract.SettingException;
import io.github.restcomparison.contract.Settings;
import java.net.URI;
import java.net.URISyntaxException;

/** What is measured: a service that the run starts and stops, or one that already runs. */
public sealed interface Target {

  /** What it is called in records and reports. */
  String name();

  /** A variant of the catalogue, started for this run alone. */
  record Started(Variant variant) implements Target {
    @Override
    public String name() {
      return variant.name();
    }
  }

  /** A service that somebody else started, here or on another host. */
  record Running(String name, URI resource) implements Target {}

  /**
   * Reads {@code -DbaseUrl} and {@code -Dname}.
   *
   * @throws SettingException where the URL is not that of an HTTP server
   */
  static Running running(Settings settings) {
    String url = settings.text("BASE_URL", "");
    try {
      URI uri = new URI(url);
      boolean server =
          "http".equals(uri.getScheme())
              && uri.getHost() != null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null
              && uri.getRawUserInfo() == null
              && (uri.getPath().isEmpty() || uri.getPath().equals("/"));
      if (server) {
        String name = settings.text("NAME", uri.getAuthority());
        return new Running(name, uri.resolve(Endpoint.RESOURCE));
      }
    } catch (URISyntaxException e) {
      // said below, as for a URL of another kind
    }
    throw new SettingException(
        "BASE_URL (-DbaseUrl) is '%s': it may be http://HOST:PORT of a service that runs"
            .formatted(url.replaceAll("\\R", " ")));
  }
}
