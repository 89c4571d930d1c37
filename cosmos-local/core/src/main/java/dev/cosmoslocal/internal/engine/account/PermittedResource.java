package dev.cosmoslocal.internal.engine.account;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The resource of a permission: a container, or an item or a script of it, as documented (Microsoft
 * Learn, REST API, "Permissions"; SDK for Java, ContainerChildResourceType). No other resource can
 * be permitted, such as a database, which contains the users and their tokens.
 *
 * @param feed the list within the container, such as {@code docs}; empty for the container itself
 * @param child the id or resource id in that list; empty for the container itself
 */
public record PermittedResource(String database, String container, String feed, String child) {
  private static final int DATABASE = 1;
  private static final int CONTAINER = 3;
  private static final int CHILD = 5;
  private static final Set<String> FEEDS = Set.of("docs", "sprocs", "triggers", "udfs");

  /**
   * Reads a link of names or of resource ids, with or without slashes at its ends.
   *
   * @param link such as {@code dbs/db/colls/c/docs/i}, percent-encoded or not
   * @throws EngineException 400 if it is the link of no container, item or script
   */
  public static PermittedResource of(String link) {
    List<String> path = new ArrayList<>();
    for (String segment : link.split("/")) {
      if (!segment.isEmpty()) {
        path.add(decoded(segment));
      }
    }
    boolean ofContainer = path.size() == CONTAINER + 1;
    boolean ofChild = path.size() == CHILD + 1 && FEEDS.contains(path.get(CHILD - 1));
    if (!(ofContainer || ofChild)
        || !path.get(DATABASE - 1).equals("dbs")
        || !path.get(CONTAINER - 1).equals("colls")) {
      throw EngineException.badRequest(
          "A permission needs the link of a container, an item, a stored procedure, a trigger or a"
              + " user-defined function as its resource.");
    }
    return new PermittedResource(
        path.get(DATABASE),
        path.get(CONTAINER),
        ofChild ? path.get(CHILD - 1) : "",
        ofChild ? path.get(CHILD) : "");
  }

  private static String decoded(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return segment;
    }
  }
}
