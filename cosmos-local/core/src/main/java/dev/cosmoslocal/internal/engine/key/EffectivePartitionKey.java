package dev.cosmoslocal.internal.engine.key;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * The effective partition key: the position of a partition key between {@code ""} and {@code "FF"},
 * in upper-case hexadecimal, compared as text. The algorithm is that of the SDK's class
 * PartitionKeyInternalHelper.
 */
public final class EffectivePartitionKey {
  public static final String MIN = "";

  public static final String MAX = "FF";

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** The first 64 bits of 2^126, the upper bound of hashes of version 2. */
  private static final long HASH_SPACE = 0x4000000000000000L;

  /** The number of hashes of version 1. */
  private static final double V1_SPACE = 4294967296.0;

  private static final int NUMBER = 5;
  private static final int STRING = 8;
  private static final int V1_LENGTH = 100;

  private EffectivePartitionKey() {}

  public static String of(PartitionKeyDefinition.KeyKind kind, PartitionKeyValue value) {
    return switch (kind) {
      case HASH_V1 -> v1(value.components());
      case HASH_V2 -> v2(value.components());
      case MULTI_HASH -> multi(value.components());
    };
  }

  /** The lower bound of the n-th of several equal parts of the key space. */
  public static String bound(PartitionKeyDefinition.KeyKind kind, int part, int parts) {
    if (part == 0) {
      return MIN;
    }
    if (part == parts) {
      return MAX;
    }
    if (kind == PartitionKeyDefinition.KeyKind.HASH_V1) {
      return number(Math.floor(part * (V1_SPACE / parts)));
    }
    return String.format("%016X%016X", HASH_SPACE / parts * part, 0L);
  }

  public static String middle(PartitionKeyDefinition.KeyKind kind, EpkRange range) {
    String min = range.min().equals(MIN) ? lowest(kind) : range.min();
    String max = range.max().equals(MAX) ? highest(kind) : range.max();
    int digits = Math.max(min.length(), max.length()) + 2;
    BigInteger sum = number(min, digits).add(number(max, digits));
    String middle = sum.shiftRight(1).toString(16).toUpperCase(Locale.ROOT);
    return "0".repeat(digits - middle.length()) + middle;
  }

  private static BigInteger number(String hex, int digits) {
    return new BigInteger(hex + "0".repeat(digits - hex.length()), 16);
  }

  private static String lowest(PartitionKeyDefinition.KeyKind kind) {
    return kind == PartitionKeyDefinition.KeyKind.HASH_V1 ? number(0) : "00";
  }

  private static String highest(PartitionKeyDefinition.KeyKind kind) {
    return kind == PartitionKeyDefinition.KeyKind.HASH_V1 ? number(V1_SPACE) : "40";
  }

  private static String number(double hash) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    encodeNumber(hash, out);
    return HEX.formatHex(out.toByteArray());
  }

  private static String multi(List<JsonNode> components) {
    StringBuilder key = new StringBuilder();
    components.forEach(component -> key.append(v2(List.of(component))));
    return key.toString();
  }

  private static String v2(List<JsonNode> components) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (JsonNode component : components) {
      writeForHash(component, 0xFF, out);
    }
    byte[] hash = Murmur3.hash128(out.toByteArray());
    // The two highest bits are cleared, so that every key is less than FF.
    hash[0] &= 0x3F;
    return HEX.formatHex(hash);
  }

  private static String v1(List<JsonNode> components) {
    ByteArrayOutputStream hashed = new ByteArrayOutputStream();
    components.forEach(component -> writeForHash(truncated(component), 0, hashed));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    encodeNumber(Integer.toUnsignedLong(Murmur3.hash32(hashed.toByteArray())), out);
    components.forEach(component -> encode(truncated(component), out));
    return HEX.formatHex(out.toByteArray());
  }

  private static JsonNode truncated(JsonNode component) {
    String text = component.isTextual() ? component.textValue() : "";
    return text.length() > V1_LENGTH ? TextNode.valueOf(text.substring(0, V1_LENGTH)) : component;
  }

  private static void writeForHash(JsonNode component, int end, ByteArrayOutputStream out) {
    out.write(type(component));
    if (component.isNumber()) {
      long bits = Double.doubleToLongBits(component.doubleValue());
      for (int shift = 0; shift < 64; shift += 8) {
        out.write((int) (bits >>> shift));
      }
    } else if (component.isTextual()) {
      out.writeBytes(component.textValue().getBytes(StandardCharsets.UTF_8));
      out.write(end);
    }
  }

  private static void encode(JsonNode component, ByteArrayOutputStream out) {
    if (component.isNumber()) {
      encodeNumber(component.doubleValue(), out);
    } else if (component.isTextual()) {
      encodeString(component.textValue().getBytes(StandardCharsets.UTF_8), out);
    } else {
      out.write(type(component));
    }
  }

  private static void encodeString(byte[] text, ByteArrayOutputStream out) {
    out.write(STRING);
    boolean whole = text.length <= V1_LENGTH;
    for (int i = 0; i < (whole ? text.length : V1_LENGTH + 1); i++) {
      out.write(text[i] + 1);
    }
    if (whole) {
      out.write(0);
    }
  }

  /**
   * Writes eight bits, then chunks of seven bits, each followed by a one bit, the last by a zero
   * bit.
   */
  private static void encodeNumber(double value, ByteArrayOutputStream out) {
    long bits = Double.doubleToRawLongBits(value);
    long payload = bits >= 0 ? bits ^ Long.MIN_VALUE : -bits;
    out.write(NUMBER);
    out.write((int) (payload >>> 56));
    payload <<= 8;
    int chunk = (int) (payload >>> 56) | 1;
    payload <<= 7;
    while (payload != 0) {
      out.write(chunk);
      chunk = (int) (payload >>> 56) | 1;
      payload <<= 7;
    }
    out.write(chunk & 0xFE);
  }

  private static int type(JsonNode component) {
    return switch (component.getNodeType()) {
      case MISSING -> 0;
      case NULL -> 1;
      case BOOLEAN -> component.booleanValue() ? 3 : 2;
      case NUMBER -> NUMBER;
      case STRING -> STRING;
      default -> throw new IllegalArgumentException("not a partition key: " + component);
    };
  }
}
