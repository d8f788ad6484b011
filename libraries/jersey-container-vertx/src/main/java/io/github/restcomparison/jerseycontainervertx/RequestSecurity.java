package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;
import java.util.Locale;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The user of a request, as a router of Vert.x-Web or else TLS knows it.
 *
 * @param isSecure whether the user's connection is encrypted
 */
record RequestSecurity(HttpServerRequest request, boolean isSecure) implements SecurityContext {

  /** Returns the user of the router, or else the subject of the client's certificate. */
  @Override
  public Principal getUserPrincipal() {
    Principal routed = Routing.user(request);
    return routed == null ? subject() : routed;
  }

  private Principal subject() {
    SSLSession session = request.sslSession();
    try {
      return session == null ? null : session.getPeerPrincipal();
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }

  @Override
  public boolean isUserInRole(String role) {
    return Routing.isUserInRole(request, role);
  }

  /** Returns that of the field Authorization if the router knows the user. */
  @Override
  public String getAuthenticationScheme() {
    if (Routing.user(request) == null) {
      return subject() == null ? null : CLIENT_CERT_AUTH;
    }
    String authorization = request.getHeader(HttpHeaders.AUTHORIZATION);
    return authorization == null ? null : authorization.split(" ", 2)[0].toUpperCase(Locale.ROOT);
  }
}
