package io.github.restcomparison.system.driver;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/**
 * Stands in front of a server, and drops its responses on connections from before {@link #mute}:
 * they stay open and silent, as if the network had lost their server. New connections work.
 */
public final class MuteProxy implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
  private final URI behind;
  private volatile int muted;

  /** Starts it in front of the server at {@code behind}. */
  public MuteProxy(URI behind) throws IOException {
    this.behind = behind;
    Thread.ofVirtual().name("mute-accept").start(this::accept);
  }

  /** Returns its port on loopback. */
  public int port() {
    return server.getLocalPort();
  }

  /** Silences all connections that are open now. */
  public void mute() {
    muted++;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        Socket service = new Socket(behind.getHost(), behind.getPort());
        int since = muted;
        Thread.startVirtualThread(() -> copy(client, service, Integer.MAX_VALUE));
        Thread.startVirtualThread(() -> copy(service, client, since));
      }
    } catch (IOException e) {
      // closed: the test is over
    }
  }

  private void copy(Socket from, Socket to, int since) {
    try (from;
        to) {
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8_192];
      for (int read = from.getInputStream().read(buffer);
          read >= 0;
          read = from.getInputStream().read(buffer)) {
        if (since >= muted) {
          out.write(buffer, 0, read);
        }
      }
    } catch (IOException e) {
      // one of the two has left
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
