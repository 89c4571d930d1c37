package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.ContinuationToken;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32;

/**
 * Detects tokens that were truncated, altered, or belong to another list, before a request is sent.
 * A token consists of a checksum and the text {@code version, list, key, continuation}; it isn't
 * encrypted.
 */
public final class ContinuationTokens {
  private static final String VERSION = "2";
  private static final char SEPARATOR = '\u0000';

  private final String prefix;

  /** The tokens of one list, identified by its kind and key. */
  public ContinuationTokens(BlogOperation list, String key) {
    this.prefix = VERSION + SEPARATOR + list + SEPARATOR + key + SEPARATOR;
  }

  public ContinuationToken wrap(String continuation) {
    byte[] text = (prefix + continuation).getBytes(StandardCharsets.UTF_8);
    byte[] all = ByteBuffer.allocate(4 + text.length).putInt(checksum(text)).put(text).array();
    return new ContinuationToken(encoded(all));
  }

  public String unwrap(ContinuationToken token) {
    ByteBuffer all = ByteBuffer.wrap(decoded(token.value()));
    if (all.remaining() < 4) {
      throw refused("is truncated.");
    }
    int checksum = all.getInt();
    byte[] text = new byte[all.remaining()];
    all.get(text);
    if (checksum != checksum(text)) {
      throw altered();
    }
    String content = new String(text, StandardCharsets.UTF_8);
    if (!content.startsWith(prefix)) {
      throw refused("belongs to another list.");
    }
    return content.substring(prefix.length());
  }

  private static String encoded(byte[] all) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
  }

  private static byte[] decoded(String token) {
    try {
      byte[] all = Base64.getUrlDecoder().decode(token);
      // The decoder accepts padding and ignores the last character's unused bits, so re-encode.
      if (encoded(all).equals(token)) {
        return all;
      }
    } catch (IllegalArgumentException e) {
      // Falls through to the same exception.
    }
    throw altered();
  }

  static InvalidInputException altered() {
    return refused("was altered, or isn't one of this library.");
  }

  private static InvalidInputException refused(String problem) {
    return new InvalidInputException(
        "token",
        ("The continuation token %s Give the token of this list's last page unchanged, or none for"
                + " the first page.")
            .formatted(problem));
  }

  private static int checksum(byte[] text) {
    CRC32 crc = new CRC32();
    crc.update(text);
    return (int) crc.getValue();
  }
}
