package io.github.restcomparison.records.service;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.restcomparison.records.settings.SettingException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.OptionalInt;

/** How a user's service comes to be there. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({
  @JsonSubTypes.Type(Origin.Command.class),
  @JsonSubTypes.Type(Origin.Image.class),
  @JsonSubTypes.Type(Origin.Address.class),
  @JsonSubTypes.Type(Origin.OfCatalogue.class)
})
public sealed interface Origin {
  /** What a command, and a variable of its environment, have in place of a free port. */
  String PORT = "{port}";

  /** The same for a second free port, such as that of a health check. */
  String PORT2 = "{port2}";

  /** Whether each run has a launch of its own. */
  default boolean isLaunched() {
    return true;
  }

  /**
   * A command is run on this host.
   *
   * @param command a line for {@code sh -c}; its process must stay until it is told to end
   * @param directory that it is run in; absent for that of {@code compare}
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Command(String command, Optional<String> directory) implements Origin {
    /** Checks it. */
    public Command {
      requireText("command", command);
    }
  }

  /**
   * A new container of an image, on a network of its own; or on the host's, where {@code env} has
   * {@link #PORT}.
   *
   * @param image its name, as Docker knows it
   * @param port that it listens on; absent where the image exposes one alone
   * @param cpus that it may use, such as 1.5; absent for all
   * @param memory that it may use, such as {@code 512m}; absent for all
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Image(String image, OptionalInt port, Optional<String> cpus, Optional<String> memory)
      implements Origin {
    /** Checks it. */
    public Image {
      if (!image.matches("[A-Za-z0-9][A-Za-z0-9._/:@-]*")) {
        throw SettingException.mustBe("image", image, "the name of one, such as registry/app:1");
      }
      if (port.orElse(1) < 1 || port.orElse(1) > 65_535) {
        throw SettingException.mustBe("port", Integer.toString(port.getAsInt()), "1 to 65535");
      }
      if (!cpus.orElse("1").matches("\\d{1,3}(\\.\\d{1,2})?")) {
        throw SettingException.mustBe("cpus", cpus.get(), "such as 2 or 1.5");
      }
      if (!memory.orElse("1g").matches("\\d{1,6}[kmg]")) {
        throw SettingException.mustBe("memory", memory.get(), "such as 512m or 2g");
      }
    }
  }

  /**
   * A service that somebody else has started.
   *
   * @param url its scheme, host and port
   * @param restart a command that starts it anew before each run; absent where it runs on
   */
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Address(String url, Optional<String> restart) implements Origin {
    /** Checks it. */
    public Address {
      if (!isOfServer(url)) {
        throw SettingException.mustBe("url", url, "http://HOST:PORT or https://HOST:PORT");
      }
      restart.ifPresent(command -> requireText("restart", command));
    }

    @Override
    public boolean isLaunched() {
      return restart.isPresent();
    }

    /** Host names may have an underscore, which {@link URI#getHost} does not know. */
    private static final String HOST_AND_PORT = "([\\w.-]+|\\[[0-9A-Fa-f:.%]+])(:\\d{1,5})?";

    /** Whether a URL has a scheme, a host and at most a port. */
    public static boolean isOfServer(String url) {
      try {
        URI uri = new URI(url);
        return ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
            && uri.getRawAuthority() != null
            && uri.getRawAuthority().matches(HOST_AND_PORT)
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null
            && (uri.getPath().isEmpty() || uri.getPath().equals("/"));
      } catch (URISyntaxException e) {
        return false;
      }
    }
  }

  /**
   * One of this project's own, under a name of the user's.
   *
   * @param variant its name in the catalogue, with settings
   */
  record OfCatalogue(String variant) implements Origin {
    /** Checks it. */
    public OfCatalogue {
      requireText("variant", variant);
    }
  }

  private static void requireText(String setting, String text) {
    if (text.isBlank()) {
      throw SettingException.mustBe(setting, text, "some text");
    }
  }
}
