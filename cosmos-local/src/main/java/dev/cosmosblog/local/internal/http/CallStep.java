package dev.cosmosblog.local.internal.http;

import dev.cosmosblog.local.internal.http.exchange.ApiResponse;
import java.util.function.Consumer;

/** Takes a call on its way. */
@FunctionalInterface
interface CallStep {
  /** Has the call answered, now or later, on this or on another thread. */
  void run(Call call, Consumer<ApiResponse> reply);
}
