package io.github.restcomparison.jerseycontainervertx;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.auth.User;
import io.vertx.ext.auth.authorization.RoleBasedAuthorization;
import io.vertx.ext.web.WebServerRequest;
import java.security.Principal;

/** What a router of Vert.x-Web knows of its requests; Vert.x-Web may be absent. */
final class Routing {
  private static final boolean IS_AVAILABLE = isAvailable();

  /** A user of a router, by name. */
  private record Named(String getName) implements Principal {}

  private Routing() {}

  private static boolean isAvailable() {
    try {
      Class.forName("io.vertx.ext.web.WebServerRequest", false, Routing.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Whether the request is one that a router has passed on. */
  static boolean isRouted(HttpServerRequest request) {
    return IS_AVAILABLE && request instanceof WebServerRequest;
  }

  /** Returns the content that a {@code BodyHandler} has read; null if there is none. */
  static Buffer content(HttpServerRequest request) {
    return isRouted(request) ? ((WebServerRequest) request).routingContext().body().buffer() : null;
  }

  /** Returns the user that the router knows; null if there is none. */
  static Principal user(HttpServerRequest request) {
    User user = isRouted(request) ? ((WebServerRequest) request).routingContext().user() : null;
    return user == null ? null : new Named(user.subject());
  }

  /** Whether the router knows the user, and that the user has a role. */
  static boolean isUserInRole(HttpServerRequest request, String role) {
    User user = isRouted(request) ? ((WebServerRequest) request).routingContext().user() : null;
    return user != null && RoleBasedAuthorization.create(role).match(user);
  }
}
