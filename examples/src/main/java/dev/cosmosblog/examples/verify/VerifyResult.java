package dev.cosmosblog.examples.verify;

import java.util.List;

/**
 * What is written as {@code verify.json}.
 *
 * @param runs the runs in their order
 * @param clean whether the last one left nothing wrong
 */
record VerifyResult(List<RunResult> runs, boolean clean) {}
