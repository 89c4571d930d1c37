package dev.cosmosblog.model.item;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** Ids of a fixed length for texts that may be longer than an id, or contain other characters. */
final class HashedId {
  // A multiple of three, so that Base64 needs no padding.
  private static final int BYTES = 24;

  private HashedId() {}

  /** Returns a prefix and the first 192 bits of the SHA-256 of a text. */
  static String of(String prefix, String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return prefix
          + ItemType.SEPARATOR
          + Base64.getUrlEncoder().encodeToString(Arrays.copyOf(hash, BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
