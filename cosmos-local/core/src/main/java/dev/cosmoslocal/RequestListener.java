package dev.cosmoslocal;

import dev.cosmoslocal.request.RequestRecord;

/** Receives each request and what it cost. */
@FunctionalInterface
public interface RequestListener {
  /**
   * Called once for each request, before its response is sent, on the thread that sends it. Must be
   * fast and thread-safe. Exceptions are logged and otherwise ignored.
   *
   * @param request the request and its costs
   */
  void onRequest(RequestRecord request);
}
