package dev.cosmoslocal;

import dev.cosmoslocal.request.RequestRecord;

/** A listener that is called for each answered request. */
@FunctionalInterface
public interface RequestListener {
  /**
   * Called once for each request, on the thread that answers it, before the answer is sent. It must
   * be quick and safe for many threads. Exceptions are logged and otherwise ignored.
   *
   * @param request the request and its costs
   */
  void onRequest(RequestRecord request);
}
