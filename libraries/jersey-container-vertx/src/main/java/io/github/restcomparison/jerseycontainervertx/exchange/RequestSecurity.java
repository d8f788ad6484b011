package io.github.restcomparison.jerseycontainervertx.exchange;

import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The user of a request, as TLS knows it.
 *
 * @param isSecure whether the user's connection is encrypted
 */
record RequestSecurity(HttpServerRequest request, boolean isSecure) implements SecurityContext {

  /** The subject of the client's certificate; null if it has shown none. */
  @Override
  public Principal getUserPrincipal() {
    SSLSession session = request.sslSession();
    try {
      return session == null ? null : session.getPeerPrincipal();
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }

  @Override
  public boolean isUserInRole(String role) {
    return false;
  }

  @Override
  public String getAuthenticationScheme() {
    return getUserPrincipal() == null ? null : CLIENT_CERT_AUTH;
  }
}
