package dev.cosmosblog.local.internal.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.internal.query.parse.QueryException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A query's text with its parameters.
 *
 * @param text the query, in the language of Cosmos DB for NoSQL
 * @param parameters the values by name, each name with its {@code @}
 */
public record QueryText(String text, Map<String, JsonNode> parameters) {

  public QueryText {
    parameters = Map.copyOf(parameters);
  }

  /**
   * A query without parameters.
   *
   * @param text the query
   * @return the query
   */
  public static QueryText of(String text) {
    return new QueryText(text, Map.of());
  }

  /**
   * Reads a request's body, {@code {"query":"…","parameters":[{"name":"@p","value":…}]}}.
   *
   * @param body the body
   * @return the query
   * @throws QueryException if the body has no query or a parameter has no name
   */
  public static QueryText of(JsonNode body) {
    JsonNode text = body.path("query");
    if (!text.isTextual()) {
      throw QueryException.badRequest("The request body has no query text.");
    }
    Map<String, JsonNode> parameters = new LinkedHashMap<>();
    for (JsonNode parameter : body.path("parameters")) {
      JsonNode name = parameter.path("name");
      if (!name.isTextual()) {
        throw QueryException.badRequest("A query parameter has no name.");
      }
      parameters.put(name.textValue(), parameter.path("value"));
    }
    return new QueryText(text.textValue(), parameters);
  }
}
