package io.github.restcomparison.records;

/**
 * How the silent load before the measured one went.
 *
 * @param drivers users who took part in the drive alone, 0 or more
 * @param driveSeconds how long users asked without pause
 * @param settleSeconds how long the measured load was sent, silently
 * @param answers in both
 * @param quiet whether the drive, if there was one, ended because the JIT compilers were quiet, and
 *     not at its limit
 * @param steady whether it was quiet and the measured load was steady
 */
public record WarmUpOutcome(
    int drivers,
    double driveSeconds,
    double settleSeconds,
    long answers,
    boolean quiet,
    boolean steady) {}
