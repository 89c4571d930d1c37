package dev.cosmoslocal.internal.exchange;

import dev.cosmoslocal.internal.budget.Cancellation;
import java.util.function.Consumer;

/** Serves requests, however they arrived. */
@FunctionalInterface
public interface ApiService {
  /**
   * Serves a request that has arrived completely, including the check of its credentials.
   *
   * @param reply is called once, now or later, on this or another thread
   * @return ends the work on the request if nobody waits for its response any more
   */
  Cancellation serve(ApiRequest request, Consumer<ApiResponse> reply);
}
