package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.internal.session.SessionProgress;
import dev.cosmosblog.store.spi.RetryTimer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How operations send their requests.
 *
 * @param client the state of the database
 * @param session what the session has seen; null for that of this client alone
 * @param timeout gives the time after which an operation sends and awaits no more requests, if any
 */
public record CallConfig(
    RetryPolicy retryPolicy,
    RetryTimer timer,
    ClientState client,
    @Nullable SessionProgress session,
    Supplier<Optional<Duration>> timeout) {
  /** Returns the config of a client without sessions of others. */
  public static CallConfig of(RetryPolicy retryPolicy, RetryTimer timer) {
    return new CallConfig(retryPolicy, timer, new ClientState(), null, Optional::empty);
  }

  CallConfig with(SessionProgress other) {
    return new CallConfig(retryPolicy, timer, client, other, timeout);
  }

  CallConfig within(Supplier<Optional<Duration>> limit) {
    return new CallConfig(retryPolicy, timer, client, session, limit);
  }
}
