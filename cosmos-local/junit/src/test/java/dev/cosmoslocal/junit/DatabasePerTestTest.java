package dev.cosmoslocal.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DatabasePerTestTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      LocalCosmosExtension.builder().databasePerTest().build();

  private static final List<String> EARLIER = new ArrayList<>();

  private static CosmosDatabase shared;
  private static CosmosDatabase ofTheClass;

  private final CosmosDatabase injected;

  DatabasePerTestTest(CosmosDatabase injected) {
    this.injected = injected;
  }

  @BeforeAll
  static void shareADatabase() {
    shared = cosmos.freshDatabase();
    ofTheClass = cosmos.database();
  }

  @AfterAll
  static void afterItsTestsTheClassHasItsDatabaseAgain() {
    assertThat(cosmos.database()).isSameAs(ofTheClass);
    assertThat(ofTheClass.readAllContainers()).isEmpty();
  }

  @RepeatedTest(2)
  void testsOnlySeeDataThatTheyShareExplicitly() {
    assertThat(cosmos.database().readAllContainers()).isEmpty();
    cosmos.database().createContainer("posts", "/postId");
    shared.createContainerIfNotExists("shared-" + EARLIER.size(), "/id");
    assertThat(shared.readAllContainers()).hasSize(EARLIER.size() + 1);
    for (String earlier : EARLIER) {
      assertThatThrownBy(() -> cosmos.client().getDatabase(earlier).read())
          .as("the database of the earlier test, which was deleted")
          .isInstanceOf(CosmosException.class);
    }
    EARLIER.add(cosmos.database().getId());
  }

  @Test
  void parametersAreTheTestsDatabase(CosmosDatabase database) {
    assertThat(database).isSameAs(cosmos.database()).isSameAs(injected);
    assertThat(database.getId()).isNotEqualTo(ofTheClass.getId());
  }

  @Nested
  class NestedTestsWithDatabases {
    @Test
    void eachTestHasItsOwnDatabase(CosmosDatabase database) {
      assertThat(database).isSameAs(cosmos.database());
      assertThat(database.readAllContainers()).isEmpty();
    }
  }
}
