package io.github.restcomparison.jerseycontainervertx.exchange;

import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Who asks, as far as TLS says it.
 *
 * @param request that was asked
 */
public record RequestSecurity(HttpServerRequest request) implements SecurityContext {

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
  public boolean isSecure() {
    return request.isSSL();
  }

  @Override
  public String getAuthenticationScheme() {
    return getUserPrincipal() == null ? null : CLIENT_CERT_AUTH;
  }
}
