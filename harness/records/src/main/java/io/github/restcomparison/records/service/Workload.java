package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;
import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The requests to a user's services: each time one of the requests, drawn by their weights; or what
 * a simulation of the user's own does.
 *
 * @param requests empty with a simulation, and without services
 * @param simulation in place of requests
 * @param timeout of a response with its body, 1 ms to 10 min
 * @param tls of services that speak it
 * @param keepCookies whether a user sends the cookies that the service has set
 * @param state that the requests need
 */
public record Workload(
    List<RequestSpec> requests,
    Optional<UserSimulation> simulation,
    @Limits(min = "1ms", max = "10m") Duration timeout,
    @JsonUnwrapped Tls tls,
    boolean keepCookies,
    @JsonUnwrapped State state) {

  /** The longest time-out of a response. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

  /**
   * How users speak TLS. Files are in PEM, their paths absolute.
   *
   * @param insecure whether any certificate of a service is accepted
   * @param cert the certificate that users show, with its chain
   * @param ownKey its private key; absent if {@code cert} has it
   * @param cacert the authorities that are trusted; absent for those of the JDK
   */
  public record Tls(
      boolean insecure,
      Optional<String> cert,
      @JsonProperty("key") Optional<String> ownKey,
      Optional<String> cacert) {
    /** Trusts any certificate and shows none. */
    public static final Tls INSECURE =
        new Tls(true, Optional.empty(), Optional.empty(), Optional.empty());

    /** The file with the private key. */
    public String key() {
      return ownKey.or(() -> cert).orElseThrow();
    }
  }

  /**
   * A Gatling simulation of the user's own, in place of requests.
   *
   * @param className its class
   * @param folder with its classes and jars, or its sources in Java
   */
  public record UserSimulation(String className, String folder) {
    /** Checks the name. */
    @JsonCreator
    public UserSimulation {
      String name = "[A-Za-z_$][\\w$]*";
      check(
          className.matches("(" + name + "\\.)*" + name),
          "class",
          className,
          "such as com.acme.OrdersSimulation");
    }

    /** Reads {@code JAR:CLASS} or {@code FOLDER:CLASS}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static UserSimulation of(String text) {
      int colon = text.lastIndexOf(':');
      refuseIf(colon < 1, "must be JAR:CLASS, such as target/load.jar:com.acme.OrdersSimulation");
      Path classes = Path.of(text.substring(0, colon)).toAbsolutePath().normalize();
      refuseIf(!Files.exists(classes), classes + ": no such file");
      return new UserSimulation(text.substring(colon + 1), classes.toString());
    }
  }

  /**
   * Checks it.
   *
   * @throws SettingException if two requests have one name
   */
  public Workload {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < requests.size(); i++) {
      String name = requests.get(i).name();
      check(names.add(name), "requests/" + i, name, "the only one named '" + name + "'");
    }
  }

  /** Whether clients read a file of this host. */
  public boolean readsFiles() {
    return tls.cert().isPresent()
        || tls.cacert().isPresent()
        || requests.stream()
            .flatMap(each -> each.content().stream())
            .anyMatch(
                each ->
                    each instanceof Content.Bytes
                        || each instanceof Content.Form(List<Part> form)
                            && form.stream().anyMatch(part -> part.file().isPresent()));
  }

  /**
   * A request of the load. {@code {NAME}} in path, query, headers and body is the value of that
   * name in the record that the user has taken from a feeder.
   *
   * @param name in records and on pages
   * @param weight how often it is drawn, relative to the others, above 0
   * @param method such as {@code GET}
   * @param path begins with a slash; it may have a query already; it is sent as it is
   * @param query parameters, not encoded
   * @param headers by name, all values of which are sent; they replace the client's own; {@code
   *     ${NAME}} in them is looked up when they are sent
   * @param content absent for none
   * @param expect what its response must be
   */
  public record RequestSpec(
      @Limits(pattern = ServiceSpec.Origin.TEXT, valid = "some text") String name,
      double weight,
      @Limits(words = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) String method,
      String path,
      Map<String, String> query,
      Map<String, List<String>> headers,
      Optional<Content> content,
      Expectation expect) {

    /**
     * Checks it.
     *
     * @throws SettingException if it cannot be sent
     */
    public RequestSpec {
      check(
          path.matches("/[!-\"$-~]*"),
          "path",
          path,
          "a path that begins with a slash, in ASCII, without white space and #; encode these as %20"
              + " and %23");
      headers.forEach(
          (header, values) -> {
            boolean isName = header.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
            check(isName, "header", header, "a name of letters and -");
            for (String value : values) {
              check(
                  !value.matches("(?s).*[\\x00-\\x08\\x0a-\\x1f\\x7f].*"),
                  "header " + header,
                  value,
                  "one line");
            }
          });
      check(weight > 0 && weight <= 1e6, "weight", weight, "above 0, up to 1000000");
    }

    /** The path with its query, encoded; what a feeder fills in is not encoded. */
    public String target() {
      if (query.isEmpty()) {
        return path;
      }
      String parameters =
          query.entrySet().stream()
              .map(each -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
              .collect(Collectors.joining("&"));
      return path + (path.contains("?") ? "&" : "?") + parameters;
    }

    /** Leaves {@code {NAME}} as it is, for a feeder to fill in. */
    private static String encoded(String text) {
      return URLEncoder.encode(text, StandardCharsets.UTF_8)
          .replaceAll("%7B([A-Za-z0-9_.-]+)%7D", "{$1}")
          .replace("+", "%20");
    }
  }

  /** What a request sends. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  public sealed interface Content {
    /** A longer text would be in each record. */
    long LONGEST_TEXT = 16 << 20;

    /**
     * A text.
     *
     * @param body may have {@code {NAME}} of a feeder
     */
    record Text(String body) implements Content {}

    /**
     * A file, byte for byte.
     *
     * @param bodyFile its absolute path
     */
    record Bytes(String bodyFile) implements Content {}

    /** Several parts, as {@code multipart/form-data}. */
    record Form(List<Part> form) implements Content {}

    /**
     * Returns the content of a file: what is no text in UTF-8, or longer than 16 MB, is sent byte
     * for byte.
     *
     * @throws IOException if it cannot be read
     */
    static Content of(Path file) throws IOException {
      Bytes bytes = new Bytes(file.toAbsolutePath().normalize().toString());
      try (FileChannel open = FileChannel.open(file)) {
        return open.size() > LONGEST_TEXT ? bytes : new Text(Files.readString(file));
      } catch (MalformedInputException e) {
        return bytes;
      }
    }
  }

  /**
   * A part of a form as curl's {@code -F} has it: {@code NAME=VALUE} or {@code NAME=@FILE}, and
   * {@code ;type=TYPE} or {@code ;filename=NAME} behind it.
   *
   * @param name of the field
   * @param value which may have {@code {NAME}} of a feeder; of a file its path
   * @param file that is sent byte for byte; absent for a value
   * @param type that is stated
   * @param fileName that is told: that of the file unless another is stated
   */
  public record Part(
      @JsonValue String text,
      String name,
      String value,
      Optional<Path> file,
      Optional<String> type,
      Optional<String> fileName) {
    private static final Pattern FORM =
        Pattern.compile(
            "(?s)([^=]+)=(@?)(.*?)(?:;type=([^;]+))?(?:;filename=([^;]+))?(?:;type=([^;]+))?");

    /**
     * Checks its form only: a record of an experiment can be read when the file is gone.
     *
     * @throws SettingException if it has another form
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Part of(String text) {
      Matcher parts = FORM.matcher(text);
      refuseIf(!parts.matches(), "must be NAME=VALUE or NAME=@FILE;type=image/png");
      Optional<Path> file =
          parts.group(2).isEmpty() ? Optional.empty() : Optional.of(Path.of(parts.group(3)));
      return new Part(
          text,
          parts.group(1),
          parts.group(3),
          file,
          Optional.ofNullable(parts.group(4)).or(() -> Optional.ofNullable(parts.group(6))),
          Optional.ofNullable(parts.group(5)).or(() -> file.map(it -> "" + it.getFileName())));
    }

    /**
     * Returns a part whose file is found from a folder.
     *
     * @param said what the user typed
     * @throws SettingException if it cannot be read
     */
    public static String in(String said, Path folder, String text) {
      Matcher parts = FORM.matcher(text);
      if (!parts.matches() || parts.group(2).isEmpty()) {
        return text;
      }
      Path found = folder.resolve(parts.group(3)).toAbsolutePath().normalize();
      refuseIf(!Files.exists(found), "%s: no such file: %s", said, found);
      refuseIf(
          !Files.isRegularFile(found) || !Files.isReadable(found),
          "%s: must be a file that can be read: %s",
          said,
          found);
      return text.substring(0, parts.start(3)) + found + text.substring(parts.end(3));
    }
  }
}
