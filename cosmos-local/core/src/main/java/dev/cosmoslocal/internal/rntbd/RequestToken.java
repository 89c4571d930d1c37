package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tokens of requests that have a meaning here, in the order of their numbers. */
enum RequestToken {
  RESOURCE_ID(0x00, TokenType.BYTES),
  AUTHORIZATION(0x01, TokenType.STRING, Headers.AUTHORIZATION),
  PAYLOAD_PRESENT(0x02, TokenType.BYTE),
  DATE(0x03, TokenType.SMALL_STRING, Headers.X_DATE),
  PAGE_SIZE(0x04, TokenType.ULONG, Headers.MAX_ITEM_COUNT),
  SESSION_TOKEN(0x05, TokenType.STRING, Headers.SESSION_TOKEN),
  CONTINUATION(0x06, TokenType.STRING, Headers.CONTINUATION),
  INDEXING_DIRECTIVE(0x07, TokenType.BYTE, Headers.INDEXING, "Default", "Include", "Exclude"),
  /** An entity tag: a read needs another one, a write the same. */
  MATCH(0x08, TokenType.STRING),
  PRE_TRIGGER(0x09, TokenType.STRING, Headers.PRE_TRIGGER),
  POST_TRIGGER(0x0a, TokenType.STRING, Headers.POST_TRIGGER),
  PRE_TRIGGER_EXCLUDE(0x0e, TokenType.STRING, Headers.PRE_TRIGGER_EXCLUDE),
  POST_TRIGGER_EXCLUDE(0x0f, TokenType.STRING, Headers.POST_TRIGGER_EXCLUDE),
  CONSISTENCY(
      0x10,
      TokenType.BYTE,
      Headers.CONSISTENCY,
      "Strong",
      "BoundedStaleness",
      "Session",
      "Eventual",
      "ConsistentPrefix"),
  REPLICA_PATH(0x13, TokenType.STRING),
  TOKEN_EXPIRY(0x14, TokenType.ULONG, Headers.EXPIRY),
  DATABASE(0x15, TokenType.STRING),
  CONTAINER(0x16, TokenType.STRING),
  ITEM(0x17, TokenType.STRING),
  USER(0x19, TokenType.STRING),
  PERMISSION(0x1a, TokenType.STRING),
  PROCEDURE(0x1b, TokenType.STRING),
  CONFLICT(0x20, TokenType.STRING),
  PARTITION_KEY(0x2b, TokenType.STRING, Headers.PARTITION_KEY),
  PARTITION_RANGE(0x2c, TokenType.STRING, Headers.PARTITION_RANGE),
  SCRIPT_LOGGING(0x3e, TokenType.BYTE, Headers.SCRIPT_LOGGING, "false", "true"),
  A_IM(0x3f, TokenType.STRING, Headers.A_IM),
  POPULATE_METRICS(0x42, TokenType.BYTE, Headers.POPULATE_METRICS, "false", "true"),
  IF_MODIFIED_SINCE(0x47, TokenType.STRING, Headers.IF_MODIFIED_SINCE),
  TRANSPORT_REQUEST_ID(0x4d, TokenType.ULONG),
  READ_ONLY_SCRIPT(0x52, TokenType.BYTE, Headers.READ_ONLY_SCRIPT, "false", "true"),
  EXCLUDE_SYSTEM_PROPERTIES(
      0x57, TokenType.BYTE, Headers.EXCLUDE_SYSTEM_PROPERTIES, "false", "true"),
  START_EPK(0x62, TokenType.BYTES, Headers.START_EPK),
  END_EPK(0x63, TokenType.BYTES, Headers.END_EPK),
  BATCH_ATOMIC(0x73, TokenType.BYTE, Headers.BATCH_ATOMIC, "false", "true"),
  BATCH_CONTINUE(0x74, TokenType.BYTE, Headers.BATCH_CONTINUE, "false", "true"),
  RETURN_PREFERENCE(
      0x82, TokenType.BYTE, Headers.PREFER, "return=representation", "return=minimal"),
  CLIENT_ENCRYPTED(0x87, TokenType.BYTE, Headers.CLIENT_ENCRYPTED, "false", "true"),
  CHANGE_FEED_FORMAT(0xb2, TokenType.STRING, Headers.CHANGE_FEED_FORMAT),
  PRIORITY(0xbf, TokenType.BYTE, Headers.PRIORITY, "", "High", "Low"),
  THROUGHPUT_BUCKET(0xdb, TokenType.BYTE, Headers.THROUGHPUT_BUCKET);

  private static final Map<Integer, RequestToken> BY_NUMBER = new HashMap<>();

  static {
    for (RequestToken token : values()) {
      BY_NUMBER.put(token.number, token);
    }
  }

  private final int number;
  private final TokenType type;
  private final @Nullable AsciiString header;
  private final String[] names;

  RequestToken(int number, TokenType type) {
    this(number, type, null);
  }

  /** A token with the value of a header, or with the number of one of some values. */
  RequestToken(int number, TokenType type, @Nullable AsciiString header, String... names) {
    this.number = number;
    this.type = type;
    this.header = header;
    this.names = names;
  }

  /** The token with a number; null if it has no meaning here. */
  static @Nullable RequestToken of(int number) {
    return BY_NUMBER.get(number);
  }

  TokenType type() {
    return type;
  }

  /** Returns the corresponding header of the REST protocol, or null. */
  @Nullable AsciiString header() {
    return header;
  }

  /** Returns the value of the header. */
  String headerValue(String value) {
    if (names.length == 0) {
      return value;
    }
    int index = Integer.parseInt(value);
    return index < names.length ? names[index] : value;
  }
}
