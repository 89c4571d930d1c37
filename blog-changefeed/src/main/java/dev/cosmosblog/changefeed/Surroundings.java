package dev.cosmosblog.changefeed;

/** What a change feed has beside the containers that it follows. */
record Surroundings(Watchdog watchdog, SetAsideItems setAside, Listeners listeners) {}
