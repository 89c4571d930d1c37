package dev.cosmosblog.local.internal.engine.partition;

/**
 * The session token of a physical partition: the transactions up to an LSN.
 *
 * @param id the partition's id
 * @param lsn the number of its last transaction
 */
public record SessionToken(String id, long lsn) {
  /**
   * The token as clients send it back, so that they read their own writes.
   *
   * @return the token, in the form of the SDK's class VectorSessionToken
   */
  public String sessionToken() {
    return id + ":-1#" + lsn;
  }
}
