package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmoslocal.LocalCosmos;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LocalCosmosExtensionTest {
  @RegisterExtension static final LocalCosmosExtension cosmos = new LocalCosmosExtension();

  @Test
  void aTestClassHasItsOwnDatabase() {
    assertThat(cosmos.database().read().getStatusCode()).isEqualTo(200);
    assertThat(cosmos.database().getId()).startsWith("cosmoslocal-");
    assertThat(cosmos.freshDatabase().getId()).isNotEqualTo(cosmos.database().getId());
  }

  @Test
  void parametersEqualTheFieldsValues(CosmosClient client, CosmosAsyncClient async) {
    assertThat(client).isSameAs(cosmos.client());
    assertThat(async).isSameAs(cosmos.asyncClient());
  }

  @Test
  void outsideOfATestTheExtensionHasNoEndpoint() {
    assertThatThrownBy(() -> new LocalCosmosExtension().client())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@RegisterExtension");
  }

  @Test
  void aNullArgumentIsRefusedByName() {
    LocalCosmosExtension.Builder builder = LocalCosmosExtension.builder();
    assertThatNullPointerException()
        .isThrownBy(() -> builder.emulator(null))
        .withMessage("emulator");
    assertThatNullPointerException().isThrownBy(() -> builder.client(null)).withMessage("client");
    assertThatNullPointerException()
        .isThrownBy(() -> cosmos.deletedAfterwards(null))
        .withMessage("database");
  }

  @Test
  void theExtensionCanBeOpenedAndClosedOutsideOfJUnit() {
    LocalCosmosExtension opened = new LocalCosmosExtension().open();
    assertThat(opened.database().read().getStatusCode()).isEqualTo(200);
    LocalCosmos emulator = opened.requireLocal();
    assertThat(emulator.endpoint()).isNotEqualTo(cosmos.requireLocal().endpoint());
    opened.close();
    opened.close();
    cosmos.close();
    assertThat(cosmos.database().read().getStatusCode()).as("left to JUnit").isEqualTo(200);
  }

  @Nested
  class NestedTests {
    @Test
    void aNestedClassSharesTheDatabaseOfTheOuterOne() {
      CosmosDatabase seen = cosmos.database();
      assertThat(seen.read().getStatusCode()).isEqualTo(200);
      assertThat(seen).isSameAs(cosmos.database());
    }
  }
}
