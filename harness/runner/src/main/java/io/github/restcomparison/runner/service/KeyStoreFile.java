package io.github.restcomparison.runner.service;

import io.github.restcomparison.runner.host.Cmd;
import io.github.restcomparison.servicekit.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A key, and a certificate of it for this machine alone, which a service reads while it starts: a
 * PKCS#12 file whose password is {@link Protocol#KEY_STORE_PASSWORD}.
 */
public final class KeyStoreFile {
  private KeyStoreFile() {}

  /**
   * Creates one with the JDK's keytool, which takes about a second.
   *
   * @throws IOException if keytool fails; one line has the reason
   */
  public static void make(Path path) throws IOException, InterruptedException {
    Files.deleteIfExists(path);
    Cmd.of(command(Cmd.jdkTool("keytool"), path.toString()).toArray(String[]::new)).output();
  }

  /**
   * Returns the command that makes the file.
   *
   * @param keytool the JDK's command
   * @param path of no file yet
   */
  public static List<String> command(String keytool, String path) {
    String options =
        "-J-XX:TieredStopAtLevel=1 -genkeypair -alias service -keyalg EC -groupname secp256r1"
            + " -dname CN=localhost -ext san=ip:127.0.0.1,dns:localhost -validity 2"
            + " -storetype PKCS12 -storepass ";
    List<String> words = new ArrayList<>(List.of(keytool));
    words.addAll(List.of((options + Protocol.KEY_STORE_PASSWORD).split(" ")));
    words.addAll(List.of("-keystore", path));
    return words;
  }
}
