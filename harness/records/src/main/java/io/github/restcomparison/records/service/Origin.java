package io.github.restcomparison.records.service;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.github.restcomparison.records.settings.Limits;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

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

  /**
   * A URL that has a scheme, a host and at most a port. Host names can have an underscore, which
   * {@link java.net.URI#getHost} does not know.
   */
  String SERVER = "https?://([\\w.-]+|\\[[0-9A-Fa-f.:%]+\\])(:\\d{1,5})?/?";

  /** A text that is not blank. */
  String TEXT = "[\\s\\S]*\\S[\\s\\S]*";

  /** Whether each run has a launch of its own. */
  default boolean isLaunched() {
    return !(this instanceof Address address) || address.restart().isPresent();
  }

  /**
   * A command is run on this host.
   *
   * @param command a line for {@code sh -c}; its process must stay until it is told to end
   * @param directory that it is run in; absent for that of {@code compare}
   */
  record Command(
      @Limits(pattern = TEXT, valid = "some text") String command, Optional<String> directory)
      implements Origin {
    /** A program and its arguments, none of which the shell changes. */
    public static Command of(List<String> words) {
      return new Command(
          words.stream()
              .map(word -> "'" + word.replace("'", "'\\''") + "'")
              .collect(Collectors.joining(" ", "exec ", "")),
          Optional.empty());
    }
  }

  /**
   * A new container of an image, on a network of its own; or on the host's, if {@code env} has
   * {@link #PORT}.
   *
   * @param image its name, as Docker knows it
   * @param port that it listens on; absent if the image exposes one alone
   * @param cpus that it may use, such as 1.5; absent for all
   * @param memory that it may use, such as {@code 512m}; absent for all
   */
  record Image(
      @Limits(
              pattern = "[A-Za-z0-9][A-Za-z0-9._/:@-]*",
              valid = "an image name, such as registry/app:1")
          String image,
      @Limits(min = "1", max = "65535") OptionalInt port,
      @Limits(pattern = "\\d{1,3}(\\.\\d{1,2})?", valid = "such as 2 or 1.5") Optional<String> cpus,
      @Limits(pattern = "\\d{1,6}[kmg]", valid = "such as 512m or 2g") Optional<String> memory)
      implements Origin {}

  /**
   * A service that somebody else has started.
   *
   * @param url its scheme, host and port
   * @param restart a command that starts it anew before each run; absent if it runs on
   * @param cpuSeconds a counter of its CPU time in s, which is not seen from here
   */
  record Address(
      @Limits(pattern = SERVER, valid = "http://HOST:PORT or https://HOST:PORT") String url,
      @Limits(pattern = TEXT, valid = "some text") Optional<String> restart,
      Optional<MetricSource> cpuSeconds)
      implements Origin {

    /** A service that runs on. */
    public static Address of(String url) {
      return new Address(url, Optional.empty(), Optional.empty());
    }
  }

  /**
   * One of this project's own, under a name of the user's.
   *
   * @param variant its name in the catalogue, with settings
   */
  record OfCatalogue(@Limits(pattern = TEXT, valid = "some text") String variant)
      implements Origin {}
}
