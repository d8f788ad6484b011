package io.github.restcomparison.jerseycontainervertx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.SeBootstrap;
import jakarta.ws.rs.SeBootstrap.Configuration.SSLClientAuthentication;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.glassfish.jersey.server.JerseySeBootstrapConfiguration;
import org.glassfish.jersey.server.ServerProperties;
import org.glassfish.jersey.server.spi.WebServer;
import org.glassfish.jersey.server.spi.WebServerProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The container, started by what Jakarta REST has for it. */
class BootstrapTest {
  private static Keys server;
  private static Keys client;

  @BeforeAll
  static void makeKeys(@TempDir java.nio.file.Path folder) throws Exception {
    server = Keys.make(folder, "server");
    client = Keys.make(folder, "client");
  }

  /** What is started. */
  public static class Started extends Application {
    @Override
    public Set<Class<?>> getClasses() {
      return Set.of(Hello.class);
    }
  }

  /** Says how it was asked. */
  @Path("hello")
  public static class Hello {
    @GET
    public String hello(@Context SecurityContext security) {
      return "hello, secure: " + security.isSecure();
    }

    @GET
    @Path("user")
    public String user(@Context SecurityContext security) {
      return security.getUserPrincipal() == null ? "nobody" : security.getUserPrincipal().getName();
    }
  }

  private static JerseySeBootstrapConfiguration.Builder anywhere() {
    return JerseySeBootstrapConfiguration.builder()
        .webServerClass(VertxHttpServer.class)
        .property(SeBootstrap.Configuration.HOST, "localhost")
        .property(SeBootstrap.Configuration.PORT, SeBootstrap.Configuration.FREE_PORT)
        .property(SeBootstrap.Configuration.ROOT_PATH, "/root");
  }

  private static SeBootstrap.Instance start(SeBootstrap.Configuration configuration)
      throws Exception {
    return SeBootstrap.start(new Started(), configuration)
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  private static String ask(SeBootstrap.Instance instance, SSLContext trusting) throws Exception {
    return ask(instance, trusting, "/root/hello");
  }

  private static String ask(SeBootstrap.Instance instance, SSLContext trusting, String path)
      throws Exception {
    URI uri = instance.configuration().baseUri().resolve(path);
    try (HttpClient client = HttpClient.newBuilder().sslContext(trusting).build()) {
      HttpResponse<String> response =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      return response.version() + " " + response.body();
    }
  }

  @Test
  void startsAtAFreePortAndStops() throws Exception {
    SeBootstrap.Instance instance = start(anywhere().build());
    assertThat(instance.configuration().port()).isPositive();
    assertThat(ask(instance, SSLContext.getDefault())).isEqualTo("HTTP_2 hello, secure: false");
    assertThat(instance.unwrap(WebServer.class).unwrap(Vertx.class)).isNotNull();
    instance.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThatThrownBy(() -> ask(instance, SSLContext.getDefault()))
        .isInstanceOf(java.io.IOException.class);
  }

  /** Without the property, the first container of the class path is taken. */
  @Test
  void propertyChoosesTheContainer() throws Exception {
    assertThat(ServiceLoader.load(WebServerProvider.class)).hasSizeGreaterThan(1);
    SeBootstrap.Instance instance =
        start(
            SeBootstrap.Configuration.builder()
                .property(ServerProperties.WEBSERVER_CLASS, VertxHttpServer.class)
                .port(SeBootstrap.Configuration.FREE_PORT)
                .build());
    assertThat(instance.unwrap(WebServer.class)).isInstanceOf(VertxHttpServer.class);
    instance.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void classOfAnApplicationIsAsGood() throws Exception {
    SeBootstrap.Instance instance =
        SeBootstrap.start(Started.class, anywhere().build())
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
    assertThat(ask(instance, SSLContext.getDefault())).endsWith("secure: false");
    instance.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void contextOfTheConfigurationMakesTls() throws Exception {
    SSLContext keys = server.trusting(server);
    SeBootstrap.Instance instance =
        start(
            anywhere()
                .property(SeBootstrap.Configuration.PROTOCOL, "HTTPS")
                .property(SeBootstrap.Configuration.SSL_CONTEXT, keys)
                .build());
    assertThat(ask(instance, keys)).isEqualTo("HTTP_2 hello, secure: true");
    instance.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, true, HTTP_2 nobody",
    "OPTIONAL, true, HTTP_2 CN=client",
    "OPTIONAL, false, HTTP_2 nobody",
    "MANDATORY, true, HTTP_2 CN=client",
    "MANDATORY, false, refused"
  })
  void certificateOfTheClientIsAskedForAsConfigured(
      SSLClientAuthentication asked, boolean has, String response) throws Exception {
    SeBootstrap.Instance instance =
        start(
            anywhere()
                .property(SeBootstrap.Configuration.PROTOCOL, "HTTPS")
                .property(SeBootstrap.Configuration.SSL_CONTEXT, server.trusting(client))
                .property(SeBootstrap.Configuration.SSL_CLIENT_AUTHENTICATION, asked)
                .build());
    // The server accepts the certificate of the client alone; no other one is sent.
    SSLContext keys = (has ? client : server).trusting(server);
    String received;
    try {
      received = ask(instance, keys, "/root/hello/user");
    } catch (IOException e) {
      received = "refused";
    }
    assertThat(received).isEqualTo(response);
    instance.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void whoMayNotListenSaysWhere() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      assertThatThrownBy(
              () ->
                  start(
                      anywhere()
                          .property(SeBootstrap.Configuration.PORT, taken.getLocalPort())
                          .build()))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(ProcessingException.class)
          .hasMessageContaining("cannot serve at http://localhost:" + taken.getLocalPort());
    }
  }

  @Test
  void serverThatDoesNotStartByItselfIsStartedOnce() throws Exception {
    SeBootstrap.Instance instance = start(anywhere().autoStart(false).build());
    WebServer server = instance.unwrap(WebServer.class);
    assertThat(server.unwrap(Vertx.class)).isNull();
    server.start().toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(server.port()).isPositive();
    assertThatThrownBy(server::start).isInstanceOf(IllegalStateException.class);
    server.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }
}
