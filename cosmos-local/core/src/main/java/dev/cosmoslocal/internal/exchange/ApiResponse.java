package dev.cosmoslocal.internal.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.resource.Json;
import io.netty.util.AsciiString;
import java.util.LinkedHashMap;
import java.util.Map;

/** A response, as its resource makes it. Built by one thread, then only read. */
public final class ApiResponse {
  private static final byte[] NOTHING = {};

  private final int status;
  private final byte[] body;
  private final Map<AsciiString, String> headers = new LinkedHashMap<>();

  private ApiResponse(int status, byte[] body) {
    this.status = status;
    this.body = body;
  }

  public static ApiResponse of(int status, byte[] body) {
    return new ApiResponse(status, body);
  }

  public static ApiResponse of(int status, JsonNode body) {
    return new ApiResponse(status, Json.bytes(body));
  }

  public static ApiResponse empty(int status) {
    return new ApiResponse(status, NOTHING);
  }

  /** No answer: the connection is closed instead. Listeners see status 0. */
  public static ApiResponse cut() {
    return new ApiResponse(0, NOTHING);
  }

  public boolean isCut() {
    return status == 0;
  }

  public ApiResponse with(AsciiString header, String value) {
    headers.put(header, value);
    return this;
  }

  public ApiResponse with(SessionToken token) {
    return with(Headers.SESSION_TOKEN, token.text())
        .with(Headers.LSN, String.valueOf(token.lsn()))
        .with(Headers.PARTITION_RANGE, token.partitionId());
  }

  /** The same headers with another status and nothing else. */
  ApiResponse withoutBody(int otherStatus) {
    ApiResponse response = empty(otherStatus);
    response.headers.putAll(headers);
    return response;
  }

  public int status() {
    return status;
  }

  public byte[] body() {
    return body;
  }

  public Map<AsciiString, String> headers() {
    return headers;
  }
}
