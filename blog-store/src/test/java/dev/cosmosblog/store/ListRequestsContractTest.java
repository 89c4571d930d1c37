package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.ConsistencyLevel;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.RequestCounter;
import dev.cosmosblog.local.request.RequestKind;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What the account is really asked for, whatever the SDK reads ahead. */
class ListRequestsContractTest {
  private static final int COMMENTS = 30;

  private static long queriesOf(BiConsumer<BlogStore, PostId> action) {
    RequestCounter requests = new RequestCounter();
    try (LocalCosmos account =
        LocalCosmos.builder().physicalPartitions(3).listener(requests).start()) {
      try (CosmosClient client =
          new CosmosClientBuilder()
              .endpoint(account.endpoint())
              .key(account.key())
              .gatewayMode()
              .consistencyLevel(ConsistencyLevel.SESSION)
              .buildClient()) {
        StoreFixture.provision(client, "blog");
        BlogStore store = BlogStore.on(BlogDatabase.builder().client(client, "blog").build());
        UserId ann = store.createUser(CreateUser.named("Ann")).value().id();
        PostId post = store.createPost(CreatePost.of(ann, "Title", "Text")).value().id();
        for (int i = 0; i < COMMENTS; i++) {
          store.createComment(CreateComment.of(post, ann, "No. " + i));
        }
        requests.reset();
        action.accept(store, post);
        // Requests that were sent ahead are counted too: these come after them.
        store.findPost(post);
        store.findUser(ann);
      }
    }
    return requests.totals().of(RequestKind.QUERY);
  }

  @Test
  void aPageOfALongListIsOneQueryAndTheNextOneAnother() {
    long queries =
        queriesOf(
            (store, post) -> {
              PageRequest first = PageRequest.first(2);
              Page<Comment> page = store.commentsOf(post, first);
              Page<Comment> next = store.commentsOf(post, first.after(page.next().orElseThrow()));
              assertThat(next.items()).hasSize(2).doesNotContainAnyElementsOf(page.items());
            });
    assertThat(queries).isEqualTo(2);
  }

  @Test
  void theLastPageOfAListIsOneQuery() {
    assertThat(queriesOf((store, post) -> store.commentsOf(post, PageRequest.first(COMMENTS))))
        .isEqualTo(1);
  }
}
