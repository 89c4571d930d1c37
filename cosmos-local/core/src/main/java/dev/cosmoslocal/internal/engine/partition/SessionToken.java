package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.resource.EngineException;

/**
 * The session token of a physical partition: the transactions up to an LSN.
 *
 * @param version the number of failovers so far, counted from {@link #FIRST_VERSION}
 */
public record SessionToken(String partitionId, long version, long lsn) {
  public static final long FIRST_VERSION = -1;

  /**
   * The token as clients send it back, so that they read their own writes, in the form of the SDK's
   * class VectorSessionToken.
   */
  public String text() {
    return partitionId + ":" + version + "#" + lsn;
  }

  /**
   * Checks that the partition has reached the tokens of a client, separated by commas.
   *
   * @param clientTokens the tokens; those of other partitions are ignored
   * @throws EngineException 404/1002 if the client has seen more of the partition, 400 for
   *     malformed tokens
   */
  public void checkReaches(String clientTokens) {
    if (!reaches(clientTokens)) {
      throw new EngineException(
          404, 1002, "The read session is not available for the input session token.");
    }
  }

  /**
   * Returns whether the partition has reached the tokens of a client, separated by commas. A token
   * from before a failover is reached, whatever its LSN: that of the higher version counts (class
   * VectorSessionToken of the SDK for Java, "false progress").
   *
   * @param clientTokens the tokens; those of other partitions are ignored
   * @throws EngineException 400 for malformed tokens
   */
  boolean reaches(String clientTokens) {
    for (int from = 0; from < clientTokens.length(); ) {
      int comma = clientTokens.indexOf(',', from);
      int end = comma < 0 ? clientTokens.length() : comma;
      checkPartition(clientTokens, from, end);
      if (isOf(partitionId, clientTokens, from)
          && lsn(clientTokens, from, end) > lsn
          && !isBefore(version, clientTokens, from, end)) {
        return false;
      }
      from = end + 1;
    }
    return true;
  }

  /** A token begins with the number of a partition. */
  private static void checkPartition(String tokens, int from, int end) {
    if (from < end && !Character.isDigit(tokens.charAt(from))) {
      throw EngineException.badRequest("The session token is malformed.");
    }
  }

  private static boolean isOf(String partition, String tokens, int from) {
    return tokens.startsWith(partition, from) && tokens.startsWith(":", from + partition.length());
  }

  /** Returns whether a token has a version, and an earlier one. */
  private static boolean isBefore(long version, String tokens, int from, int end) {
    int begin = tokens.indexOf(':', from) + 1;
    int sign = tokens.indexOf('#', from);
    try {
      return sign > begin
          && sign < end
          && Long.parseLong(tokens.substring(begin, sign).trim()) < version;
    } catch (NumberFormatException e) {
      throw EngineException.badRequest("The session token is malformed.");
    }
  }

  /** The number between the first two number signs, or after the only one. */
  private static long lsn(String tokens, int from, int end) {
    int begin = tokens.indexOf('#', from) + 1;
    if (begin == 0 || begin >= end) {
      return 0;
    }
    int next = tokens.indexOf('#', begin);
    try {
      return Long.parseLong(tokens.substring(begin, next < 0 || next > end ? end : next).trim());
    } catch (NumberFormatException e) {
      throw EngineException.badRequest("The session token is malformed.");
    }
  }
}
