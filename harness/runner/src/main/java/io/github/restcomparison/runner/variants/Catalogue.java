package io.github.restcomparison.runner.variants;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Every variant that can be measured: the one place that lists them. */
public final class Catalogue {
  /** The one that costs least, with no delay: what the load generator is calibrated against. */
  public static final String ANSWERS_AT_ONCE = "vertx-rest";

  private static final List<Variant> VARIANTS =
      List.of(
          new Variant(
              "jersey-sync",
              "jersey-sync",
              Map.of(),
              true,
              "a worker thread blocks for each request that waits"),
          new Variant(
              "jersey-virtual",
              "jersey-sync",
              Map.of("WORKERS", "virtual"),
              false,
              "a virtual thread blocks for each request that waits"),
          new Variant(
              "jersey-async",
              "jersey-async",
              Map.of(),
              false,
              "no thread waits; a few scheduler threads answer"),
          new Variant(
              "jersey-async-thread",
              "jersey-async",
              Map.of("EXECUTOR", "thread"),
              false,
              "a new platform thread for each request waits and answers"),
          new Variant(
              "jersey-managed",
              "jersey-async",
              Map.of("EXECUTOR", "managed"),
              true,
              "@ManagedAsync: a thread of a second pool blocks for each request"),
          new Variant(
              "vertx-rest",
              "vertx-rest",
              Map.of(),
              false,
              "no thread waits; a few event loops do everything"),
          new Variant(
              "vertx-virtual",
              "vertx-rest",
              Map.of("THREADS", "virtual"),
              false,
              "a virtual thread waits for each request, event loops do the rest"),
          new Variant(
              "jersey-vertx",
              "servers/jersey-vertx",
              Map.of(),
              false,
              "Jersey on Vert.x: no thread waits; event loops do everything"),
          new Variant(
              "jersey-vertx-virtual",
              "servers/jersey-vertx",
              Map.of("THREADS", "virtual"),
              false,
              "Jersey on Vert.x: a virtual thread blocks for each request that waits"),
          new Variant(
              "tomcat",
              "servers/tomcat",
              Map.of(),
              true,
              "a worker thread blocks for each request that waits"),
          new Variant(
              "tomcat-queue",
              "servers/tomcat",
              Map.of("MODE", "queue"),
              false,
              "no thread waits; one event thread empties a queue and answers"),
          new Variant(
              "tomcat-start",
              "servers/tomcat",
              Map.of("MODE", "start"),
              true,
              "AsyncContext.start: another worker of the same pool blocks"),
          new Variant(
              "tomcat-virtual",
              "servers/tomcat",
              Map.of("WORKERS", "virtual"),
              false,
              "a virtual thread blocks for each request that waits"),
          new Variant(
              "tomcat-bio-sync",
              "servers/historical/tomcat-bio",
              Map.of("CONNECTOR", "bio"),
              true,
              "Tomcat 8, BIO: a worker blocks for each connection"),
          new Variant(
              "tomcat-bio-async",
              "servers/historical/tomcat-bio",
              Map.of("CONNECTOR", "bio", "MODE", "start"),
              true,
              "Tomcat 8, BIO: AsyncContext.start on a second worker"),
          new Variant(
              "tomcat-nio-sync",
              "servers/historical/tomcat-bio",
              Map.of("CONNECTOR", "nio"),
              true,
              "Tomcat 8, NIO: a worker blocks for each request"),
          new Variant(
              "tomcat-nio-async",
              "servers/historical/tomcat-bio",
              Map.of("CONNECTOR", "nio", "MODE", "start"),
              true,
              "Tomcat 8, NIO: AsyncContext.start on a second worker"),
          new Variant(
              "jetty",
              "servers/jetty",
              Map.of(),
              true,
              "a worker thread blocks for each request that waits"),
          new Variant(
              "jetty-complete",
              "servers/jetty",
              Map.of("MODE", "complete"),
              false,
              "no thread waits; a scheduler thread writes and completes"),
          new Variant(
              "jetty-resume",
              "servers/jetty",
              Map.of("MODE", "resume"),
              false,
              "no thread waits; a worker is dispatched a second time"),
          new Variant(
              "jetty-7",
              "servers/historical/jetty-7",
              Map.of(),
              true,
              "Jetty 7: a worker thread blocks for each request"),
          new Variant(
              "jetty-7-complete",
              "servers/historical/jetty-7",
              Map.of("MODE", "complete"),
              false,
              "Jetty 7: no thread waits; a scheduler thread completes"),
          new Variant(
              "jetty-7-resume",
              "servers/historical/jetty-7",
              Map.of("MODE", "resume"),
              false,
              "Jetty 7: no thread waits; the continuation is resumed"),
          new Variant(
              "spring-boot",
              "servers/spring-boot",
              Map.of(),
              true,
              "Spring MVC: a worker thread blocks for each request"),
          new Variant(
              "spring-boot-virtual",
              "servers/spring-boot",
              Map.of("WORKERS", "virtual"),
              false,
              "Spring MVC: a virtual thread blocks for each request"),
          new Variant(
              "vertx-sql",
              "servers/vertx-sql",
              Map.of(),
              false,
              "vertx-rest with Vert.x's database client: no thread waits for --wait sql"),
          new Variant(
              "vertx-jersey",
              "servers/historical/vertx-jersey",
              Map.of(),
              false,
              "Jersey 2 on Vert.x 3: no thread waits; event loops do everything"),
          new Variant(
              "jboss",
              "servers/historical/jboss",
              Map.of(),
              true,
              "httpd: a thread for each connection; WildFly: a worker for each request",
              List.of(
                  "apache2",
                  "/usr/lib/apache2/modules/mod_jk.so",
                  "servers/historical/jboss/target/wildfly")));

  private Catalogue() {}

  /** All of them, in the order in which they are explained. */
  public static List<Variant> variants() {
    return VARIANTS;
  }

  /**
   * The one of that name, {@code jersey-sync}, or of that name with settings of its own, {@code
   * jersey-sync@WORKERS=400@MAX_WAITING=100}.
   *
   * @throws IllegalArgumentException where there is none; the message names those there are
   */
  public static Variant variant(String name) {
    String[] parts = name.split("@", -1);
    Variant variant = listed(parts[0]);
    for (String setting : List.of(parts).subList(1, parts.length)) {
      if (!setting.matches("[A-Z][A-Z_]*=[A-Za-z0-9._-]+")) {
        throw new IllegalArgumentException(
            "'%s' in '%s' is no setting: it may be like WORKERS=400".formatted(setting, name));
      }
      variant = variant.with(setting.split("=")[0], setting.split("=")[1]);
    }
    return variant;
  }

  private static Variant listed(String name) {
    return VARIANTS.stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no variant '%s': there are %s"
                        .formatted(
                            name,
                            VARIANTS.stream()
                                .map(Variant::name)
                                .collect(Collectors.joining(", ")))));
  }
}
