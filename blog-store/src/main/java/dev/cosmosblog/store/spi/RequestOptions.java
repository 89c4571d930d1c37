package dev.cosmosblog.store.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a request is sent.
 *
 * @param sessionToken the progress that a read must have reached, in the form of the service; null
 *     for what the client has seen
 * @param timeout the time after which the client gives the request up, or null
 */
public record RequestOptions(@Nullable String sessionToken, @Nullable Duration timeout) {
  /** The client's own session and timeouts. */
  public static final RequestOptions DEFAULT = new RequestOptions(null, null);
}
