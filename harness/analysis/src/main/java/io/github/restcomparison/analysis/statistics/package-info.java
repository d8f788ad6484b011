/**
 * What the numbers of an experiment allow to be said: medians with their intervals, ratios of
 * pairs, verdicts, and the ceilings that arithmetic puts on throughput.
 *
 * <p>Pure functions: no input or output, no clock, no other package of this project. A round
 * measures every variant once; the round, not the request, is the sample. {@link Family} is the way
 * in; everything it rests on can be used alone.
 */
package io.github.restcomparison.analysis.statistics;
