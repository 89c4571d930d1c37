package dev.cosmoslocal.internal.query.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.cosmoslocal.internal.query.compile.CompiledQuery;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The start of a page. It holds positions rather than counts, so that writes between two pages
 * neither repeat nor lose other items. Only OFFSET, TOP and LIMIT are counted.
 *
 * @param skip the number of rows that OFFSET still skips
 * @param taken the number of rows returned so far
 * @param rid the last item whose rows have all been returned
 * @param partialRid the item whose rows have been returned in part, or -1
 * @param row the number of rows returned of that item, or the number of the last row of the last
 *     item
 * @param values the sort keys, group keys or value of the last row; null if they are too long
 */
public record Continuation(
    long skip, long taken, long rid, long partialRid, int row, @Nullable List<JsonNode> values) {

  /** Jackson would keep the names of properties for good, and anybody can make a token. */
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build());

  private static final int VERSION = 2;

  /** Positions in the JSON array of a token. */
  private static final int TICKS = 6;

  private static final int VALUES = 7;

  /** Longer values would not fit into an HTTP header. */
  private static final int MAX_VALUES = 3_000;

  static Continuation first(CompiledQuery query) {
    return new Continuation(query.window().offset(), 0, -1, -1, 0, null);
  }

  /**
   * Returns this position, or one that continues by count if this one has no values. The run then
   * starts over and skips the rows returned so far.
   */
  Continuation orRestarted(CompiledQuery query) {
    return values == null
        ? new Continuation(query.window().offset() + taken, taken, -1, -1, 0, null)
        : this;
  }

  /**
   * Returns this position as a token.
   *
   * @param ticks the time at which the query started, or 0 if its pages do not depend on it
   */
  String encode(long ticks) {
    ArrayNode token = JSON.createArrayNode();
    token.add(VERSION).add(skip).add(taken).add(rid).add(partialRid).add(row).add(ticks);
    ArrayNode encoded = JSON.createArrayNode();
    for (JsonNode value : values == null ? List.<JsonNode>of() : values) {
      ArrayNode boxed = encoded.addArray();
      if (!value.isMissingNode()) {
        boxed.add(value);
      }
    }
    if (values != null && JsonSize.of(encoded) <= MAX_VALUES) {
      token.add(encoded);
    }
    byte[] text = token.toString().getBytes(StandardCharsets.UTF_8);
    return checksum(text) + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(text);
  }

  private static String checksum(byte[] text) {
    CRC32 crc = new CRC32();
    crc.update(text);
    return Long.toHexString(crc.getValue());
  }

  /**
   * Reads a token.
   *
   * @param values the number of values that the query's tokens have
   * @throws QueryException if the token is not valid for the query
   */
  static Continuation decode(String token, int values) {
    JsonNode parts = parts(token);
    if (parts.has(VALUES) && parts.get(VALUES).size() != values) {
      throw malformed();
    }
    return of(parts);
  }

  /**
   * Returns the time in a token at which its query started, or 0 if its pages do not depend on it.
   *
   * @throws QueryException if the token is not valid
   */
  public static long ticks(String token) {
    return parts(token).path(TICKS).longValue();
  }

  /**
   * Returns whether a token has the number of returned rows in place of values that are too long,
   * so that it is valid only for the same set of items.
   */
  public static boolean counts(String token) {
    return !parts(token).has(VALUES);
  }

  private static JsonNode parts(String token) {
    try {
      int dot = token.indexOf('.');
      byte[] text = Base64.getUrlDecoder().decode(token.substring(dot + 1));
      if (!checksum(text).equals(token.substring(0, Math.max(dot, 0)))) {
        throw malformed();
      }
      JsonNode parts = JSON.readTree(text);
      if (parts.path(0).intValue() != VERSION) {
        throw malformed();
      }
      return parts;
    } catch (IllegalArgumentException | IOException e) {
      throw malformed();
    }
  }

  private static Continuation of(JsonNode parts) {
    List<JsonNode> values = null;
    if (parts.has(VALUES)) {
      values = new ArrayList<>();
      for (JsonNode boxed : parts.get(VALUES)) {
        values.add(boxed.path(0));
      }
    }
    return new Continuation(
        parts.path(1).longValue(),
        parts.path(2).longValue(),
        parts.path(3).longValue(),
        parts.path(4).longValue(),
        parts.path(5).intValue(),
        values);
  }

  private static QueryException malformed() {
    return QueryException.badRequest("The continuation token is malformed.");
  }
}
