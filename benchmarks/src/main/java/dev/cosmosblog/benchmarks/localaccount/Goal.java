package dev.cosmosblog.benchmarks.localaccount;

/**
 * What is wanted, and what came of it.
 *
 * @param goal the bound
 * @param measured what was measured
 * @param met whether it is within the bound
 */
record Goal(String goal, String measured, boolean met) {}
