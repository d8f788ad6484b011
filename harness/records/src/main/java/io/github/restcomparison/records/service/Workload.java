package io.github.restcomparison.records.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.github.restcomparison.records.settings.Limits;
import io.github.restcomparison.records.settings.SettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is asked of a user's services: each time one of the requests, drawn by their weights; or
 * what a simulation of the user's own does.
 *
 * @param requests empty with a simulation, and without services
 * @param feeders of which all users take their records
 * @param simulation in place of requests
 * @param timeout of a response with its body, 1 ms to 10 min
 * @param insecure whether any certificate of a service is accepted
 * @param keepCookies whether a user sends the cookies that the service has set
 */
public record Workload(
    List<RequestSpec> requests,
    List<Feeder> feeders,
    Optional<UserSimulation> simulation,
    @Limits(min = "1ms", max = "10m") Duration timeout,
    boolean insecure,
    boolean keepCookies) {

  /** The longest time-out of a response. */
  public static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

  /**
   * A file of records that requests are filled in from: each user takes the next before each
   * request, and begins anew after the last.
   *
   * @param file a {@code .csv} with a line of names, or a {@code .json} with an array of objects
   */
  public record Feeder(@JsonValue String file) {
    private static final Pattern NAME = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");

    /** Checks its name. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Feeder {
      if (!file.matches("(?s).*\\.(csv|json)")) {
        throw new SettingException("must be a .csv or a .json file");
      }
    }

    /** Whether a text has names in braces, such as {@code /orders/{id}}. */
    public static boolean hasNames(String text) {
      return NAME.matcher(text).find();
    }

    /**
     * Returns a text with values in the place of names. A name without a value stays as it is:
     * bodies of JSON have braces, too.
     *
     * @param field the value of a field by its name, null if there is none
     */
    public static String filled(String text, UnaryOperator<String> field) {
      return NAME.matcher(text)
          .replaceAll(
              name -> {
                String value = field.apply(name.group(1));
                return Matcher.quoteReplacement(value == null ? name.group() : value);
              });
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
      if (colon < 1) {
        throw new SettingException(
            "must be JAR:CLASS, such as target/load.jar:com.acme.OrdersSimulation");
      }
      Path classes = Path.of(text.substring(0, colon)).toAbsolutePath().normalize();
      if (!Files.exists(classes)) {
        throw new SettingException(classes + ": no such file");
      }
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
    for (RequestSpec request : requests) {
      if (!names.add(request.name())) {
        throw new SettingException("two requests are named '%s'".formatted(request.name()));
      }
    }
  }
}
