package dev.cosmoslocal.internal.http.auth;

import java.util.List;
import java.util.Locale;

/**
 * The parts of a path that a client signs: the type of resource, and its name, or, for resource
 * ids, the last of them in lower case.
 */
public record SignedResource(String type, String fullName, String rid) {
  /** The length of the path of an operation on a container, which is signed as the container. */
  private static final int OPERATION = 6;

  public static SignedResource of(List<String> path) {
    if (path.size() == OPERATION && path.get(OPERATION - 2).equals("operations")) {
      return of(path.subList(0, OPERATION - 2));
    }
    int size = path.size();
    boolean feed = size % 2 == 1;
    List<String> named = feed ? path.subList(0, size - 1) : path;
    String last = named.isEmpty() ? "" : named.get(named.size() - 1);
    String type = size == 0 ? "" : path.get(feed ? size - 1 : size - 2);
    return new SignedResource(type, String.join("/", named), last.toLowerCase(Locale.ROOT));
  }
}
