package dev.cosmoslocal.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An unsigned request. Immutable. */
record WireRequest(String verb, List<String> path, Map<String, String> headers, String body) {
  static WireRequest of(String verb, String path) {
    return new WireRequest(
        verb, path.isEmpty() ? List.of() : List.of(path.split("/")), Map.of(), "");
  }

  WireRequest with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new WireRequest(verb, path, more, body);
  }

  WireRequest without(String name) {
    Map<String, String> less = new LinkedHashMap<>(headers);
    less.remove(name);
    return new WireRequest(verb, path, less, body);
  }

  WireRequest withBody(String text) {
    return new WireRequest(verb, path, headers, text);
  }

  WireRequest withPath(List<String> segments) {
    return new WireRequest(verb, List.copyOf(segments), headers, body);
  }

  WireRequest withVerb(String other) {
    return new WireRequest(other, path, headers, body);
  }

  WireRequest inPartition(String key) {
    return with("x-ms-documentdb-partitionkey", "[\"" + key + "\"]");
  }

  byte[] bytes(Map<String, String> signature) {
    StringBuilder head = new StringBuilder(verb).append(" /");
    head.append(String.join("/", path.stream().map(WireRequest::encoded).toList()));
    head.append(" HTTP/1.1\r\nconnection: close\r\n");
    if (!headers.containsKey("host")) {
      head.append("host: localhost\r\n");
    }
    signature.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    head.append("content-length: ").append(content.length).append("\r\n\r\n");
    byte[] start = head.toString().getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(start, start.length + content.length);
    System.arraycopy(content, 0, all, start.length, content.length);
    return all;
  }

  private static String encoded(String segment) {
    StringBuilder text = new StringBuilder();
    for (byte b : segment.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z';
      text.append(plain ? String.valueOf((char) b) : "%%%02X".formatted(b));
    }
    return text.toString();
  }
}
