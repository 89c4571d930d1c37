/**
 * Physical partitions: the items of a range of keys, one writer at a time, snapshots for readers,
 * splits. Enter at {@link dev.cosmoslocal.internal.engine.partition.ContainerPartitions}; {@link
 * dev.cosmoslocal.internal.engine.partition.SessionToken} is where session tokens are made.
 */
@NullMarked
package dev.cosmoslocal.internal.engine.partition;

import org.jspecify.annotations.NullMarked;
