package dev.cosmosblog.changefeed;

import java.util.concurrent.ExecutorService;

/** What a change feed has beside the containers that it follows. */
record Surroundings(
    LeasesCheck leases,
    Watchdog watchdog,
    SetAsideItems setAside,
    Listeners listeners,
    ExecutorService spreadThreads) {}
