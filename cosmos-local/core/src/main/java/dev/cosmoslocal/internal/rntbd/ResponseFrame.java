package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ReplicaAddress;
import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import java.time.Duration;

/** Writes responses: a length, the status, the activity id of the request, tokens, and the body. */
final class ResponseFrame {
  private static final int OK = 200;
  private static final int PROTOCOL_VERSION = 0;
  private static final int SERVER_AGENT = 2;
  private static final int SERVER_VERSION = 3;
  private static final int IDLE_TIMEOUT = 4;
  private static final int UNAUTHENTICATED_TIMEOUT = 5;

  private ResponseFrame() {}

  /** Writes the properties of the server, the response to a client's first request. */
  static void writeProperties(ByteBuf out, RequestFrame request, Duration patience) {
    int start = begin(out, OK, request);
    ResponseToken.write(out, PROTOCOL_VERSION, TokenType.ULONG, "1");
    ResponseToken.write(out, SERVER_AGENT, TokenType.SMALL_STRING, "cosmos-local");
    ResponseToken.write(out, SERVER_VERSION, TokenType.SMALL_STRING, "version=1");
    ResponseToken.write(out, IDLE_TIMEOUT, TokenType.ULONG, "0");
    String seconds = String.valueOf(patience.toSeconds());
    ResponseToken.write(out, UNAUTHENTICATED_TIMEOUT, TokenType.ULONG, seconds);
    end(out, start);
  }

  static void write(ByteBuf out, RequestFrame request, ApiResponse response) {
    int start = begin(out, response.status(), request);
    boolean hasBody = response.body().length > 0;
    ResponseToken.PAYLOAD_PRESENT.write(out, hasBody ? "1" : "0");
    ResponseToken.TRANSPORT_REQUEST_ID.write(out, request.transportId());
    ResponseToken.REPLICA_SET_SIZE.write(out, String.valueOf(ReplicaAddress.COUNT));
    ResponseToken.WRITE_QUORUM.write(out, String.valueOf(ReplicaAddress.WRITE_QUORUM));
    // Further regions would have to acknowledge writes, too.
    ResponseToken.READ_REGIONS.write(out, "0");
    if (refusesClient(response.status())) {
      ResponseToken.VALIDATION_FAILED.write(out, "1");
    }
    for (ResponseToken token : ResponseToken.values()) {
      AsciiString header = token.header();
      String value = header == null ? null : response.headers().get(header);
      if (value != null) {
        token.write(out, token == ResponseToken.SESSION_TOKEN ? withoutPartition(value) : value);
      }
    }
    end(out, start);
    if (hasBody) {
      out.writeIntLE(response.body().length).writeBytes(response.body());
    }
  }

  /** Writes the beginning of a frame without its end. */
  static void writeHalf(ByteBuf out, RequestFrame request) {
    begin(out, OK, request);
  }

  /** The client puts the partition's id before the token itself. */
  private static String withoutPartition(String sessionToken) {
    return sessionToken.substring(sessionToken.indexOf(':') + 1);
  }

  private static boolean refusesClient(int status) {
    return status == 400 || status == 401 || status == 403;
  }

  private static int begin(ByteBuf out, int status, RequestFrame request) {
    int start = out.writerIndex();
    // The length is known at the end.
    out.writeIntLE(Integer.MAX_VALUE).writeIntLE(status).writeBytes(request.activityId());
    return start;
  }

  private static void end(ByteBuf out, int start) {
    out.setIntLE(start, out.writerIndex() - start);
  }
}
