package io.github.restcomparison.jerseycdi;

import io.github.restcomparison.servicekit.Service;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.glassfish.jersey.jsonb.JsonBindingFeature;
import org.glassfish.jersey.server.validation.ValidationFeature;

/** Jersey with its usual companions, CDI, validation and JSON, on Vert.x or on Grizzly. */
public final class Main {
  static final Set<Class<?>> COMPONENTS =
      Set.of(MyResource.class, ValidationFeature.class, JsonBindingFeature.class);

  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    service(System::getenv).run(arguments);
  }

  /** The service on the container that {@code CONTAINER} names; Vert.x by default. */
  static Service service(UnaryOperator<String> environment) {
    return "grizzly".equals(environment.apply("CONTAINER"))
        ? new GrizzlyService()
        : new JerseyOnVertxService();
  }
}
