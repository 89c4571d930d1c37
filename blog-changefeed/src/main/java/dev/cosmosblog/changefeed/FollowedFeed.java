package dev.cosmosblog.changefeed;

/** One container whose changes are followed: by what, how it fares, how far it is behind. */
record FollowedFeed(
    FeedProcessor processor, SourceMonitor monitor, LagGauge lag, ProcessorWatch watch) {}
