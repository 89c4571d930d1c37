package dev.cosmosblog.local.engine;

import java.util.HexFormat;

/** Entity tags in the service's form, which is opaque to clients: quoted, and ending in the time. */
final class EntityTags {
  private static final HexFormat HEX = HexFormat.of();

  private EntityTags() {}

  static String of(long number, long seconds) {
    return '"'
        + HEX.toHexDigits(number, 8)
        + "-0000-0100-"
        + HEX.toHexDigits(number >>> 32, 4)
        + '-'
        + HEX.toHexDigits(seconds, 8)
        + "0000\"";
  }
}
