package dev.cosmoslocal.internal.engine.partition;

/**
 * The consistency of a read, which decides the replicas that may serve it (Microsoft Learn,
 * "Consistency levels in Azure Cosmos DB").
 *
 * @param quorum whether two replicas are read and the newer one answers, as under strong
 *     consistency and bounded staleness; since three of four have every acknowledged write, so has
 *     one of the two
 * @param sessionTokens what a single replica must have reached, separated by commas; may be empty
 * @param replica the only replica that may serve the read, 0 to 3; -1 if any may
 */
public record ReadConsistency(boolean quorum, String sessionTokens, int replica) {
  /** Reads everything that was written. */
  public static final ReadConsistency LATEST = new ReadConsistency(true, "");

  private static final int ANY = -1;

  public ReadConsistency(boolean quorum, String sessionTokens) {
    this(quorum, sessionTokens, ANY);
  }

  /** A read at a replica that the client has chosen. Clients then ask for a quorum themselves. */
  public static ReadConsistency atReplica(int replica, String sessionTokens) {
    return new ReadConsistency(false, sessionTokens, replica);
  }

  boolean anyReplica() {
    return replica == ANY;
  }
}
