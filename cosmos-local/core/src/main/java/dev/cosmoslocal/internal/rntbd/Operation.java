package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The operations that clients send to replicas, as requests of the REST protocol. */
enum Operation {
  CREATE(0x01, "POST", true, null),
  PATCH(0x02, "PATCH", false, null),
  READ(0x03, "GET", false, null),
  READ_FEED(0x04, "GET", true, null),
  DELETE(0x05, "DELETE", false, null),
  REPLACE(0x06, "PUT", false, null),
  EXECUTE(0x08, "POST", false, null),
  SQL_QUERY(0x09, "POST", true, Headers.QUERY),
  QUERY(0x0f, "POST", true, Headers.QUERY),
  HEAD(0x11, "HEAD", false, null),
  HEAD_FEED(0x12, "HEAD", true, null),
  UPSERT(0x13, "POST", true, Headers.UPSERT),
  BATCH(0x25, "POST", true, Headers.BATCH);

  private final int number;
  private final String method;
  private final boolean onFeed;
  private final @Nullable AsciiString flag;

  Operation(int number, String method, boolean onFeed, @Nullable AsciiString flag) {
    this.number = number;
    this.method = method;
    this.onFeed = onFeed;
    this.flag = flag;
  }

  static Operation of(int number) {
    for (Operation operation : values()) {
      if (operation.number == number) {
        return operation;
      }
    }
    throw EngineException.unsupported("The operation " + number + " of direct mode");
  }

  String method() {
    return method;
  }

  /** Returns whether the path ends with the kind of resource, not with a name. */
  boolean onFeed() {
    return onFeed;
  }

  /** Returns the header that is true, or null. */
  @Nullable AsciiString flag() {
    return flag;
  }

  boolean isQuery() {
    return flag == Headers.QUERY;
  }
}
