package io.github.restcomparison.resteasy;

import io.github.restcomparison.waitingresource.MyResource;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.ServletInfo;
import jakarta.ws.rs.core.Application;
import java.util.Optional;
import java.util.Set;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;
import org.xnio.Options;

/** RESTEasy's servlet on Undertow: an I/O thread reads, a worker runs the resource and writes. */
public final class Main {
  private Main() {}

  /** The resources, which RESTEasy finds by the name of this class. */
  public static final class MyApplication extends Application {
    @Override
    @SuppressWarnings("deprecation") // the only way to give an instance
    public Set<Object> getSingletons() {
      return Set.of(new MyResource(Long.parseLong(setting("DELAY_MS", "100"))));
    }
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) throws Exception {
    ServletInfo resteasy =
        Servlets.servlet("resteasy", HttpServlet30Dispatcher.class)
            .setAsyncSupported(true)
            .setLoadOnStartup(1)
            .addInitParam("jakarta.ws.rs.Application", MyApplication.class.getName())
            .addMapping("/*");
    DeploymentInfo deployment =
        Servlets.deployment()
            .setClassLoader(Main.class.getClassLoader())
            .setContextPath("/")
            .setDeploymentName("resteasy")
            .addServlet(resteasy);
    DeploymentManager manager = Servlets.newContainer().addDeployment(deployment);
    manager.deploy();
    Undertow server =
        Undertow.builder()
            .addHttpListener(
                Integer.parseInt(setting("PORT", "8105")), setting("HOST", "127.0.0.1"))
            .setSocketOption(Options.BACKLOG, Integer.valueOf(setting("BACKLOG", "4096")))
            .setServerOption(UndertowOptions.ALWAYS_SET_KEEP_ALIVE, false)
            .setWorkerThreads(Integer.parseInt(setting("WORKERS", "200")))
            .setHandler(manager.start())
            .build();
    server.start();
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
  }

  private static String setting(String name, String other) {
    return Optional.ofNullable(System.getenv(name)).orElse(other);
  }
}
