package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.internal.session.SessionProgress;
import dev.cosmosblog.store.spi.RetryTimer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How operations send their requests.
 *
 * @param client the state of the database
 * @param session what the session has seen; null for that of this client alone
 * @param timeout the time after which an operation sends and awaits no more requests, or null
 */
public record CallConfig(
    RetryPolicy retryPolicy,
    RetryTimer timer,
    ClientState client,
    @Nullable SessionProgress session,
    @Nullable Duration timeout) {
  /** Returns the config of a client without sessions of others. */
  public static CallConfig of(RetryPolicy retryPolicy, RetryTimer timer) {
    return new CallConfig(retryPolicy, timer, new ClientState(), null, null);
  }

  CallConfig with(SessionProgress other) {
    return new CallConfig(retryPolicy, timer, client, other, timeout);
  }

  CallConfig within(Duration limit) {
    return new CallConfig(retryPolicy, timer, client, session, limit);
  }
}
