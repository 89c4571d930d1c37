package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.CosmosStoredProcedure;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.mockito.AdditionalAnswers;

/**
 * A stored procedure whose response got lost, although it was executed, is repeated with the same
 * ids (trap 6).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostScriptResponsesContractTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.onePartition(Conditions.SERVICE);

  private Blog blog;

  @BeforeAll
  void provision() {
    Backend.Feature.SCRIPTS.required();
    blog = Blog.on(cosmos, WritePath.SCRIPTS);
  }

  /** A store whose procedures are run, and then fail. */
  private BlogStore losing() {
    CosmosContainer real = blog.posts();
    CosmosContainer posts = mock(CosmosContainer.class, AdditionalAnswers.delegatesTo(real));
    CosmosScripts scripts = mock();
    CosmosStoredProcedure procedure = mock();
    when(posts.getScripts()).thenReturn(scripts);
    when(scripts.getStoredProcedure(any())).thenReturn(procedure);
    when(procedure.execute(any(), any()))
        .thenAnswer(
            call -> {
              real.getScripts()
                  .getStoredProcedure(Script.COUNTED_WRITE.id())
                  .execute(call.getArgument(0), call.getArgument(1));
              throw CosmosFailure.of(408);
            });
    return blog.storeOn(
        blog.users(),
        posts,
        blog.frontPage(),
        settings -> settings.retryPolicy(RetryPolicy.none()));
  }

  private void isLostAndRepeated(Consumer<BlogStore> command) {
    BlogStore losing = losing();
    assertThatThrownBy(() -> command.accept(losing)).isInstanceOf(StoreUnavailableException.class);
    command.accept(blog.store());
  }

  @Test
  @Invariant("I1")
  @Trap(6)
  void aRepeatedScriptCountsOnceAndRemovesOnce() {
    UserId user = blog.newUser();
    PostId post = blog.newPost(user);
    CommentId comment = CommentId.of("comment");

    isLostAndRepeated(
        store -> store.createComment(CreateComment.of(post, user, "Hm").withId(comment)));
    isLostAndRepeated(store -> store.likePost(LikePost.of(post, user)));

    assertThat(blog.stored(post))
        .extracting(PostItem::commentCount, PostItem::likeCount, PostItem::version)
        .containsExactly(1L, 1L, 2L);

    isLostAndRepeated(store -> store.deleteComment(post, comment));
    isLostAndRepeated(store -> store.unlikePost(post, user));

    assertThat(blog.stored(post))
        .extracting(PostItem::commentCount, PostItem::likeCount, PostItem::version)
        .containsExactly(0L, 0L, 4L);
  }
}
