package io.github.restcomparison.contracttck;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** TLS with any server: for services that sign their certificates themselves. */
public final class AnyCertificate {
  private static final SSLContext CONTEXT = context((KeyManager[]) null);

  private AnyCertificate() {}

  /** The context of clients that trust any certificate; all have the same. */
  public static SSLContext context() {
    return CONTEXT;
  }

  /**
   * The context of a client that trusts any certificate.
   *
   * @param own what it shows of itself; null for nothing
   */
  public static SSLContext context(KeyManager... own) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own, new TrustManager[] {new TrustsAll()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has TLS
    }
  }

  /** The extended kind, for the JDK checks the host's name beside a plain one. */
  private static final class TrustsAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
