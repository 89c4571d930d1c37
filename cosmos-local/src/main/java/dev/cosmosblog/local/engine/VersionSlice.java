package dev.cosmosblog.local.engine;

import java.util.List;

/** A piece of the log of all changes, and whether there is more of it. */
record VersionSlice(List<Version> versions, boolean cut) {}
