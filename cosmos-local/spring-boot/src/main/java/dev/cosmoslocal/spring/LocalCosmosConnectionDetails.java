package dev.cosmoslocal.spring;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/**
 * How a client connects to the emulator: in gateway mode, with this endpoint and key.
 *
 * <p>A bean of this type in the application replaces the in-process emulator, for example by one
 * that runs in another process.
 */
public interface LocalCosmosConnectionDetails extends ConnectionDetails {
  /** {@return the emulator's URL} */
  String endpoint();

  /** {@return the emulator's key, in Base64} */
  String key();
}
