package dev.cosmoslocal.internal.engine.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.query.source.SortKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndexingPolicyTest {
  @Test
  void theDefaultPolicyIndexesEverythingButTheEntityTag() {
    IndexingPolicy policy = IndexingPolicy.of(IndexingPolicy.standard());
    assertThat(policy.indexed(List.of("a", "b"))).isTrue();
    assertThat(policy.indexed(List.of("_etag"))).isFalse();
  }

  @Test
  void theMostSpecificPathDecides() {
    IndexingPolicy policy =
        policy(
            """
            {"includedPaths":[{"path":"/*"},{"path":"/food/ingredients/nutrition/*"}],
             "excludedPaths":[{"path":"/food/ingredients/*"},{"path":"/exact/?"}]}\
            """);
    assertThat(policy.indexed(List.of("food", "name"))).isTrue();
    assertThat(policy.indexed(List.of("food", "ingredients", "x"))).isFalse();
    assertThat(policy.indexed(List.of("food", "ingredients", "nutrition", "x"))).isTrue();
    assertThat(policy.indexed(List.of("exact"))).isFalse();
    assertThat(policy.indexed(List.of("exact", "below"))).isTrue();
  }

  @Test
  void anOptInPolicyIndexesItsPathsIdAndTimeStamp() {
    IndexingPolicy policy =
        policy(
            """
            {"includedPaths":[{"path":"/tags/[]/?"}],"excludedPaths":[{"path":"/*"}]}\
            """);
    assertThat(policy.indexed(List.of("tags", "[]"))).isTrue();
    assertThat(policy.indexed(List.of("other"))).isFalse();
    assertThat(policy.indexed(List.of("id"))).isTrue();
    assertThat(policy.indexed(List.of("_ts"))).isTrue();
  }

  @Test
  void noIndexingIndexesNothing() {
    assertThat(policy("{\"indexingMode\":\"none\"}").indexed(List.of("id"))).isFalse();
  }

  @Test
  void anOrderBySeveralKeysNeedsACompositeIndexInEitherDirection() {
    IndexingPolicy policy =
        policy(
            """
            {"includedPaths":[{"path":"/*"}],
             "compositeIndexes":[[{"path":"/a","order":"ascending"},\
             {"path":"/b","order":"descending"}]]}\
            """);
    SortKey a = new SortKey(List.of("a"), false);
    SortKey b = new SortKey(List.of("b"), true);
    assertThat(policy.orderable(List.of(a))).isTrue();
    assertThat(policy.orderable(List.of(a, b))).isTrue();
    assertThat(
            policy.orderable(
                List.of(new SortKey(List.of("a"), true), new SortKey(List.of("b"), false))))
        .isTrue();
    assertThat(policy.orderable(List.of(a, new SortKey(List.of("b"), false)))).isFalse();
    assertThat(policy.orderable(List.of(b, a))).isFalse();
  }

  @Test
  void aPolicyNeedsTheRootPath() {
    assertThatThrownBy(() -> policy("{\"includedPaths\":[{\"path\":\"/a/?\"}]}"))
        .hasMessageContaining("/*");
    assertThat(policy("{}").indexed(List.of("a"))).isTrue();
  }

  @Test
  void aPathWithoutAnEndIsRefused() {
    assertThatThrownBy(() -> policy("{\"includedPaths\":[{\"path\":\"/a\"}]}"))
        .isInstanceOf(EngineException.class);
  }

  private static IndexingPolicy policy(String json) {
    return IndexingPolicy.of(Json.parse(json));
  }
}
