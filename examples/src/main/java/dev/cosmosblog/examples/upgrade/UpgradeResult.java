package dev.cosmosblog.examples.upgrade;

import java.util.List;

/**
 * What is written as {@code upgrade.json} and {@code rebuild.json}.
 *
 * @param runs the runs in their order
 * @param clean whether nothing is wrong after the last one
 */
record UpgradeResult(List<RunResult> runs, boolean clean) {}
