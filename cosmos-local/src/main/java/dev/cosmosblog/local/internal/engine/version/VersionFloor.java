package dev.cosmosblog.local.internal.engine.version;

import dev.cosmosblog.local.internal.engine.key.EpkRange;

/** Up to which LSN the changes in a range of keys are unknown. */
record VersionFloor(EpkRange range, long lsn) {
  VersionFloor atLeast(long other) {
    return new VersionFloor(range, Math.max(lsn, other));
  }
}
