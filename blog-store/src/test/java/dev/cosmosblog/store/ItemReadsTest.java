package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ItemReadsTest {
  private final MockedContainers blog = new MockedContainers();

  /** The emulator always reports a container's usage; an account may not. */
  @Test
  void itemsAreCountedInEachPhysicalPartitionIfTheServiceDoesNotReportTheirNumber() {
    CosmosContainerResponse withoutUsage = mock();
    when(withoutUsage.getResponseHeaders()).thenReturn(Map.of());
    when(blog.posts.read(any(CosmosContainerRequestOptions.class))).thenReturn(withoutUsage);
    FeedRange range = FeedRange.forFullRange();
    when(blog.posts.getFeedRanges()).thenReturn(List.of(range, range));
    when(blog.posts.queryItems(any(SqlQuerySpec.class), any(), eq(Long.class)))
        .thenAnswer(query -> Responses.pages(List.of(Responses.page(null, List.of(3L)))))
        .thenAnswer(query -> Responses.pages(List.of(Responses.page(null, List.of(4L)))));

    assertThat(blog.kernel().items(report -> {}).number(BlogContainer.POSTS)).isEqualTo(7);
  }
}
