package dev.cosmoslocal.internal.http.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import org.junit.jupiter.api.Test;

class AddressesResourceTest {
  private static final String OF_ACCOUNT = "/addresses/?$resolveFor=dbs&$filter=protocol%20eq%20";

  @Test
  void theResourceOfAReplicaIsTheSignedOne() {
    assertThat(AddressesResource.signed(OF_ACCOUNT + "rntbd", EmptyHttpHeaders.INSTANCE).path())
        .containsExactly("dbs");
  }

  /** The SDK for Java 2.x would take the addresses of TCP for such of HTTPS. */
  @Test
  void directModeOverHttpsIsRefused() {
    assertThatThrownBy(
            () -> AddressesResource.signed(OF_ACCOUNT + "https", EmptyHttpHeaders.INSTANCE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("Use gateway mode, or direct mode over TCP.");
  }
}
