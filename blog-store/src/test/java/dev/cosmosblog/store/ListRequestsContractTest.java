package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.RequestCounter;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The requests that reach the emulator, including the SDK's read-ahead. */
class ListRequestsContractTest {
  private static final RequestCounter REQUESTS = new RequestCounter();

  @RegisterExtension
  static final LocalCosmosExtension cosmos =
      Backend.local(LocalCosmos.builder().physicalPartitions(3).listener(REQUESTS));

  private static final int COMMENTS = 30;

  private static long queriesOf(BiConsumer<BlogStore, PostId> action) {
    cosmos.requireLocal();
    Blog blog = Blog.on(cosmos);
    BlogStore store = blog.store();
    UserId ann = blog.newUser();
    PostId post = blog.newPost(ann);
    for (int i = 0; i < COMMENTS; i++) {
      store.createComment(CreateComment.of(post, ann, "No. " + i));
    }
    REQUESTS.reset();
    action.accept(store, post);
    // Requests that were sent ahead are counted too: these come after them.
    store.findPost(post);
    store.findUser(ann);
    return REQUESTS.totals().of(RequestKind.QUERY);
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

  /** Modelled: a point read is cheaper than a part of a query with less than four items. */
  @Test
  void likedPostsOfTwentyPostsCostAtMostTwentyRequestUnitsOverSeventyPartitions() {
    RequestCounter requests = new RequestCounter();
    try (LocalCosmos account =
            LocalCosmos.builder().physicalPartitions(70).listener(requests).start();
        BlogDatabase database = connect(account).provision()) {
      BlogStore store = BlogStore.on(database);
      UserId ann = store.createUser("Ann").value().id();
      List<PostId> posts =
          Stream.generate(() -> store.createPost(CreatePost.of(ann, "Title", "Content")))
              .limit(20)
              .map(created -> created.value().id())
              .toList();
      posts.subList(5, 15).forEach(post -> store.likePost(LikePost.of(post, ann)));
      store.likedPosts(ann, posts);
      requests.reset();

      assertThat(store.likedPosts(ann, posts)).containsExactlyElementsOf(posts.subList(5, 15));

      assertThat(requests.totals().of(RequestKind.READ_ITEM)).isEqualTo(20);
      assertThat(requests.totals().requests()).isEqualTo(20);
      assertThat(requests.totals().requestCharge()).isLessThanOrEqualTo(20.0);

      requests.reset();
      FaultRule once = FaultRule.on(RequestKind.READ_ITEM).nth(7).then(Fault.status(503));
      account.faults(FaultPlan.builder().rule(once).build());
      assertThat(store.likedPosts(ann, posts)).containsExactlyElementsOf(posts.subList(5, 15));
      assertThat(requests.totals().of(RequestKind.READ_ITEM))
          .as("only the failed read is repeated")
          .isEqualTo(21);
    }
  }

  @Test
  void manyNewPostsOfTheFrontPageAreOneRequestToEachPartition() {
    cosmos.requireLocal();
    Blog blog = Blog.on(cosmos);
    UserId ann = blog.newUser();
    int many = 30;
    blog.repositories().frontPage().update(List.of(), Set.of(), many);
    List<PostSummaryItem> posts =
        Stream.generate(() -> blog.stored(blog.newPost(ann)).summary()).limit(many).toList();
    REQUESTS.reset();

    blog.repositories().frontPage().update(posts, Set.of(), many);

    assertThat(REQUESTS.totals().of(RequestKind.READ_ITEM)).as("of the posts").isZero();
    assertThat(REQUESTS.totals().of(RequestKind.QUERY)).isEqualTo(3);
    assertThat(REQUESTS.totals().of(RequestKind.REPLACE_ITEM)).isEqualTo(1);
    assertThat(REQUESTS.totals().requests()).isEqualTo(4);
    assertThat(blog.store().recentPosts(Blog.FRONT_PAGE_SIZE)).hasSize(Blog.FRONT_PAGE_SIZE);
  }

  /** Posts of another program, whose dates are texts and none, come before all others. */
  @Test
  @Invariant("I10")
  void aRefillOfTheFrontPageReadsEachUnreadablePostOnce() {
    cosmos.requireLocal();
    Blog blog = Blog.on(cosmos);
    List<String> unreadable = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      String id = "unreadable-%04d".formatted(i);
      unreadable.add(id);
      Blog.write(blog.posts(), TestItems.post(id).at("yesterday").build());
    }
    int size = 100;
    List<PostId> good = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      PostItem post = TestItems.post("good-%03d".formatted(i)).build();
      Blog.write(blog.posts(), post);
      good.add(0, PostId.of(String.valueOf(post.id())));
    }
    List<String> leftOut = new ArrayList<>();
    Repositories repositories =
        Kernel.of(blog.database()).repositories(report -> leftOut.addAll(report.malformed()));
    REQUESTS.reset();

    repositories.frontPage().update(List.of(), Set.of(), size);

    assertThat(leftOut).containsExactlyInAnyOrderElementsOf(unreadable);
    assertThat(REQUESTS.totals().itemsLoaded()).isLessThan(5_000);
    assertThat(blog.store().recentPosts(Blog.FRONT_PAGE_SIZE))
        .extracting(PostSummary::id)
        .containsExactlyElementsOf(good.subList(0, Blog.FRONT_PAGE_SIZE));
  }

  private static BlogDatabase connect(LocalCosmos account) {
    return BlogDatabase.connect(account.clientBuilder(), "blog");
  }

  /** Modelled: a query in each partition, as the SDK's readMany asks. */
  @Test
  void likedPostsOfTwentyPostsAreOneRequestToEachPartition() {
    cosmos.requireLocal();
    Blog blog = Blog.on(cosmos);
    UserId ann = blog.newUser();
    List<PostId> posts = Stream.generate(() -> blog.newPost(ann)).limit(20).toList();
    posts.subList(0, 15).forEach(post -> blog.store().likePost(LikePost.of(post, ann)));
    blog.store().likedPosts(ann, posts);
    REQUESTS.reset();

    assertThat(blog.store().likedPosts(ann, posts)).containsExactlyElementsOf(posts.subList(0, 15));

    assertThat(REQUESTS.totals().requests()).isBetween(1L, 3L);
    assertThat(REQUESTS.totals().requestCharge()).isLessThanOrEqualTo(20);
    REQUESTS.reset();
    assertThat(blog.store().findLike(posts.get(0), ann)).isPresent();
    assertThat(REQUESTS.totals().requests()).isEqualTo(1);
    assertThat(REQUESTS.totals().requestCharge()).isEqualTo(1);
    REQUESTS.reset();
    assertThat(blog.store().likedPosts(ann, List.of())).isEmpty();
    assertThat(REQUESTS.totals().requests()).isZero();
  }
}
