package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.store.config.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Settings that are right by themselves, and together break what a guarantee rests on. */
class DependentSettingsTest {
  private final BlogDatabaseBuilder database =
      BlogDatabase.builder()
          .containers(
              mock(CosmosContainer.class),
              mock(CosmosContainer.class),
              mock(CosmosContainer.class));

  @Test
  void theRetryDeadlineMayNotExceedTheGraceOfAReservation() {
    RetryPolicy patient = RetryPolicy.standard().withDeadline(Duration.ofSeconds(151));
    database.retryPolicy(patient);

    assertThatThrownBy(database::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("deadline", "PT2M30S", "PT2M31S", "PT5M");
    assertThatThrownBy(() -> database.uniqueUsernames(false).build())
        .as("slugs are reserved, too")
        .isInstanceOf(IllegalArgumentException.class);
    RetryPolicy longest = patient.withDeadline(Duration.ofSeconds(150));
    assertThat(database.retryPolicy(longest).build()).isNotNull();
  }

  @Test
  void theAuthorCacheTtlMayNotExceedTheDeletedRetention() {
    BlogStoreBuilder store =
        BlogStore.builder(database.deletedRetention(Duration.ofMinutes(10)).build());

    assertThatThrownBy(() -> store.authorCacheTtl(Duration.ofMinutes(11)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("authorCacheTtl", "deletedRetention", "PT10M", "PT11M");
    assertThat(store.authorCacheTtl(Duration.ofMinutes(10)).build()).isNotNull();
  }
}
