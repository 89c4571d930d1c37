package dev.cosmoslocal.internal.rntbd;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Frames as a client in direct mode writes and reads them. */
final class Frames {
  static final int ITEM = 0x03;
  static final int READ = 0x03;
  static final int CREATE = 0x01;

  private static final byte[] ACTIVITY = new byte[16];

  private Frames() {}

  /** The first frame of a connection. */
  static ByteBuf opening() {
    ByteBuf tokens = Unpooled.buffer();
    tokens.writeShortLE(0).writeByte(TokenType.ULONG.ordinal()).writeIntLE(1);
    string(tokens, 2, "a client");
    return frame(0, 0, tokens);
  }

  /** A request for an item at a replica of the container with the resource id c. */
  static ByteBuf item(int operation, int id, String body, Map<Integer, String> more) {
    ByteBuf tokens = Unpooled.buffer();
    number(tokens, 0x02, TokenType.BYTE).writeByte(body.isEmpty() ? 0 : 1);
    number(tokens, 0x4d, TokenType.ULONG).writeIntLE(id);
    Map<Integer, String> all =
        new HashMap<>(
            Map.of(
                0x13,
                "/apps/local/services/c/partitions/0/replicas/2s",
                0x15,
                "db",
                0x16,
                "items"));
    if (operation == READ) {
      all.put(0x17, "i" + id);
    }
    all.putAll(more);
    all.forEach((number, text) -> string(tokens, number, text));
    ByteBuf frame = frame(ITEM, operation, tokens);
    if (!body.isEmpty()) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      frame.writeIntLE(bytes.length).writeBytes(bytes);
    }
    return frame;
  }

  static ByteBuf item(int operation, int id, String body) {
    return item(operation, id, body, Map.of());
  }

  static ByteBuf frame(int resource, int operation, ByteBuf tokens) {
    ByteBuf frame = Unpooled.buffer();
    frame.writeIntLE(RequestFrame.MIN_BYTES + tokens.readableBytes());
    frame.writeShortLE(resource).writeShortLE(operation).writeBytes(ACTIVITY);
    return frame.writeBytes(tokens);
  }

  static ByteBuf number(ByteBuf out, int number, TokenType type) {
    return out.writeShortLE(number).writeByte(type.ordinal());
  }

  private static void string(ByteBuf out, int number, String text) {
    number(out, number, TokenType.STRING);
    TokenType.STRING.write(out, text);
  }

  /** A response: its status, its tokens by number, and its body. */
  record Answer(int status, Map<Integer, String> tokens, String body) {
    static Answer read(ByteBuf in) {
      ByteBuf frame = in.readSlice((int) in.getUnsignedIntLE(in.readerIndex()));
      int status = frame.skipBytes(Integer.BYTES).readIntLE();
      frame.skipBytes(ACTIVITY.length);
      Map<Integer, String> tokens = new HashMap<>();
      boolean hasBody = false;
      while (frame.isReadable()) {
        int number = frame.readUnsignedShortLE();
        TokenType type = TokenType.of(frame.readUnsignedByte());
        tokens.put(number, type.read(frame));
        hasBody |= number == 0 && type == TokenType.BYTE && tokens.get(number).equals("1");
      }
      String body =
          hasBody ? in.readCharSequence(in.readIntLE(), StandardCharsets.UTF_8).toString() : "";
      return new Answer(status, tokens, body);
    }

    /** The number of the request. */
    int id() {
      return Integer.parseInt(tokens.getOrDefault(0x35, "-1"));
    }
  }
}
