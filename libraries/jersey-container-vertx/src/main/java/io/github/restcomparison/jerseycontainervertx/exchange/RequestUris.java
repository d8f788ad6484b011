package io.github.restcomparison.jerseycontainervertx.exchange;

import java.net.URI;

/**
 * What Jersey asks of a request's target.
 *
 * @param base of the application
 * @param target as the client has sent it
 * @param request the whole URI, still encoded
 */
public record RequestUris(BaseUri base, String target, URI request) {

  /** Whether the target lies below the base path. */
  public boolean isOfApplication() {
    return base.contains(request.getRawPath());
  }
}
