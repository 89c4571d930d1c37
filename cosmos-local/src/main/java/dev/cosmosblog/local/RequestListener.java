package dev.cosmosblog.local;

import dev.cosmosblog.local.request.RequestRecord;

/** Is told of each request that the account has answered. */
@FunctionalInterface
public interface RequestListener {
  /**
   * Called once for each request, on the thread that answers it and before the answer is sent: it
   * must be quick and safe for many threads. What it throws is logged and has no other effect.
   *
   * @param request what was asked and answered
   */
  void onRequest(RequestRecord request);
}
