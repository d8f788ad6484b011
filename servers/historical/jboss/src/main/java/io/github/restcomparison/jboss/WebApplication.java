package io.github.restcomparison.jboss;

import io.github.restcomparison.servicekit.Requests;
import io.github.restcomparison.servicekit.Wait;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The application that WildFly runs. Its class loader and that of this program share only the
 * packages of this class and of service-kit.
 */
public final class WebApplication {
  private static final List<String> CLASSES =
      List.of(
          "io/github/restcomparison/deployment/Servlets.class",
          "io/github/restcomparison/servlets/MyServlet.class",
          "io/github/restcomparison/servlets/BlockingServlet.class",
          "io/github/restcomparison/servlets/HealthServlet.class");

  private static volatile Wait wait;
  private static volatile Requests requests;

  private WebApplication() {}

  /** The wait of its requests. */
  public static Wait waitOfRequests() {
    return wait;
  }

  /** Called once it is deployed, with the requests that reach it. */
  public static void deployed(Requests count) {
    requests = count;
  }

  /** The requests that have reached it; null before it is deployed. */
  static Requests requests() {
    return requests;
  }

  /** Writes it as an exploded archive. */
  static void write(Path folder, Wait ofRequests) throws IOException {
    wait = ofRequests;
    copy(WebApplication.class.getResourceAsStream("web.xml"), folder.resolve("WEB-INF/web.xml"));
    for (String file : CLASSES) {
      copy(
          WebApplication.class.getClassLoader().getResourceAsStream(file),
          folder.resolve("WEB-INF/classes").resolve(file));
    }
  }

  private static void copy(InputStream from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (from) {
      Files.copy(from, to);
    }
  }
}
