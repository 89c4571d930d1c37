package dev.cosmosblog.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * The account that the blog connects to. A bean of this type takes precedence over {@code
 * cosmosblog.endpoint} and over the clients of the application context.
 */
public interface BlogConnectionDetails extends ConnectionDetails {
  /** {@return the account's URL} */
  String endpoint();

  /** {@return the account's key, or null to connect with the context's {@code TokenCredential}} */
  @Nullable String key();

  /** {@return whether requests go through the account's gateway; by default false} */
  default boolean gatewayMode() {
    return false;
  }
}
