package io.github.restcomparison.jerseycontainervertx;

import io.github.restcomparison.jerseycontainervertx.VertxContainerProperties.Values;
import jakarta.ws.rs.core.Application;
import java.util.Set;
import java.util.concurrent.Executor;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.uri.UriComponent;

/**
 * An application that is served, and what was found out about it.
 *
 * @param originalApplication as it was given
 * @param threads of its requests that may block
 * @param targets of requests below its path
 * @param unanswered requests of the container that have no response yet
 */
record Deployed(
    Application originalApplication,
    ApplicationHandler handler,
    Values properties,
    Executor threads,
    Targets targets,
    ThreadPolicy policy,
    WatchedWriters writers,
    Set<ResponseWriter> unanswered) {

  /**
   * Deploys an application.
   *
   * @param basePath of the container, beginning and ending with a slash
   * @param parentContext of its injection manager; null if there is none
   * @param unanswered requests of the container
   * @throws RuntimeException if it cannot be
   */
  static Deployed of(
      Application application,
      String basePath,
      Object parentContext,
      Set<ResponseWriter> unanswered) {
    VertxBinder binder = new VertxBinder();
    ApplicationHandler handler = new ApplicationHandler(application, binder, parentContext);
    ResourceConfig configuration = handler.getConfiguration();
    Values properties = Values.of(configuration);
    Targets targets =
        new Targets(
            below(basePath, configuration.getApplicationPath()),
            configuration.isProperty(ServerProperties.REDUCE_CONTEXT_PATH_SLASHES_ENABLED));
    Deployed deployed =
        new Deployed(
            application,
            handler,
            properties,
            RequestThreads.of(properties.platformThreads()),
            targets,
            new ThreadPolicy(handler.getInjectionManager(), binder.methods()),
            new WatchedWriters(configuration, handler.getInjectionManager()),
            unanswered);
    binder.setApplication(deployed);
    return deployed;
  }

  /** The path of {@code @ApplicationPath} below the container's, with a slash behind it. */
  private static String below(String basePath, String applicationPath) {
    if (applicationPath == null || applicationPath.replace("/", "").isEmpty()) {
      return basePath;
    }
    // Jersey encodes what the annotation has, even if it is encoded already.
    String annotated = UriComponent.decode(applicationPath, UriComponent.Type.PATH);
    String once = UriComponent.contextualEncode(annotated, UriComponent.Type.PATH);
    String plain = UriComponent.decode(once, UriComponent.Type.PATH);
    String path = UriComponent.encode(plain.replaceFirst("^/+", ""), UriComponent.Type.PATH);
    return basePath + (path.endsWith("/") ? path : path + "/");
  }
}
