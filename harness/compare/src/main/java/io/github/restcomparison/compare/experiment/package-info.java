/**
 * Many runs: rounds x variants in a shuffled order, each in JVMs of its own, gone on with where
 * they were interrupted.
 */
package io.github.restcomparison.compare.experiment;
