package dev.cosmosblog.local.internal.engine.version;

import java.util.List;

/** A piece of the log of all changes, and whether there is more of it. */
public record VersionSlice(List<ItemVersion> versions, boolean cut) {}
