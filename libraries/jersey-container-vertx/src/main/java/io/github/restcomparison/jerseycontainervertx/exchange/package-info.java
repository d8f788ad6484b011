/** One request, its response, and their threads: what Jersey reads, and what it writes to. */
package io.github.restcomparison.jerseycontainervertx.exchange;
