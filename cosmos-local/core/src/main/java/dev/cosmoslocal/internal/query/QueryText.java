package dev.cosmoslocal.internal.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.parse.QueryException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;

/** A query's text with its parameters. */
public record QueryText(String text, Map<String, JsonNode> parameters) {
  /** The SDK for .NET sends the last one, always with 0 (OptimisticDirectExecution). */
  private static final Set<String> MEMBERS =
      Set.of("query", "parameters", "clientQLCompatibilityLevel");

  private static final Set<String> PARAMETER_MEMBERS = Set.of("name", "value");

  public QueryText {
    parameters = Map.copyOf(parameters);
  }

  public static QueryText of(String text) {
    return new QueryText(text, Map.of());
  }

  /**
   * Reads a request's body, {@code {"query":"…","parameters":[{"name":"@p","value":…}]}}.
   *
   * @throws QueryException if the body has no query or an unknown member, or a parameter has no
   *     name
   */
  public static QueryText of(JsonNode body) {
    check(body, "query", MEMBERS);
    JsonNode text = body.path("query");
    if (!text.isTextual()) {
      throw QueryException.badRequest("The request body has no query text.");
    }
    JsonNode sent = body.path("parameters");
    if (!sent.isArray() && !sent.isMissingNode() && !sent.isNull()) {
      throw QueryException.badRequest("The parameters of a query must be an array.");
    }
    Map<String, JsonNode> parameters = new LinkedHashMap<>();
    for (JsonNode parameter : sent) {
      check(parameter, "query parameter", PARAMETER_MEMBERS);
      JsonNode name = parameter.path("name");
      if (!name.isTextual()) {
        throw QueryException.badRequest("A query parameter has no name.");
      }
      parameters.put(name.textValue(), parameter.path("value"));
    }
    return new QueryText(text.textValue(), parameters);
  }

  private static void check(JsonNode json, String title, Set<String> names) {
    for (Entry<String, JsonNode> member : json.properties()) {
      if (!names.contains(member.getKey())) {
        throw QueryException.badRequest(
            "The " + title + " property " + member.getKey() + " is not supported by the emulator.");
      }
    }
  }
}
