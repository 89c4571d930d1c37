package dev.cosmoslocal.internal.http.auth;

import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.Headers;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A cache of valid signatures by the account's key. Dates have a resolution of seconds, so a client
 * under load signs the same text again and again within one, for example for each write to a
 * container. Thread-safe.
 */
final class KnownSignatures {
  /** The number of slots, a power of two. */
  private static final int PLACES = 512;

  /** The path of an item; no path of a resource is longer. */
  private static final int MAX_SEGMENTS = 6;

  /**
   * Longer texts are signed seldom, and would take too much memory for as long as they are kept.
   */
  private static final int MAX_CHARACTERS = 2_048;

  /** A slot holds the latest signature. */
  private final AtomicReferenceArray<Signed> places = new AtomicReferenceArray<>(PLACES);

  /** The signed parts of a request, without what follows from them. */
  private record Signed(String authorization, String method, List<String> path, String date) {
    boolean isShort() {
      return path.size() <= MAX_SEGMENTS
          && authorization.length()
                  + method.length()
                  + date.length()
                  + path.stream().mapToInt(String::length).sum()
              <= MAX_CHARACTERS;
    }
  }

  boolean has(String authorization, ApiRequest request) {
    Signed known = places.get(place(authorization));
    return known != null
        && known.authorization.equals(authorization)
        && known.method.equals(request.method())
        && known.path.equals(request.path())
        && known.date.equals(request.header(Headers.X_DATE).orElse(""));
  }

  /**
   * Adds a signature, unless it is of a long text. One with HTTP's own date header is not cached,
   * as the entries have no place for that.
   */
  void add(String authorization, ApiRequest request) {
    request
        .header(Headers.X_DATE)
        .map(date -> new Signed(authorization, request.method(), request.path(), date))
        .filter(Signed::isShort)
        .ifPresent(signed -> places.set(place(authorization), signed));
  }

  private static int place(String authorization) {
    int hash = authorization.hashCode();
    return (hash ^ hash >>> 16) & PLACES - 1;
  }
}
