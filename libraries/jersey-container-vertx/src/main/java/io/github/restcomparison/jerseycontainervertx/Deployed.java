package io.github.restcomparison.jerseycontainervertx;

import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Application;
import java.util.concurrent.Executor;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.server.spi.Container;
import org.glassfish.jersey.uri.UriComponent;

/** An application that is served, what was found out about it, and its requests that wait. */
final class Deployed {
  /** Jersey's own default of what it gathers. */
  private static final int BUFFER_BYTES = 8192;

  private final Application application;
  private final Targets targets;
  private final ApplicationHandler handler;
  private final VertxContainerProperties.Values properties;
  private final Executor threads;
  private final ThreadPolicy policy;
  private final int bufferBytes;
  private final ResponseHead.Texts fieldTexts;
  private final WatchedWriters writers;
  private final InFlight inFlight = new InFlight();

  /**
   * Deploys it.
   *
   * @param basePath of the container, beginning and ending with a slash
   * @param parentContext of its injection manager; null if there is none
   * @throws RuntimeException if it cannot be
   */
  Deployed(Application application, String basePath, Object parentContext) {
    this.application = application;
    this.handler = new ApplicationHandler(application, new VertxBinder(this), parentContext);
    ResourceConfig configuration = handler.getConfiguration();
    this.properties = VertxContainerProperties.Values.of(configuration);
    this.threads = RequestThreads.of(properties.platformThreads());
    this.targets =
        new Targets(
            below(basePath, configuration.getApplicationPath()),
            configuration.isProperty(ServerProperties.REDUCE_CONTEXT_PATH_SLASHES_ENABLED),
            configuration.getProperty(VertxContainerProperties.FORWARDED_FIELDS));
    this.fieldTexts = new ResponseHead.Texts(configuration);
    this.writers = new WatchedWriters(configuration, handler.getInjectionManager());
    this.bufferBytes =
        CommonProperties.getValue(
            configuration.getProperties(),
            RuntimeType.SERVER,
            CommonProperties.OUTBOUND_CONTENT_LENGTH_BUFFER,
            BUFFER_BYTES,
            Integer.class);
    this.policy = new ThreadPolicy(handler);
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

  /** The application as it was given. */
  Application originalApplication() {
    return application;
  }

  /** The targets of requests below its path. */
  Targets targets() {
    return targets;
  }

  ApplicationHandler handler() {
    return handler;
  }

  VertxContainerProperties.Values properties() {
    return properties;
  }

  ThreadPolicy policy() {
    return policy;
  }

  /** Runs a part of a request on a thread that may block. */
  void execute(Runnable task) {
    threads.execute(task);
  }

  /** Bytes of content that are gathered, so that the head of a response can say how many. */
  int bufferBytes() {
    return bufferBytes;
  }

  ResponseHead.Texts fieldTexts() {
    return fieldTexts;
  }

  WatchedWriters writers() {
    return writers;
  }

  InFlight inFlight() {
    return inFlight;
  }

  /**
   * Ends it as soon as all of its requests are answered, or after a time, when the rest get 503. If
   * there are none, it is ended at once.
   */
  void retire(Container container) {
    inFlight.close();
    if (inFlight.isEmpty()) {
      end(container);
    } else {
      RequestThreads.run(
          () -> {
            inFlight.awaitEmpty(properties.retireTime());
            end(container);
          });
    }
  }

  /** Takes no more requests; connections end with the response to the last. */
  void refuse() {
    inFlight.close();
    inFlight.all().forEach(InFlight.Entry::endConnection);
  }

  /** Answers its requests without the application. */
  void cutOff() {
    inFlight.close();
    inFlight.all().forEach(InFlight.Entry::cutOff);
  }

  /** Ends it now. */
  void end(Container container) {
    cutOff();
    handler.onShutdown(container);
  }
}
