package dev.cosmoslocal.internal.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;
import java.nio.charset.StandardCharsets;

/** The types of tokens. Numbers are little-endian. The number of a type is its ordinal. */
enum TokenType {
  BYTE(Byte.BYTES),
  USHORT(Short.BYTES),
  ULONG(Integer.BYTES),
  LONG(Integer.BYTES),
  ULONG_LONG(Long.BYTES),
  LONG_LONG(Long.BYTES),
  GUID(2 * Long.BYTES),
  SMALL_STRING(Length.BYTE),
  STRING(Length.SHORT),
  ULONG_STRING(Length.INT),
  SMALL_BYTES(Length.BYTE),
  BYTES(Length.SHORT),
  ULONG_BYTES(Length.INT),
  FLOAT(Float.BYTES),
  DOUBLE(Double.BYTES);

  private static final TokenType[] ALL = values();
  private static final int MAX_SHORT = 0xffff;
  private static final int MAX_BYTE = 0xff;

  /** The size of the length before a value of variable length. */
  private enum Length {
    BYTE,
    SHORT,
    INT
  }

  private final int bytes;
  private final Length length;

  TokenType(int bytes) {
    this(bytes, Length.BYTE);
  }

  TokenType(Length length) {
    this(-1, length);
  }

  TokenType(int bytes, Length length) {
    this.bytes = bytes;
    this.length = length;
  }

  static TokenType of(int number) {
    if (number >= ALL.length) {
      throw new CorruptedFrameException("There is no token type " + number + ".");
    }
    return ALL[number];
  }

  /**
   * Reads a value as text: a number in digits, or bytes as ISO 8859-1.
   *
   * @throws IndexOutOfBoundsException if the value ends outside of the buffer
   */
  String read(ByteBuf in) {
    return switch (this) {
      case BYTE -> String.valueOf(in.readUnsignedByte());
      case USHORT -> String.valueOf(in.readUnsignedShortLE());
      // A page size of -1 is written as an unsigned number.
      case ULONG, LONG -> String.valueOf(in.readIntLE());
      case ULONG_LONG, LONG_LONG -> String.valueOf(in.readLongLE());
      case SMALL_STRING, STRING, ULONG_STRING ->
          in.readCharSequence(size(in), StandardCharsets.UTF_8).toString();
      default -> in.readCharSequence(size(in), StandardCharsets.ISO_8859_1).toString();
    };
  }

  void skip(ByteBuf in) {
    in.skipBytes(size(in));
  }

  private int size(ByteBuf in) {
    if (bytes >= 0) {
      return bytes;
    }
    long size =
        switch (length) {
          case BYTE -> in.readUnsignedByte();
          case SHORT -> in.readUnsignedShortLE();
          case INT -> in.readUnsignedIntLE();
        };
    if (size > in.readableBytes()) {
      throw new CorruptedFrameException("A token is longer than its frame.");
    }
    return (int) size;
  }

  /** Writes a value, given as text. A string is cut to the length that its type can have. */
  void write(ByteBuf out, String value) {
    switch (this) {
      case BYTE -> out.writeByte(Integer.parseInt(value));
      case ULONG -> out.writeIntLE((int) Long.parseLong(value));
      case LONG_LONG -> out.writeLongLE(Long.parseLong(value));
      case DOUBLE -> out.writeDoubleLE(Double.parseDouble(value));
      case SMALL_STRING -> {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        int size = Math.min(text.length, MAX_BYTE);
        out.writeByte(size).writeBytes(text, 0, size);
      }
      case STRING -> {
        byte[] text = value.getBytes(StandardCharsets.UTF_8);
        int size = Math.min(text.length, MAX_SHORT);
        out.writeShortLE(size).writeBytes(text, 0, size);
      }
      default -> throw new IllegalStateException("No response has a token of type " + this + ".");
    }
  }
}
