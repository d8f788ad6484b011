package io.github.restcomparison.tomcatbio;

import io.github.restcomparison.servicekit.Service;
import io.github.restcomparison.servicekit.StartedServer;
import io.github.restcomparison.servicekit.Wait;
import io.github.restcomparison.servletsjavax.BlockingServlet;
import io.github.restcomparison.servletsjavax.MyServlet;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tomcat 8.0 with one of its connectors, and one of two servlets. */
@Command(name = "tomcat-bio", description = "Tomcat 8.0, the last with a BIO connector.")
public final class Main extends Service {
  @Mixin private final Wait wait = new Wait();

  @Option(names = "--connector", paramLabel = "bio|nio")
  private String connector = "bio";

  @Option(names = "--mode", paramLabel = "blocking|start")
  private String mode = "blocking";

  @Option(names = "--workers", paramLabel = "1..20000")
  private int workers = 200;

  Main() {
    super(8092);
  }

  /** Runs the service until SIGTERM. */
  public static void main(String... arguments) {
    new Main().run(arguments);
  }

  @Override
  protected StartedServer serve() throws IOException {
    endpoint.requireLoopback();
    MyServlet servlet = mode.equals("start") ? new StartServlet(wait) : new BlockingServlet(wait);
    return Tomcat8Server.start(endpoint, connector.equals("bio"), workers, servlet);
  }
}
