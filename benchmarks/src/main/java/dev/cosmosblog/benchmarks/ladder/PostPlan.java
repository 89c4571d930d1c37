package dev.cosmosblog.benchmarks.ladder;

import java.time.Instant;

/**
 * A post to be loaded, and what is to be loaded about it.
 *
 * @param index the post's number
 * @param author the number of its author
 * @param comments how many comments it gets
 * @param likes how many users like it
 * @param creationDate when it was written
 */
record PostPlan(int index, int author, int comments, int likes, Instant creationDate) {}
