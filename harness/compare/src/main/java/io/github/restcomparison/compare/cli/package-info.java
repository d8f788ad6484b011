/** The {@code compare} command: what a user types, and what it prints. */
package io.github.restcomparison.compare.cli;
