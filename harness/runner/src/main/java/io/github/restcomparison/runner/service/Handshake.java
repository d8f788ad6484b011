package io.github.restcomparison.runner.service;

import io.github.restcomparison.contracttck.AnyCertificate;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * TLS handshakes without a request. They show whether a service speaks TLS, and why its certificate
 * is refused, which the load generator's client reports in the words of its library.
 */
public final class Handshake {
  private static final int LIMIT_MS = 5_000;
  private static final String NAMES_DIFFER = "(?s)No (subject alternative|name match).*";
  private static final String ANY = "; --insecure accepts any";

  private Handshake() {}

  /** Returns whether a server speaks TLS, whatever its certificate. */
  public static boolean isSpokenAt(URI address) {
    try {
      shownBy(address);
      return true;
    } catch (SSLException e) {
      return ("" + e.getMessage()).contains("fatal alert"); // such as for a missing certificate
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Checks the certificate of a server, if its scheme is {@code https}.
   *
   * @throws IOException if the client refuses it; one line says why
   */
  public static void requireTrust(URI address, ClientTls client) throws IOException {
    Optional<String> refusal = refusal(address, client);
    if (refusal.isPresent()) {
      throw new IOException(refusal.get());
    }
  }

  /**
   * Returns why a client refuses the certificate of a server, in one line; empty if it accepts it,
   * if the scheme is not {@code https}, or if nothing there speaks TLS. Gatling's client itself
   * does not compare the names in the certificate with the host.
   */
  static Optional<String> refusal(URI address, ClientTls client) {
    if (client.isInsecure() || !address.getScheme().equals("https")) {
      return Optional.empty();
    }
    try (SSLSocket socket = connected(address, client.context())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      // The JDK does not look at the dates of a certificate that is its own authority.
      shownAfterHandshake(socket).checkValidity();
      return Optional.empty();
    } catch (CertificateException e) {
      return Optional.of(address + ": its certificate " + why(address, e));
    } catch (SSLException e) {
      return causeOf(e).map(refused -> address + ": its certificate " + why(address, refused));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<CertificateException> causeOf(Throwable failure) {
    return switch (failure) {
      case null -> Optional.empty();
      case CertificateException refused -> Optional.of(refused);
      default -> causeOf(failure.getCause());
    };
  }

  private static String why(URI address, CertificateException refused) {
    try {
      X509Certificate shown = shownBy(address);
      Date now = new Date();
      if (now.after(shown.getNotAfter())) {
        return "expired on " + day(shown.getNotAfter()) + ANY;
      }
      if (now.before(shown.getNotBefore())) {
        return "is not valid before " + day(shown.getNotBefore()) + ANY;
      }
      // The JDK compares names last, after it has found the authority.
      if (("" + refused.getMessage()).matches(NAMES_DIFFER)) {
        return "is for %s, not for %s%s".formatted(names(shown), address.getHost(), ANY);
      }
    } catch (IOException | CertificateException e) {
      // The server has ended meanwhile: what is left is the first reason.
    }
    return "is not trusted; --cacert names its authority, --insecure accepts any";
  }

  private static String day(Date date) {
    return date.toInstant().toString().substring(0, "2026-01-01".length());
  }

  /** Returns the hosts that a certificate is for; its subject if it names none. */
  private static String names(X509Certificate shown) throws CertificateException {
    Collection<List<?>> names = shown.getSubjectAlternativeNames();
    return names == null
        ? shown.getSubjectX500Principal().getName()
        : names.stream().map(each -> each.get(1).toString()).collect(Collectors.joining(", "));
  }

  /** Returns the certificate of a server, trusted or not. */
  private static X509Certificate shownBy(URI address) throws IOException {
    try (SSLSocket socket = connected(address, AnyCertificate.context())) {
      return shownAfterHandshake(socket);
    }
  }

  private static X509Certificate shownAfterHandshake(SSLSocket socket) throws IOException {
    socket.startHandshake();
    return (X509Certificate) socket.getSession().getPeerCertificates()[0];
  }

  private static SSLSocket connected(URI address, SSLContext context) throws IOException {
    int port = address.getPort() < 0 ? 443 : address.getPort();
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(address.getHost(), port), LIMIT_MS);
      plain.setSoTimeout(LIMIT_MS);
      return (SSLSocket)
          context.getSocketFactory().createSocket(plain, address.getHost(), port, true);
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }
}
