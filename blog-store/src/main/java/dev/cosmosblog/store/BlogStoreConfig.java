package dev.cosmosblog.store;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** What a store was built with. */
record BlogStoreConfig(
    int feedSize,
    boolean uniqueUsernames,
    Duration deletedRetention,
    WritePath writePath,
    Clock clock,
    RetryPolicy retryPolicy,
    Waiting waiting,
    Supplier<String> ids,
    List<OperationListener> listeners) {}
