package dev.cosmosblog.benchmarks.localaccount;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How much is measured.
 *
 * @param calls how often each call is made with each number of clients
 * @param starts how often an account is started in this process, and as a process, to measure that
 * @param warmUp how long, at most, each call is made before, so that what is measured is compiled
 * @param items what the large container holds, 0 to leave it out
 * @param measuredItems how many items the memory is measured with
 * @param heap the server's heap with the large container, in MiB
 * @param rival where the other server is installed, empty to look for it
 */
record Settings(
    int calls,
    int starts,
    Duration warmUp,
    int items,
    int measuredItems,
    int heap,
    Optional<Path> rival) {}
