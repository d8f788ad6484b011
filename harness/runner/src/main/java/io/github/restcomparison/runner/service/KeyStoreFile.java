package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.servicekit.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A key, and a certificate of it for this machine alone, which a service reads while it starts.
 *
 * @param path a PKCS#12 file whose password is {@link Protocol#KEY_STORE_PASSWORD}
 */
public record KeyStoreFile(Path path) implements AutoCloseable {

  /**
   * Makes one, by the JDK's keytool, which takes about a second.
   *
   * @param folder that it is written to
   * @throws IOException where it cannot be made; one line says why
   */
  public static KeyStoreFile in(Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path path = folder.resolve("service.p12");
    Files.deleteIfExists(path);
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Cmd.Result making = Cmd.of(command(keytool, path.toString())).run();
    if (making.exitCode() != 0) {
      throw new IOException("keytool made no key: " + making.lastLine());
    }
    return new KeyStoreFile(path);
  }

  /**
   * Makes the file.
   *
   * @param keytool the JDK's command
   * @param path that it writes to, where nothing is
   */
  public static List<String> command(String keytool, String path) {
    return List.of(
        keytool,
        "-J-XX:TieredStopAtLevel=1",
        "-genkeypair",
        "-alias",
        "service",
        "-keyalg",
        "EC",
        "-groupname",
        "secp256r1",
        "-dname",
        "CN=localhost",
        "-ext",
        "san=ip:127.0.0.1,dns:localhost",
        "-validity",
        "2",
        "-storetype",
        "PKCS12",
        "-storepass",
        Protocol.KEY_STORE_PASSWORD,
        "-keystore",
        path);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(path);
  }
}
