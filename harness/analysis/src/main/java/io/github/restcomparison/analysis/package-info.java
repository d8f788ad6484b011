/**
 * Turns the records of one comparison into everything that a user reads.
 *
 * <p>{@link io.github.restcomparison.analysis.Report} is the entry point. {@link
 * io.github.restcomparison.analysis.model.Comparison} holds all results; each page is one class
 * that turns it into text and computes nothing. {@link
 * io.github.restcomparison.analysis.runs.RunMetric} lists the figures and the outputs of each.
 * Nothing is measured here, so a page can be written again at any time.
 */
package io.github.restcomparison.analysis;
