package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The tokens of responses, in the order of their numbers. */
enum ResponseToken {
  PAYLOAD_PRESENT(0x00, TokenType.BYTE, null),
  CONTINUATION(0x03, TokenType.STRING, Headers.CONTINUATION),
  ETAG(0x04, TokenType.STRING, Headers.ETAG),
  RETRY_AFTER(0x0c, TokenType.ULONG, Headers.RETRY_AFTER),
  LSN(0x13, TokenType.LONG_LONG, Headers.LSN),
  ITEM_COUNT(0x14, TokenType.ULONG, Headers.ITEM_COUNT),
  REQUEST_CHARGE(0x15, TokenType.DOUBLE, Headers.REQUEST_CHARGE),
  OWNER_NAME(0x17, TokenType.STRING, Headers.ALT_CONTENT_PATH),
  OWNER_RID(0x18, TokenType.STRING, Headers.CONTENT_PATH),
  QUORUM_ACKED_LSN(0x1a, TokenType.LONG_LONG, Headers.LSN),
  /** Tells the client that another replica would give the same answer. */
  VALIDATION_FAILED(0x1b, TokenType.BYTE, null),
  SUB_STATUS(0x1c, TokenType.ULONG, Headers.SUB_STATUS),
  WRITE_QUORUM(0x1e, TokenType.ULONG, null),
  REPLICA_SET_SIZE(0x1f, TokenType.ULONG, null),
  PARTITION_RANGE(0x21, TokenType.STRING, Headers.PARTITION_RANGE),
  SCRIPT_LOG(0x25, TokenType.STRING, Headers.SCRIPT_LOG),
  QUERY_METRICS(0x28, TokenType.STRING, Headers.QUERY_METRICS),
  GLOBAL_COMMITTED_LSN(0x29, TokenType.LONG_LONG, Headers.LSN),
  READ_REGIONS(0x30, TokenType.ULONG, null),
  TRANSPORT_REQUEST_ID(0x35, TokenType.ULONG, null),
  LOCAL_LSN(0x3a, TokenType.LONG_LONG, Headers.LSN),
  QUORUM_ACKED_LOCAL_LSN(0x3b, TokenType.LONG_LONG, Headers.LSN),
  SESSION_TOKEN(0x3e, TokenType.STRING, Headers.SESSION_TOKEN);

  private final int number;
  private final TokenType type;
  private final @Nullable AsciiString header;

  ResponseToken(int number, TokenType type, @Nullable AsciiString header) {
    this.number = number;
    this.type = type;
    this.header = header;
  }

  /** Returns the header of the REST protocol that has the value, or null. */
  @Nullable AsciiString header() {
    return header;
  }

  void write(ByteBuf out, String value) {
    write(out, number, type, value);
  }

  static void write(ByteBuf out, int number, TokenType type, String value) {
    type.write(out.writeShortLE(number).writeByte(type.ordinal()), value);
  }
}
