package io.github.restcomparison.jboss;

import io.github.restcomparison.servicekit.Endpoint;
import java.io.IOException;
import java.net.BindException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Debian's Apache httpd with mod_jk: a thread of its worker MPM holds each connection, and passes
 * requests on over an AJP connection of its own.
 */
final class ApacheHttpd implements AutoCloseable {
  private static final Path MODULES = Path.of("/usr/lib/apache2/modules");
  private static final int START_LIMIT_MS = 10_000;

  /** Ends httpd, gracefully, as soon as the standard input ends: however this JVM dies. */
  private static final String UNTIL_INPUT_ENDS =
      "\"$@\" & httpd=$!; read -r line; kill -WINCH $httpd; wait $httpd";

  private final Process process;
  private final int port;

  private ApacheHttpd(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param folder gets its configuration and logs
   * @throws BindException if its address is taken
   */
  static ApacheHttpd start(Path folder, Endpoint endpoint, int ajpPort) throws IOException {
    Files.createDirectories(folder);
    int port = endpoint.availablePort();
    Map<String, String> values =
        Map.of(
            "FOLDER", folder.toString(),
            "MODULES", MODULES.toString(),
            "ADDRESS", endpoint.host() + ":" + port,
            "BACKLOG", Integer.toString(endpoint.backlog()),
            "USER", "www-data",
            "GROUP", "www-data",
            "AJP_PORT", Integer.toString(ajpPort));
    Path configuration = folder.resolve("httpd.conf");
    Files.copy(ApacheHttpd.class.getResourceAsStream("httpd.conf"), configuration);
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            UNTIL_INPUT_ENDS,
            "sh",
            "apache2",
            "-DFOREGROUND",
            "-f",
            configuration.toString());
    builder.environment().putAll(values);
    builder.environment().merge("PATH", "/usr/sbin", (path, sbin) -> path + ":" + sbin);
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("httpd.log").toFile());
    ApacheHttpd httpd = new ApacheHttpd(builder.start(), port);
    httpd.awaitListening(folder, endpoint);
    return httpd;
  }

  private void awaitListening(Path folder, Endpoint endpoint) throws IOException {
    long end = System.nanoTime() + START_LIMIT_MS * 1_000_000L;
    while (System.nanoTime() < end && process.isAlive()) {
      try (Socket _ = new Socket(endpoint.host(), port)) {
        return;
      } catch (IOException e) {
        pause();
      }
    }
    close();
    throw new IOException(
        "httpd does not listen: " + Files.readString(folder.resolve("httpd.log")).strip());
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  int port() {
    return port;
  }

  /** Takes no new connections from now on; those in flight complete. */
  void drain() throws IOException {
    process.getOutputStream().close();
  }

  @Override
  public void close() {
    try {
      drain();
      if (process.waitFor(5, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      // It has ended already.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
