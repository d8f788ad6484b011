/**
 * From the records of one comparison to everything a user reads.
 *
 * <p>{@link io.github.restcomparison.analysis.Report} is the entry point. {@link
 * io.github.restcomparison.analysis.model.Comparison} holds all that the pages say; each page is
 * one class that turns it into text and computes nothing. {@link
 * io.github.restcomparison.analysis.runs.RunMetric} lists the figures and where each is shown.
 * Nothing is measured here, so that a page can be written again at any time.
 */
package io.github.restcomparison.analysis;
