/**
 * From the records of one comparison to everything a user reads.
 *
 * <p>{@link io.github.restcomparison.analysis.Report} is the way in. {@link
 * io.github.restcomparison.analysis.model.Comparison} is all that the pages say; each page is one
 * class that turns it into text and works nothing out. Nothing is measured here, so that a page can
 * be written again at any time.
 */
package io.github.restcomparison.analysis;
