/**
 * What programs share that go through all of a blog's items, a page at a time and within a budget:
 * the verification, the upgrade, the rebuilding of a view. Enter at {@link
 * dev.cosmosblog.maintenance.scan.PartitionScan}.
 */
@NullMarked
package dev.cosmosblog.maintenance.scan;

import org.jspecify.annotations.NullMarked;
