package dev.cosmosblog.local.internal.http.auth;

import dev.cosmosblog.local.internal.http.exchange.ApiRequest;
import dev.cosmosblog.local.internal.http.exchange.Headers;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Some signatures by the account's key that were right, with what they sign. A date has seconds, so
 * that within one a client under load signs the same again and again: each write to a container,
 * say. Safe for many threads.
 */
final class KnownSignatures {
  /** A power of two. */
  private static final int PLACES = 512;

  /** A place has what came last. */
  private final AtomicReferenceArray<Signed> places = new AtomicReferenceArray<>(PLACES);

  /** What is signed but for what follows from it. */
  private record Signed(String authorization, String method, List<String> path, String date) {}

  boolean has(String authorization, ApiRequest request) {
    Signed known = places.get(place(authorization));
    return known != null
        && known.authorization.equals(authorization)
        && known.method.equals(request.method())
        && known.path.equals(request.path())
        && known.date.equals(request.header(Headers.X_DATE).orElse(""));
  }

  /**
   * What is signed with a date in HTTP's own header is not kept: what is kept has no place for it.
   */
  void add(String authorization, ApiRequest request) {
    request
        .header(Headers.X_DATE)
        .map(date -> new Signed(authorization, request.method(), request.path(), date))
        .ifPresent(signed -> places.set(place(authorization), signed));
  }

  private static int place(String authorization) {
    int hash = authorization.hashCode();
    return (hash ^ hash >>> 16) & PLACES - 1;
  }
}
