/** Serves the archives of the Jakarta REST TCK on a server of Jersey's, without servlets. */
package io.github.restcomparison.jakartaresttck;
