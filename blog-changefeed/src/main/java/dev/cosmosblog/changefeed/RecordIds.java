package dev.cosmosblog.changefeed;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Ids of what is written down beside the leases: a beginning, and a hash, since ids have a bound.
 */
final class RecordIds {
  private RecordIds() {}

  /** Keys hold no zero character, so that no two lists of keys are one text. */
  static String of(String beginning, String... keys) {
    return beginning + HexFormat.of().formatHex(sha256(String.join("\0", keys)));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }
}
