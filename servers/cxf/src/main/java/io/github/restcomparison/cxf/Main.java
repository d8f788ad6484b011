package io.github.restcomparison.cxf;

import io.github.restcomparison.waitingresource.MyResource;
import java.util.Optional;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxrs.JAXRSServerFactoryBean;
import org.apache.cxf.transport.http_undertow.ThreadingParameters;
import org.apache.cxf.transport.http_undertow.UndertowHTTPServerEngineFactory;

/** CXF's JAX-RS on its own Undertow: an I/O thread reads, a worker runs the resource and writes. */
public final class Main {
  private Main() {}

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) throws Exception {
    String host = setting("HOST", "127.0.0.1");
    int port = Integer.parseInt(setting("PORT", "8106"));
    int workers = Integer.parseInt(setting("WORKERS", "200"));
    Bus bus = BusFactory.getDefaultBus();
    ThreadingParameters threads = new ThreadingParameters();
    threads.setMinThreads(workers);
    threads.setMaxThreads(workers);
    threads.setWorkerIOThreads(Runtime.getRuntime().availableProcessors());
    UndertowHTTPServerEngineFactory engines = new UndertowHTTPServerEngineFactory(bus);
    engines.createUndertowHTTPServerEngine(host, port, "http").setThreadingParameters(threads);
    JAXRSServerFactoryBean factory = new JAXRSServerFactoryBean();
    factory.setBus(bus);
    factory.setAddress("http://%s:%d/".formatted(host, port));
    factory.setServiceBean(new MyResource(Long.parseLong(setting("DELAY_MS", "100"))));
    Server server = factory.create();
    Runtime.getRuntime().addShutdownHook(new Thread(server::destroy));
  }

  private static String setting(String name, String other) {
    return Optional.ofNullable(System.getenv(name)).orElse(other);
  }
}
