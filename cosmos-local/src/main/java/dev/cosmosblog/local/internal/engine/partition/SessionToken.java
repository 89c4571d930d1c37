package dev.cosmosblog.local.internal.engine.partition;

/**
 * How far a physical partition has come.
 *
 * @param id the partition's id
 * @param lsn the number of its last transaction
 */
public record SessionToken(String id, long lsn) {
  /**
   * The session token that lets a client read what it wrote.
   *
   * @return the token, in the form of the SDK's class VectorSessionToken
   */
  public String sessionToken() {
    return id + ":-1#" + lsn;
  }
}
