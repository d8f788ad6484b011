/**
 * Statistics of rounds: medians and ratios with their intervals, the noise floor, numbers as text.
 *
 * <p>Pure functions: no input or output, no clock, no other package of this project. A round
 * measures every variant once; the round, not the request, is the sample.
 */
package io.github.restcomparison.analysis.statistics;
