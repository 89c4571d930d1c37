package dev.cosmoslocal.internal.engine.index;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.storage.KeyWriter;

/**
 * Values in index keys, in the order of ORDER BY: a byte for the type, then a number, or the prefix
 * of a text and its terminator. Arrays and objects are represented by their type alone.
 */
public final class IndexValue {
  /**
   * The number of bytes of a text that an index holds. Texts with the same prefix are distinguished
   * by their items.
   */
  static final int MAX_TEXT = 100;

  static final int UNDEFINED = 0x10;
  static final int NULL = 0x20;
  static final int FALSE = 0x30;
  static final int TRUE = 0x31;
  static final int NUMBER = 0x40;
  static final int TEXT = 0x50;
  static final int ARRAY = 0x60;
  static final int OBJECT = 0x70;

  private static final int WHOLE = 0;
  private static final int CUT = 1;
  private static final int BYTE = 0xff;

  private IndexValue() {}

  /** Writes a value, its text cut to the length that an index holds. */
  public static KeyWriter write(KeyWriter out, JsonNode value) {
    write(out, value, MAX_TEXT);
    return out;
  }

  /** Writes a value, its text cut to a length. */
  public static void write(KeyWriter out, JsonNode value, int mostText) {
    out.one(type(value));
    if (value.isNumber()) {
      out.real(value.doubleValue());
    } else if (value.isTextual()) {
      byte[] text = KeyWriter.utf8(value.textValue());
      out.text(text, mostText).one(text.length > mostText ? CUT : WHOLE);
    }
  }

  static int type(JsonNode value) {
    return switch (value.getNodeType()) {
      case MISSING -> UNDEFINED;
      case NULL -> NULL;
      case BOOLEAN -> value.booleanValue() ? TRUE : FALSE;
      case NUMBER -> NUMBER;
      case STRING -> TEXT;
      case ARRAY -> ARRAY;
      default -> OBJECT;
    };
  }

  /** The type byte at which the values of a value's type begin. */
  static int firstOfType(JsonNode value) {
    return value.isBoolean() ? FALSE : type(value);
  }

  /** An upper bound for the type byte of a value's type. */
  static int lastOfType(JsonNode value) {
    return value.isBoolean() ? TRUE + 1 : type(value) + 1;
  }

  /** Returns whether equal keys imply equal values. */
  static boolean exact(JsonNode value) {
    return !value.isContainerNode()
        && !(value.isTextual() && KeyWriter.utf8(value.textValue()).length > MAX_TEXT);
  }

  /** Returns the end of a value at an offset of a key, where the bits may be inverted. */
  public static int end(byte[] key, int at, boolean inverted) {
    int mask = inverted ? BYTE : 0;
    int type = (key[at] ^ mask) & BYTE;
    if (type == NUMBER) {
      return at + 1 + Double.BYTES;
    }
    int end = at + 1;
    if (type == TEXT) {
      while (((key[end] ^ mask) & BYTE) > CUT) {
        end++;
      }
      end++;
    }
    return end;
  }

  /** Returns whether a key holds a value completely. */
  static boolean exact(byte[] key, int at, int end, boolean inverted) {
    int mask = inverted ? BYTE : 0;
    int type = (key[at] ^ mask) & BYTE;
    return type < ARRAY && !(type == TEXT && ((key[end - 1] ^ mask) & BYTE) == CUT);
  }
}
