package dev.cosmosblog.benchmarks.blog;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.Content;
import dev.cosmosblog.store.BlogDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A handler as one writes it by hand: the SDK's change feed processor upserts each changed post in
 * short form beside its author, 32 at once. It has no guard against older versions, checks no name,
 * and keeps no front page. It polls as often, and takes as many changes at once, as the library.
 */
final class ByHandHandler implements AutoCloseable {
  private static final int AT_ONCE = 32;
  private static final int BATCH = 1_000;
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final CosmosAsyncContainer users;
  private final ChangeFeedProcessor processor;

  ByHandHandler(BlogDatabase blog) {
    CosmosAsyncDatabase database =
        blog.unwrap(CosmosAsyncClient.class).getDatabase(blog.unwrap(CosmosDatabase.class).getId());
    this.users = database.getContainer(blog.containerNames().users());
    this.processor =
        new ChangeFeedProcessorBuilder()
            .hostName("by-hand")
            .feedContainer(database.getContainer(blog.containerNames().posts()))
            .leaseContainer(database.getContainer(blog.containerNames().leases()))
            .options(
                new ChangeFeedProcessorOptions()
                    .setLeasePrefix("by-hand-")
                    .setStartFromBeginning(true)
                    .setMaxItemCount(BATCH)
                    .setFeedPollDelay(POLL))
            .handleChanges(this::handle)
            .buildChangeFeedProcessor();
  }

  /** Returns when it has caught up. */
  ByHandHandler start() {
    processor.start().block(PATIENCE);
    long until = System.nanoTime() + PATIENCE.toNanos();
    // The lag of a lease that never moved can hide one change: it must be zero after two polls.
    for (int drained = 0; drained < 3; ) {
      List<ChangeFeedProcessorState> ranges = processor.getCurrentState().block(PATIENCE);
      boolean zero =
          ranges != null
              && !ranges.isEmpty()
              && ranges.stream().allMatch(range -> range.getEstimatedLag() == 0);
      drained = zero ? drained + 1 : 0;
      if (System.nanoTime() > until) {
        throw new IllegalStateException("The handler by hand did not catch up.");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    return this;
  }

  private void handle(List<JsonNode> changes) {
    Flux.fromIterable(changes)
        .filter(item -> item.path("type").asText().equals("post"))
        .flatMap(this::copy, AT_ONCE)
        .blockLast();
  }

  private Mono<?> copy(JsonNode post) {
    ObjectNode copy = post.deepCopy();
    copy.put("content", Content.summary(post.path("content").asText()));
    copy.remove(List.of("_rid", "_self", "_etag", "_attachments", "_ts", "_lsn"));
    return users.upsertItem(copy, new PartitionKey(post.path("userId").asText()), null);
  }

  @Override
  public void close() {
    processor.stop().block(PATIENCE);
  }
}
