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
 * A planned service: how it is started or reached, is waited for, and is ended. Its texts may
 * contain {@code ${NAME}} of the environment, which is looked up when the service is started and
 * never recorded.
 *
 * @param from how it is started or reached
 * @param env variables of its environment, in addition to the environment of {@code compare}
 * @param lifetime when it can be measured, and how it is ended
 * @param workers threads that may block concurrently, 1 to 20000, for its ceiling; empty if not
 *     known
 * @param requestCount a counter of its requests; empty if it has none
 * @param pod the address of the pod that runs it; empty outside of a cluster
 */
public record ServiceSpec(
    Origin from,
    Map<String, String> env,
    @JsonUnwrapped Lifetime lifetime,
    @Limits(min = "1", max = "20000") OptionalInt workers,
    Optional<MetricSource> requestCount,
    @Limits(isStated = false) Optional<URI> pod) {

  /**
   * The conditions for the start and the end of a service.
   *
   * @param ready a path, or a URL that may contain {@link Origin#PORT2}, whose status is 200 to 299
   *     once the service can be measured; empty if any response shows it
   * @param startLimit the maximum time until then, 1 s to 60 min
   * @param stopSignal that ends it, {@code TERM}, {@code INT}, {@code QUIT}, {@code HUP} or {@code
   *     KILL}
   * @param stopLimit the maximum time to end before it is killed, 0 s to 10 min
   */
  public record Lifetime(
      @Limits(
              pattern = "/\\S*|https?://\\S+",
              valid = "a path with a slash, or a URL such as http://127.0.0.1:{port2}/health")
          Optional<String> ready,
      @Limits(min = "1s", max = "60m") Duration startLimit,
      @Limits(words = {"TERM", "INT", "QUIT", "HUP", "KILL"}) String stopSignal,
      @Limits(min = "0s", max = "10m") Duration stopLimit) {
    /** Returns the default limits and signal. */
    public static Lifetime of(Optional<String> ready) {
      return new Lifetime(ready, Duration.ofSeconds(60), "TERM", Duration.ofSeconds(10));
    }
  }

  /**
   * Checks the settings.
   *
   * @throws SettingException if one is invalid, or does not fit another
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

  /** Returns a service with the default limits. */
  public static ServiceSpec of(Origin from, Map<String, String> env, Optional<String> ready) {
    return of(from, env, Lifetime.of(ready));
  }

  /** Returns a service without known workers and counters. */
  public static ServiceSpec of(Origin from, Map<String, String> env, Lifetime lifetime) {
    OptionalInt unknown = OptionalInt.empty();
    Optional<MetricSource> noCounter = Optional.empty();
    Optional<URI> noPod = Optional.empty();
    return new ServiceSpec(from, env, lifetime, unknown, noCounter, noPod);
  }

  /** Returns a variant of the catalogue, by its name with settings. */
  public static ServiceSpec ofVariant(String variant) {
    return of(new Origin.CatalogueVariant(variant), Map.of(), Optional.empty());
  }

  /** Returns the same service, which now runs in a pod. */
  public ServiceSpec withPod(URI pod) {
    return new ServiceSpec(from, env, lifetime, workers, requestCount, Optional.of(pod));
  }

  /** Returns the service as this host reaches it: one in a pod by its address. */
  public ServiceSpec withReachableAddress() {
    return pod.map(url -> of(Origin.Address.of(url.toString()), Map.of(), lifetime)).orElse(this);
  }

  /** Returns whether the service is started for each run. */
  @JsonIgnore
  public boolean isLaunched() {
    return pod.isEmpty() && from.isLaunched();
  }

  /** Returns the variant of the catalogue, with settings; empty if it is none. */
  public Optional<String> variant() {
    return from instanceof Origin.CatalogueVariant(String variant)
        ? Optional.of(variant)
        : Optional.empty();
  }

  /** Returns whether its environment has {@link Origin#PORT}. */
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
      case Origin.CatalogueVariant ours -> all.put("variant", ours.variant());
    }
    env.forEach((name, value) -> all.put("env " + name, value));
    return all;
  }

  /** The way to start or reach a user's service. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
  public sealed interface Origin {
    /** The place of a free port in a command or a variable of its environment. */
    String PORT = "{port}";

    /** The place of a second free port, such as the port of a health check. */
    String PORT2 = "{port2}";

    /**
     * A URL that has a scheme, a host and at most a port. Host names can have an underscore, which
     * {@link java.net.URI#getHost} does not know.
     */
    String SERVER = "https?://([\\w.-]+|\\[[0-9A-Fa-f.:%]+\\])(:\\d{1,5})?/?";

    /** A text that is not blank. */
    String TEXT = "[\\s\\S]*\\S[\\s\\S]*";

    /** Returns whether the service is started for each run. */
    default boolean isLaunched() {
      return !(this instanceof Address address) || address.restart().isPresent();
    }

    /**
     * A command on this host.
     *
     * @param command a line for {@code sh -c}; its process must stay until it gets a signal
     * @param directory that it is run in; empty for the current directory of {@code compare}
     */
    record Command(
        @Limits(pattern = TEXT, valid = "some text") String command, Optional<String> directory)
        implements Origin {
      /** Returns a program and its arguments, quoted for the shell. */
      public static Command of(List<String> words) {
        return new Command(
            words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "exec ", "")),
            Optional.empty());
      }
    }

    /**
     * A new container of an image, on a separate network; or on the host's, if {@code env} has
     * {@link #PORT}.
     *
     * @param image its name, as Docker knows it
     * @param port that it listens on; empty if the image exposes exactly one
     * @param cpus that it may use, such as 1.5; empty for all
     * @param memory that it may use, as Docker reads it: a number of bytes, or with a suffix {@code
     *     b}, {@code k}, {@code m} or {@code g}, such as {@code 512m}; empty for all
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
       * @throws SettingException if no container can have so much or so little
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
     * A service that is already running.
     *
     * @param url its scheme, host and port
     * @param restart a command that restarts it before each run; empty if it keeps running
     * @param directory that {@code restart} is run in; empty for the current directory of {@code
     *     compare}
     * @param cpuSeconds a counter of its CPU time in s, which this host cannot measure
     */
    record Address(
        @Limits(pattern = SERVER, valid = "http://HOST:PORT or https://HOST:PORT") String url,
        @Limits(pattern = TEXT, valid = "some text") Optional<String> restart,
        Optional<String> directory,
        Optional<MetricSource> cpuSeconds)
        implements Origin {

      /** Returns a service that is never restarted. */
      public static Address of(String url) {
        Optional<String> noRestart = Optional.empty();
        return new Address(url, noRestart, noRestart, Optional.empty());
      }
    }

    /**
     * A service of this project under a name of the user.
     *
     * @param variant its name in the catalogue, with settings
     */
    record CatalogueVariant(@Limits(pattern = TEXT, valid = "some text") String variant)
        implements Origin {}
  }

  /**
   * The user services of an experiment.
   *
   * @param services by the names that the user gave them
   * @param workload the requests that all of them get
   */
  public record UserServices(Map<String, ServiceSpec> services, Workload workload) {

    /** Returns the secrets that only other services than this one refer to. */
    public Set<String> withheldFrom(String name) {
      Map<String, ServiceSpec> others = new TreeMap<>(services);
      ServiceSpec own = others.remove(name);
      Set<String> withheld = new TreeSet<>(Secrets.names(others.toString()));
      withheld.removeAll(Secrets.names(own + " " + workload));
      return withheld;
    }

    /**
     * Returns a compared service by its name. A name of no user service is a variant. Settings may
     * follow a name: {@code mine@WORKERS=16} if {@code mine} is a variant.
     */
    public static ServiceSpec service(Optional<UserServices> users, String name) {
      Map<String, ServiceSpec> services = users.map(UserServices::services).orElse(Map.of());
      String base = services.containsKey(name) ? name : name.replaceFirst("@.*", "");
      ServiceSpec service = services.getOrDefault(base, ofVariant(name));
      return services.containsKey(base)
              && service.from instanceof Origin.CatalogueVariant(String variant)
          ? ofVariant(variant + name.substring(base.length()))
          : service;
    }
  }
}
