package io.github.restcomparison.jakartaresttck;

import jakarta.ws.rs.core.Application;
import java.io.IOException;
import java.util.Locale;

/** What applications are served by, each below a path of its own. */
interface Server extends AutoCloseable {
  /** The system property that names it. */
  String PROPERTY = "tck.server";

  /** Its name. */
  String HOST = "localhost";

  /**
   * Starts the one that these tests run on, at a free port.
   *
   * @throws IllegalArgumentException if none is named, or one that there is not
   * @throws IOException if it cannot listen
   */
  static Server start() throws IOException {
    String name = System.getProperty(PROPERTY, "none").toLowerCase(Locale.ROOT);
    return switch (name) {
      case "vertx" -> new ServerOfVertx();
      case "grizzly" -> new ServerOfGrizzly();
      default ->
          throw new IllegalArgumentException(
              "%s is %s: it may be vertx or grizzly".formatted(PROPERTY, name));
    };
  }

  int port();

  /**
   * Serves an application.
   *
   * @param path that it is below, without a slash at its end; its own path comes behind it
   */
  void add(String path, Application application);

  /** Ends what it serves below a path; without effect if that is nothing. */
  void remove(String path);

  @Override
  void close();
}
