package io.github.restcomparison.jerseycdi;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.PositiveOrZero;

/**
 * The response, as JSON.
 *
 * @param message for the reader
 * @param waitedMs how long the request has waited
 */
public record Greeting(@NotBlank String message, @PositiveOrZero long waitedMs) {}
