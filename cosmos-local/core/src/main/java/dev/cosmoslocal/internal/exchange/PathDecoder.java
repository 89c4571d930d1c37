package dev.cosmoslocal.internal.exchange;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes a path: percent signs and UTF-8. A plus sign is a plus sign. Under {@code /dbs}, a
 * question mark is part of an id, as clients for JavaScript send it: no request there has
 * parameters.
 */
public final class PathDecoder {
  private PathDecoder() {}

  public static List<String> segments(String uri) {
    int end = end(uri);
    List<String> segments = new ArrayList<>();
    for (int from = 0; from < end; ) {
      int slash = uri.indexOf('/', from);
      int to = slash < 0 || slash > end ? end : slash;
      if (to > from) {
        segments.add(decode(uri.substring(from, to)));
      }
      from = to + 1;
    }
    return List.copyOf(segments);
  }

  private static int end(String uri) {
    int query = uri.startsWith("/dbs/") ? -1 : uri.indexOf('?');
    int fragment = uri.indexOf('#');
    int end = query < 0 ? uri.length() : query;
    return fragment < 0 ? end : Math.min(end, fragment);
  }

  private static String decode(String segment) {
    if (segment.indexOf('%') < 0) {
      return segment;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(segment.length());
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c == '%') {
        out.write(hex(segment, i + 1) << 4 | hex(segment, i + 2));
        i += 2;
      } else {
        out.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static int hex(String segment, int at) {
    int digit = at < segment.length() ? Character.digit(segment.charAt(at), 16) : -1;
    if (digit < 0) {
      throw EngineException.badRequest("The path is not percent-encoded.");
    }
    return digit;
  }
}
