package io.github.restcomparison.jerseyvertxbookshop;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.PositiveOrZero;

/**
 * A book, as JSON in requests and responses.
 *
 * @param isbn 13 digits
 * @param pence its price
 */
public record Book(
    @Pattern(regexp = "\\d{13}") String isbn, @NotBlank String title, @PositiveOrZero int pence) {}
