package dev.cosmoslocal.internal.engine.resource;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Entity tags in the service's form: quoted, ending in the time. They are opaque to clients. */
public final class EntityTags {
  private static final HexFormat HEX = HexFormat.of();

  private EntityTags() {}

  /** Fails with 412 unless the tag is the required one; null and {@code *} accept any. */
  public static void check(@Nullable String ifMatch, String etag) {
    if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(etag)) {
      throw EngineException.preconditionFailed();
    }
  }

  public static String of(long number, long seconds) {
    return '"'
        + HEX.toHexDigits(number, 8)
        + "-0000-0100-"
        + HEX.toHexDigits(number >>> 32, 4)
        + '-'
        + HEX.toHexDigits(seconds, 8)
        + "0000\"";
  }
}
