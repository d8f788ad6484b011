package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A planned service: how it is started or reached, is waited for, and is ended. Its texts may hold
 * {@code ${NAME}} of the environment, which is looked up when the service is started and never
 * recorded.
 *
 * @param from how it is started or reached
 * @param env variables of its environment, beside those of {@code compare}
 * @param lifetime when it can be measured, and how it is ended
 * @param workers threads that may block at once, 1 to 20000, for its ceiling; absent if not known
 * @param requestCount a counter of its requests; absent if it has none
 * @param pod the address of the pod that runs it; absent outside of a cluster
 */
public record ServiceSpec(
    Origin from,
    Map<String, String> env,
    @JsonUnwrapped Lifetime lifetime,
    @Limits(min = "1", max = "20000") OptionalInt workers,
    Optional<MetricSource> requestCount,
    @Limits(isStated = false) Optional<URI> pod) {

  /**
   * When a service can be measured, and how it is ended.
   *
   * @param ready a path, or a URL that may hold {@link Origin#PORT2}, that is answered with 200 to
   *     299 once the service can be measured; absent if any response shows it
   * @param startLimit how long it may take until then, 1 s to 60 min
   * @param stopSignal that ends it, {@code TERM}, {@code INT}, {@code QUIT}, {@code HUP} or {@code
   *     KILL}
   * @param stopLimit how long it may take to end before it is killed, 0 s to 10 min
   */
  public record Lifetime(
      @Limits(
              pattern = "/\\S*|https?://\\S+",
              valid = "a path with a slash, or a URL such as http://127.0.0.1:{port2}/health")
          Optional<String> ready,
      @Limits(min = "1s", max = "60m") Duration startLimit,
      @Limits(words = {"TERM", "INT", "QUIT", "HUP", "KILL"}) String stopSignal,
      @Limits(min = "0s", max = "10m") Duration stopLimit) {
    /** The usual limits and signal. */
    public static Lifetime of(Optional<String> ready) {
      return new Lifetime(ready, Duration.ofSeconds(60), "TERM", Duration.ofSeconds(10));
    }
  }

  /**
   * Checks it.
   *
   * @throws SettingException if a setting is invalid, or does not go with another
   */
  public ServiceSpec {
    boolean isStarted = from instanceof Origin.Command || from instanceof Origin.Image;
    if (!env.isEmpty() && !isStarted) {
      throw new SettingException(
          "env: only with command or image; a variant has NAME@SETTING=VALUE");
    }
    for (String name : env.keySet()) {
      check(name.matches("[A-Za-z_]\\w*"), "env name", name, "of letters, digits and _");
    }
    SettingException.refuseIf(
        from instanceof Origin.Command(String line, Optional<String> _)
            && !(line + env).contains(Origin.PORT),
        "command or env must contain %s, which becomes a free port",
        Origin.PORT);
  }

  /** A service with the usual limits. */
  public static ServiceSpec of(Origin from, Map<String, String> env, Optional<String> ready) {
    return of(from, env, Lifetime.of(ready));
  }

  /** A service without known workers and counters. */
  public static ServiceSpec of(Origin from, Map<String, String> env, Lifetime lifetime) {
    OptionalInt unknown = OptionalInt.empty();
    Optional<MetricSource> noCounter = Optional.empty();
    Optional<URI> noPod = Optional.empty();
    return new ServiceSpec(from, env, lifetime, unknown, noCounter, noPod);
  }

  /** A variant of the catalogue, by its name with settings. */
  public static ServiceSpec ofCatalogue(String variant) {
    return of(new Origin.OfCatalogue(variant), Map.of(), Optional.empty());
  }

  /** Returns the same service, which now runs in a pod. */
  public ServiceSpec in(URI pod) {
    return new ServiceSpec(from, env, lifetime, workers, requestCount, Optional.of(pod));
  }

  /** Returns the service as this host reaches it: one in a pod by its address. */
  public ServiceSpec reached() {
    return pod.map(url -> of(Origin.Address.of(url.toString()), Map.of(), lifetime)).orElse(this);
  }

  /** Whether each run has a separate launch. */
  @JsonIgnore
  public boolean isLaunched() {
    return pod.isEmpty() && from.isLaunched();
  }

  /** Returns the variant of the catalogue, with settings; empty if it is none. */
  public Optional<String> variant() {
    return from instanceof Origin.OfCatalogue(String variant)
        ? Optional.of(variant)
        : Optional.empty();
  }

  /** Whether its environment has {@link Origin#PORT}. */
  public boolean hasPortInEnv() {
    return env.toString().contains(Origin.PORT);
  }

  /** Returns how it is started or reached, and its environment, for the record. */
  public Map<String, String> settings() {
    Map<String, String> all = new TreeMap<>();
    switch (from) {
      case Origin.Command command -> all.put("command", command.command());
      case Origin.Image image -> all.put("image", image.image());
      case Origin.Address address -> all.put("url", address.url());
      case Origin.OfCatalogue ours -> all.put("variant", ours.variant());
    }
    env.forEach((name, value) -> all.put("env " + name, value));
    return all;
  }

  /** How a user's service is started or reached. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
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
     * @param memory that it may use, as Docker reads it: a number of bytes, or with a suffix {@code
     *     b}, {@code k}, {@code m} or {@code g}, such as {@code 512m}; absent for all
     */
    record Image(
        @Limits(
                pattern = "[A-Za-z0-9][A-Za-z0-9._/:@-]*",
                valid = "an image name, such as registry/app:1")
            String image,
        @Limits(min = "1", max = "65535") OptionalInt port,
        @Limits(pattern = "(?=.*[1-9])\\d{1,3}(\\.\\d{1,2})?", valid = "above 0, such as 2 or 1.5")
            Optional<String> cpus,
        @Limits(pattern = Image.MEMORY, valid = Image.VALID_MEMORY) Optional<String> memory)
        implements Origin {
      private static final String MEMORY = "\\d{1,12}b?|\\d{1,9}k|\\d{1,6}[mg]";
      private static final String VALID_MEMORY = "between 6m and 999999g, such as 512m or 2g";

      /**
       * Checks the memory.
       *
       * @throws SettingException if no container can have that
       */
      public Image {
        boolean isValid =
            memory.isEmpty()
                || memory
                    .flatMap(Quantity::ofDocker)
                    .filter(bytes -> bytes.isBetween("6Mi", "999999Gi"))
                    .isPresent();
        SettingException.check(isValid, "memory", memory.orElse(""), VALID_MEMORY);
      }
    }

    /**
     * A service that somebody else has started.
     *
     * @param url its scheme, host and port
     * @param restart a command that starts it anew before each run; absent if it runs on
     * @param directory that {@code restart} is run in; absent for that of {@code compare}
     * @param cpuSeconds a counter of its CPU time in s, which is not seen from here
     */
    record Address(
        @Limits(pattern = SERVER, valid = "http://HOST:PORT or https://HOST:PORT") String url,
        @Limits(pattern = TEXT, valid = "some text") Optional<String> restart,
        Optional<String> directory,
        Optional<MetricSource> cpuSeconds)
        implements Origin {

      /** A service that runs on. */
      public static Address of(String url) {
        Optional<String> noRestart = Optional.empty();
        return new Address(url, noRestart, noRestart, Optional.empty());
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

  /**
   * The services of the user's that an experiment compares.
   *
   * @param services by the names that the user gave them
   * @param workload the requests that all of them get
   */
  public record UserServices(Map<String, ServiceSpec> services, Workload workload) {

    /** Returns the secrets that other services than this one refer to, and nothing else does. */
    public Set<String> withheldFrom(String name) {
      Map<String, ServiceSpec> others = new TreeMap<>(services);
      ServiceSpec own = others.remove(name);
      Set<String> withheld = new TreeSet<>(Secrets.names(others.toString()));
      withheld.removeAll(Secrets.names(own + " " + workload));
      return withheld;
    }

    /**
     * Returns a service that is compared, by its name. One that is no service of the user's is a
     * variant. Settings may follow a name: {@code mine@WORKERS=16} if {@code mine} is a variant.
     */
    public static ServiceSpec service(Optional<UserServices> users, String name) {
      Map<String, ServiceSpec> services = users.map(UserServices::services).orElse(Map.of());
      String base = services.containsKey(name) ? name : name.replaceFirst("@.*", "");
      ServiceSpec service = services.getOrDefault(base, ofCatalogue(name));
      return services.containsKey(base)
              && service.from instanceof Origin.OfCatalogue(String variant)
          ? ofCatalogue(variant + name.substring(base.length()))
          : service;
    }
  }
}
