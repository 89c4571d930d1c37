package dev.cosmoslocal.internal.engine.partition;

/**
 * The consistency of a read, which decides the replicas that may serve it (Microsoft Learn,
 * "Consistency levels in Azure Cosmos DB").
 *
 * @param quorum whether two replicas are read and the newer one answers, as under strong
 *     consistency and bounded staleness; since three of four have every acknowledged write, so has
 *     one of the two
 * @param sessionTokens what a single replica must have reached, separated by commas; may be empty
 */
public record ReadConsistency(boolean quorum, String sessionTokens) {
  /** Reads everything that was written. */
  public static final ReadConsistency LATEST = new ReadConsistency(true, "");
}
