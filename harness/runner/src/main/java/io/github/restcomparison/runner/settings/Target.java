package io.github.restcomparison.runner.settings;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.restcomparison.runner.variants.Catalogue;
import io.github.restcomparison.runner.variants.Variant;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servicekit.SettingException;
import io.github.restcomparison.servicekit.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** What is measured: a service that the run starts and stops, or one that already runs. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(Target.Started.class), @JsonSubTypes.Type(Target.Running.class)})
public sealed interface Target {

  /** What it is called in records and reports. */
  String name();

  /** The variant that this is the A/A control of, where it is one. */
  default Optional<String> controlOf() {
    return this instanceof Started(String variant, boolean control) && control
        ? Optional.of(variant)
        : Optional.empty();
  }

  /**
   * A variant of the catalogue, started for this run alone.
   *
   * @param variant its name in the catalogue
   * @param control whether this is the A/A control: the same once more, under another name
   */
  record Started(String variant, boolean control) implements Target {
    @Override
    public String name() {
      return control ? variant + "-control" : variant;
    }

    /**
     * The service that is started.
     *
     * @throws IllegalArgumentException where the catalogue has no such variant
     */
    public Variant service() {
      return Catalogue.variant(variant);
    }
  }

  /** A service that somebody else started, here or on another host. */
  record Running(String name, URI resource) implements Target {}

  /**
   * Reads {@code -Dvariant}.
   *
   * @throws SettingException where there is no such variant
   */
  static Started started(Settings settings) {
    String name = settings.text("VARIANT", "");
    try {
      return new Started(Catalogue.variant(name).name(), false);
    } catch (IllegalArgumentException e) {
      throw new SettingException("VARIANT (-Dvariant): " + e.getMessage());
    }
  }

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
