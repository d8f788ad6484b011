package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;
import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.service.Template.Place;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The requests to user services: each time one of the requests, drawn by their weights; or the
 * requests of a user's simulation.
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
   * The TLS settings of users. Files are in PEM, their paths absolute.
   *
   * @param insecure whether any certificate of a service is accepted
   * @param cert the certificate of the users, with its chain
   * @param ownKey its private key; empty if {@code cert} has it
   * @param cacert the authorities that are trusted; empty for the authorities of the JDK
   */
  public record Tls(
      boolean insecure,
      Optional<String> cert,
      @JsonProperty("key") Optional<String> ownKey,
      Optional<String> cacert) {
    private static final Optional<String> NO_FILE = Optional.empty();

    /** Trusts any certificate and shows none. */
    public static final Tls INSECURE = new Tls(true, NO_FILE, NO_FILE, NO_FILE);

    /** Returns the file with the private key. */
    public String key() {
      return ownKey.or(() -> cert).orElseThrow();
    }
  }

  /**
   * A user's Gatling simulation, in place of requests.
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

    /** Returns the simulation in a text {@code JAR:CLASS} or {@code FOLDER:CLASS}. */
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
   * Checks the requests.
   *
   * @throws SettingException if two of them have one name
   */
  public Workload {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < requests.size(); i++) {
      String name = requests.get(i).name();
      check(names.add(name), "requests/" + i, name, "the only one named '" + name + "'");
    }
  }

  /** Returns the requests of the setup and of the load. */
  public List<RequestSpec> allRequests() {
    return Stream.concat(
            state.setup().stream().flatMap(setup -> setup.requests().stream()), requests.stream())
        .toList();
  }

  /** Returns the names that have values: of feeders, and of values that the setup takes. */
  public Set<String> names(List<FeederRecords> feeders) {
    Set<String> names = new HashSet<>();
    feeders.forEach(each -> names.addAll(each.names()));
    state.setup().ifPresent(setup -> names.addAll(setup.take().keySet()));
    return names;
  }

  /** Returns whether clients read a file of this host. */
  public boolean readsFiles() {
    return tls.cert().isPresent()
        || tls.cacert().isPresent()
        || requests.stream()
            .flatMap(each -> each.content().stream())
            .anyMatch(
                each ->
                    each instanceof Content.Bytes
                        || each instanceof Content.Form(List<FormPart> form)
                            && form.stream().anyMatch(part -> part.file().isPresent()));
  }

  /**
   * A request of the load. Path, query, headers and body may have places that are filled in: {@link
   * Template}.
   *
   * @param name in records and on pages
   * @param weight its relative frequency, above 0
   * @param method such as {@code GET}
   * @param headers by name, all values of which are sent, in UTF-8; they replace the client's own,
   *     which is not sent if there are no values
   * @param content empty for none
   * @param expect the checks of its response
   */
  public record RequestSpec(
      @Limits(pattern = ServiceSpec.Origin.TEXT, valid = "some text") String name,
      double weight,
      @Limits(words = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}) String method,
      @JsonUnwrapped Target target,
      Map<String, List<String>> headers,
      Optional<Content> content,
      Expectation expect) {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Pattern NO_FORM = Pattern.compile("\\s*(\\{\\s*[\"{}]|\\{\\s|[\\[<\"])");

    /** Headers that the client sets itself, and why they are refused. */
    private static final Map<String, String> OF_CLIENT =
        Map.of(
            "content-length", "leave it out: the client counts the bytes",
            "transfer-encoding", "leave it out: the client sends Content-Length",
            "trailer", "leave it out: the client sends no trailers",
            "te", "must be trailers: the client reads no other coding",
            "connection", "must be close or keep-alive",
            "upgrade", "leave it out: --protocol selects the protocol",
            "http2-settings", "leave it out: --protocol selects the protocol");

    /** Values of such headers that are sent, as regular expressions. */
    private static final Map<String, String> SENT_VALUES =
        Map.of("te", "(?i)trailers", "connection", "(?i)close|keep-alive");

    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0a-\\x1f\\x7f]");

    /**
     * Checks the values.
     *
     * @throws SettingException if the request cannot be sent
     */
    public RequestSpec {
      headers.forEach(RequestSpec::checkHeader);
      check(weight > 0 && weight <= 1e6, "weight", weight, "above 0, up to 1000000");
    }

    /** Checks a header; a failure names the header's setting in a request. */
    private static void checkHeader(String header, List<String> values) {
      String setting = "headers/" + header.replace("~", "~0").replace("/", "~1");
      boolean isName = header.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
      if (!isName) {
        throw SettingException.refused(setting, "", "a name of a header has letters, digits and -");
      }
      String lowerCase = header.toLowerCase(Locale.ROOT);
      for (String value : values) {
        check(isHeaderValue(value), setting, value, "one line");
        String valid = SENT_VALUES.getOrDefault(lowerCase, "(?!)"); // nothing matches
        if (OF_CLIENT.containsKey(lowerCase) && !value.strip().matches(valid)) {
          throw SettingException.refused(setting, value, OF_CLIENT.get(lowerCase));
        }
      }
    }

    /** Returns a request without headers and content. */
    public static RequestSpec get(String path, Expectation expect) {
      Target target = new Target(path, Map.of());
      return new RequestSpec("GET " + path, 1, "GET", target, Map.of(), Optional.empty(), expect);
    }

    /** Returns the kind of its body: JSON and XML in curl's default type are no form. */
    public Place bodyPlace() {
      boolean isForm =
          headers.entrySet().stream()
              .filter(each -> each.getKey().equalsIgnoreCase("Content-Type"))
              .flatMap(each -> each.getValue().stream())
              .anyMatch(type -> type.toLowerCase(Locale.ROOT).startsWith(FORM));
      boolean isOther =
          content.filter(Content.Text.class::isInstance).map(Content.Text.class::cast).stream()
              .anyMatch(text -> NO_FORM.matcher(text.body()).lookingAt());
      return isForm && !isOther ? Place.FORM : Place.BODY;
    }

    /** Returns the names in it whose values are filled in. */
    public Set<String> names() {
      Set<String> names = new LinkedHashSet<>(headerNames());
      names.addAll(target.names());
      switch (content.orElse(null)) {
        case Content.Text(String body) -> names.addAll(Template.names(body));
        case Content.Form(List<FormPart> form) ->
            form.stream()
                .filter(part -> part.file().isEmpty())
                .forEach(part -> names.addAll(Template.names(part.value())));
        case null, default -> {}
      }
      names.addAll(Template.names(expect.toString()));
      return names;
    }

    /** Returns the names in headers whose values are filled in. */
    public Set<String> headerNames() {
      Set<String> names = new LinkedHashSet<>();
      headers.values().forEach(all -> all.forEach(value -> names.addAll(Template.names(value))));
      return names;
    }

    /** Returns whether a header can have a value. */
    public static boolean isHeaderValue(String value) {
      return CONTROL.matcher(value).results().findAny().isEmpty();
    }
  }

  /**
   * The path of a request with its query.
   *
   * @param path begins with a slash; it may have a query already; it is sent unchanged
   * @param query parameters, not encoded
   */
  public record Target(String path, Map<String, String> query) {
    /**
     * Checks the values.
     *
     * @throws SettingException if they cannot be sent
     */
    public Target {
      check(
          path.matches("/[!-\"$-~]*"),
          "path",
          path,
          "a path that begins with a slash, in ASCII, without white space and #; encode these as %20"
              + " and %23");
    }

    private List<String> names() {
      List<String> names = new ArrayList<>(Template.names(path));
      query.forEach(
          (name, value) -> {
            names.addAll(Template.names(name));
            names.addAll(Template.names(value));
          });
      return names;
    }

    /** Returns both, encoded; places of values stay as they are. */
    public String encoded() {
      return template(Set.copyOf(names()), Secrets.NONE).filled(name -> null);
    }

    /**
     * Returns both, encoded.
     *
     * @param names that have values
     */
    public Template template(Set<String> names, Secrets secrets) {
      Template target = Template.of(path, Place.TARGET, names, secrets);
      String separator = path.contains("?") ? "&" : "?";
      for (Map.Entry<String, String> each : query.entrySet()) {
        for (Template next :
            List.of(
                Template.of(separator, Place.TARGET, names, secrets),
                Template.of(each.getKey(), Place.PARAMETER, names, secrets),
                Template.of("=", Place.TARGET, names, secrets),
                Template.of(each.getValue(), Place.PARAMETER, names, secrets))) {
          target = target.followedBy(next);
        }
        separator = "&";
      }
      return target;
    }
  }

  /** The content of a request. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  public sealed interface Content {
    /** The maximum length of a text: a longer one would be in each record. */
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
    record Form(List<FormPart> form) implements Content {}

    /**
     * Returns the content of a file. A file that is not text in UTF-8, or is longer than 16 MB, is
     * sent byte for byte.
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
}
