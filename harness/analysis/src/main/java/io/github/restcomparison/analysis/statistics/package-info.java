/**
 * The statistics of an experiment: medians with their intervals, ratios of pairs, tests, verdicts.
 *
 * <p>Pure functions: no input or output, no clock, no other package of this project. A round
 * measures every variant once; the round, not the request, is the sample. {@link
 * io.github.restcomparison.analysis.statistics.PairwiseTests} is the entry point; everything it
 * uses can be used alone.
 */
package io.github.restcomparison.analysis.statistics;
