package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.engine.PartitionMark;
import io.netty.util.AsciiString;
import java.util.LinkedHashMap;
import java.util.Map;

/** A response, as far as it is the resource's own. Built by one thread, then only read. */
final class ApiResponse {
  private static final byte[] NOTHING = {};

  private final int status;
  private final byte[] body;
  private final Map<AsciiString, String> headers = new LinkedHashMap<>();

  private ApiResponse(int status, byte[] body) {
    this.status = status;
    this.body = body;
  }

  static ApiResponse of(int status, byte[] body) {
    return new ApiResponse(status, body);
  }

  static ApiResponse of(int status, JsonNode body) {
    return new ApiResponse(status, Json.bytes(body));
  }

  static ApiResponse empty(int status) {
    return new ApiResponse(status, NOTHING);
  }

  /** No answer: the connection is closed instead. Observers see it as status 0. */
  static ApiResponse cut() {
    return new ApiResponse(0, NOTHING);
  }

  boolean isCut() {
    return status == 0;
  }

  ApiResponse with(AsciiString header, String value) {
    headers.put(header, value);
    return this;
  }

  ApiResponse with(PartitionMark partition) {
    return with(Headers.SESSION_TOKEN, partition.sessionToken())
        .with(Headers.LSN, String.valueOf(partition.lsn()));
  }

  /** The same headers with another status and nothing else. */
  ApiResponse withoutBody(int otherStatus) {
    ApiResponse response = empty(otherStatus);
    response.headers.putAll(headers);
    return response;
  }

  int status() {
    return status;
  }

  byte[] body() {
    return body;
  }

  Map<AsciiString, String> headers() {
    return headers;
  }
}
