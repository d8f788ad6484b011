package io.github.restcomparison.system.driver;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.github.restcomparison.servicekit.Protocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A server of TLS with a certificate of this project. */
public final class OwnTls {
  private OwnTls() {}

  /**
   * Serves on a free port of the loopback interface; {@code /token} responds with 204.
   *
   * @param store with its key
   */
  public static HttpsServer server(Path store) throws Exception {
    char[] password = Protocol.KEY_STORE_PASSWORD.toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(KeyStore.getInstance(store.toFile(), password), password);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), null, null);
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.createContext(
        "/token",
        exchange -> {
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }
}
