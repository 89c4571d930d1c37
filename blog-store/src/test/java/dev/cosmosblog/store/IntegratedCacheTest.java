package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.DedicatedGatewayRequestOptions;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.store.config.CachedRead;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

/** Which reads ask a dedicated gateway for its cache; all others bypass it. */
class IntegratedCacheTest {
  private static final Duration STALENESS = Duration.ofSeconds(20);

  private final MockedContainers blog = new MockedContainers();

  IntegratedCacheTest() {
    for (CosmosContainer container : List.of(blog.users, blog.posts, blog.frontPage)) {
      Mockito.when(container.readItem(any(), any(), any(CosmosItemRequestOptions.class), any()))
          .thenThrow(CosmosFailure.of(404));
      doReturn(Responses.pages(List.of()))
          .when(container)
          .queryItems(any(SqlQuerySpec.class), any(), any());
    }
  }

  private BlogStore store(CachedRead cached) {
    return blog.store(settings -> settings.integratedCache(cached, STALENESS));
  }

  private static DedicatedGatewayRequestOptions ofRead(CosmosContainer container) {
    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    verify(container).readItem(any(), any(), options.capture(), any());
    return options.getValue().getDedicatedGatewayRequestOptions();
  }

  private static List<DedicatedGatewayRequestOptions> ofQueries(CosmosContainer container) {
    ArgumentCaptor<CosmosQueryRequestOptions> options = ArgumentCaptor.captor();
    verify(container, Mockito.atLeastOnce())
        .queryItems(any(SqlQuerySpec.class), options.capture(), any());
    return options.getAllValues().stream()
        .map(CosmosQueryRequestOptions::getDedicatedGatewayRequestOptions)
        .toList();
  }

  private static void isCached(DedicatedGatewayRequestOptions options) {
    assertThat(options.getMaxIntegratedCacheStaleness()).isEqualTo(STALENESS);
    assertThat(options.isIntegratedCacheBypassed()).isFalse();
  }

  private static void bypasses(DedicatedGatewayRequestOptions options) {
    assertThat(options.getMaxIntegratedCacheStaleness()).isNull();
    assertThat(options.isIntegratedCacheBypassed()).isTrue();
  }

  @Test
  void theFrontPageMayBeReadFromTheCache() {
    store(CachedRead.FRONT_PAGE).recentPosts(3);
    isCached(ofRead(blog.frontPage));
  }

  @Test
  void aPostMayBeReadFromTheCache() {
    store(CachedRead.POSTS).findPost(POST);
    isCached(ofRead(blog.posts));
  }

  @Test
  void listsMayBeReadFromTheCache() {
    BlogStore store = store(CachedRead.LISTS);
    store.postsOf(ANN, PageRequest.first(3));
    store.commentsOf(POST, PageRequest.first(3));
    store.likesOf(POST, PageRequest.first(3));
    ofQueries(blog.users).forEach(IntegratedCacheTest::isCached);
    assertThat(ofQueries(blog.posts)).hasSize(2).allSatisfy(IntegratedCacheTest::isCached);
  }

  @Test
  void allOtherReadsBypassIt() {
    BlogStore store = store(CachedRead.FRONT_PAGE);
    store.findUser(ANN);
    store.findPost(PostId.of("other"));
    store.likesOf(POST, PageRequest.first(3));
    bypasses(ofRead(blog.users));
    bypasses(ofRead(blog.posts));
    ofQueries(blog.posts).forEach(IntegratedCacheTest::bypasses);
  }

  @Test
  void theStalenessIsLimited() {
    BlogDatabaseBuilder builder = BlogDatabase.builder();
    for (Duration bad : List.of(Duration.ZERO, Duration.ofMinutes(61))) {
      assertThatThrownBy(() -> builder.integratedCache(CachedRead.POSTS, bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("staleness");
    }
  }
}
