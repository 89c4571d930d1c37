package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.ReplicaAddress;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The frame of a request: two numbers that say what to do to what, an activity id, and tokens. The
 * body follows it.
 *
 * @param activityId 16 bytes, which the response repeats
 * @param userAgent the name of the client in the first frame of a connection, empty in others
 */
record RequestFrame(
    int resource,
    int operation,
    byte[] activityId,
    Map<RequestToken, String> tokens,
    String userAgent) {
  private static final int ID_BYTES = 16;

  /** The length, two numbers and the activity id. */
  static final int MIN_BYTES = Integer.BYTES + 2 * Short.BYTES + ID_BYTES;

  /** Names and values come as tokens, so that no character separates them. */
  private static final HttpHeadersFactory HEADERS =
      DefaultHttpHeadersFactory.headersFactory().withValidation(false);

  private static final String QUERY_TYPE = "application/query+json";
  private static final int CONNECTION = 0;
  private static final int USER_AGENT = 2;

  /** Reads a frame after its length, to the end of the buffer. */
  static RequestFrame read(ByteBuf in) {
    int resource = in.readUnsignedShortLE();
    int operation = in.readUnsignedShortLE();
    byte[] activityId = new byte[ID_BYTES];
    in.readBytes(activityId);
    boolean first = resource == CONNECTION;
    Map<RequestToken, String> tokens = new EnumMap<>(RequestToken.class);
    String userAgent = "";
    while (in.isReadable()) {
      int number = in.readUnsignedShortLE();
      TokenType type = TokenType.of(in.readUnsignedByte());
      RequestToken token = RequestToken.of(number);
      if (first && number == USER_AGENT) {
        userAgent = type.read(in);
      } else if (first || token == null) {
        type.skip(in);
      } else if (type == token.type()) {
        tokens.put(token, type.read(in));
      } else {
        throw new CorruptedFrameException(token + " can't be of type " + type + ".");
      }
    }
    return new RequestFrame(resource, operation, activityId, tokens, userAgent);
  }

  /** Returns whether the client asks for the properties of the server, as it does first. */
  boolean opensConnection() {
    return resource == CONNECTION;
  }

  boolean hasBody() {
    return !tokens.getOrDefault(RequestToken.PAYLOAD_PRESENT, "0").equals("0");
  }

  /** The number by which the client finds the request of a response. */
  String transportId() {
    return tokens.getOrDefault(RequestToken.TRANSPORT_REQUEST_ID, "0");
  }

  /**
   * The same request in the REST protocol.
   *
   * @throws EngineException if the operation, a token or the address of the replica is unknown
   */
  ApiRequest toRequest(byte[] body, String agent) {
    Operation what = Operation.of(operation);
    HttpHeaders headers = HEADERS.newHeaders().set(Headers.USER_AGENT, agent);
    tokens.forEach(
        (token, value) -> {
          AsciiString header = token.header();
          if (header != null) {
            headers.set(header, token.headerValue(value));
          }
        });
    AsciiString flag = what.flag();
    if (flag != null) {
      headers.set(flag, "true");
    }
    if (what.isQuery()) {
      headers.set(Headers.CONTENT_TYPE, QUERY_TYPE);
    }
    String tag = tokens.get(RequestToken.MATCH);
    if (tag != null) {
      headers.set(what.method().equals("GET") ? Headers.IF_NONE_MATCH : Headers.IF_MATCH, tag);
    }
    return new ApiRequest(what.method(), path(what), headers, body, replica());
  }

  private ReplicaAddress replica() {
    // The SDK leaves out the last slash.
    return ReplicaAddress.parse(tokens.getOrDefault(RequestToken.REPLICA_PATH, ""));
  }

  private List<String> path(Operation what) {
    ResourceKind kind = ResourceKind.of(resource);
    List<String> path = tokens.containsKey(RequestToken.DATABASE) ? named() : byResourceIds(kind);
    if (what.onFeed()) {
      path.add(kind.path());
    }
    return path;
  }

  private List<String> named() {
    List<String> path = new ArrayList<>();
    for (ResourceKind kind : ResourceKind.values()) {
      String name = tokens.get(kind.nameToken());
      if (name != null) {
        path.add(kind.path());
        path.add(name);
      }
    }
    return path;
  }

  /** A resource id begins with that of its owner: 4 bytes for a database, 8 and 16 for others. */
  private List<String> byResourceIds(ResourceKind kind) {
    byte[] rid =
        tokens.getOrDefault(RequestToken.RESOURCE_ID, "").getBytes(StandardCharsets.ISO_8859_1);
    boolean ofUser = kind == ResourceKind.USER || kind == ResourceKind.PERMISSION;
    List<String> path = new ArrayList<>();
    ResourceKind owner = ofUser ? ResourceKind.USER : ResourceKind.CONTAINER;
    for (int bytes = 4; bytes <= rid.length && bytes <= 16; bytes *= 2) {
      path.add((bytes == 4 ? ResourceKind.DATABASE : bytes == 8 ? owner : kind).path());
      path.add(ResourceIds.encode(Arrays.copyOf(rid, bytes)));
    }
    return path;
  }
}
