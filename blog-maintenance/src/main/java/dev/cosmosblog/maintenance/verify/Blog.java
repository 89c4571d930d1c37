package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.RepairWrites;

/** What a run works on. */
record Blog(ItemReads items, RepairWrites mends, CopyWrites copies, VerifySettings settings) {}
