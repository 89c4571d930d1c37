package dev.cosmosblog.store;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a store was built with. */
record BlogStoreConfig(
    int feedSize,
    boolean uniqueUsernames,
    Duration deletedRetention,
    WritePath writePath,
    Clock clock,
    LongSupplier nanoTime,
    Supplier<String> ids,
    List<OperationListener> listeners) {}
