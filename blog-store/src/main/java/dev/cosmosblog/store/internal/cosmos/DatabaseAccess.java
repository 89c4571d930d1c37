package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.config.ContainerNames;
import java.time.Clock;
import java.time.Duration;

/**
 * The parts of a {@link dev.cosmosblog.store.BlogDatabase}.
 *
 * @param operations runs operations under the database's retry policy, for its listeners
 * @param clock the clock of creation dates and reservations
 * @param frontPageSize how many posts the front page holds
 * @param uniqueUsernames whether a username belongs to one user
 * @param deletedRetention how long the mark of a deleted post stays
 */
public record DatabaseAccess(
    CosmosService service,
    ContainerNames names,
    Operations operations,
    RetryTimer timer,
    Clock clock,
    int frontPageSize,
    boolean uniqueUsernames,
    Duration deletedRetention) {}
