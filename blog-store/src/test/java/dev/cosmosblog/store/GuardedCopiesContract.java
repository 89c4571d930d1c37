package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Q3 and Q6, and the guarded writes of the copies that they read. */
interface GuardedCopiesContract extends OnBlog {
  private static Instant date(int i) {
    return Instant.parse("2026-11-20T10:00:00Z").plusSeconds(i);
  }

  private static PostItem post(Blog blog, UserId author, int i) {
    CreatePost command = CreatePost.of(author, "No. " + i, "x".repeat(300)).writtenAt(date(i));
    return blog.stored(blog.store().createPost(command).value().id());
  }

  private static List<PostSummary> newestFirst(List<PostItem> posts, int count) {
    List<PostSummary> summaries = new ArrayList<>();
    posts.forEach(post -> summaries.add(0, post.summary().toSummary()));
    return summaries.subList(0, count);
  }

  @Test
  default void aUsersPostsAreListedInShortFormTheNewestFirst() {
    BlogStore store = blog().store();
    UserId author = blog().newUser();
    List<PostItem> posts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      posts.add(post(blog(), author, i));
      blog().repositories().summaries().put(posts.get(i).summary());
    }
    PageRequest first = PageRequest.first(3);
    Page<PostSummary> page = store.postsOf(author, first);
    Page<PostSummary> rest = store.postsOf(author, first.after(page.next().orElseThrow()));
    List<PostSummary> listed = new ArrayList<>(page.items());
    listed.addAll(rest.items());
    assertThat(listed).isEqualTo(newestFirst(posts, 5));
    assertThat(listed).allSatisfy(summary -> assertThat(summary.summary()).hasSize(100));
    assertThat(store.findUser(author)).as("the author beside the copies").isPresent();
  }

  @Test
  default void theFrontPageIsCutToItsNewestPosts() {
    Blog own = Blog.on(blog().cosmos());
    BlogStore store = own.store();
    UserId author = own.newUser();
    List<PostItem> posts = new ArrayList<>();
    for (int i = 0; i < Blog.FRONT_PAGE_SIZE + 3; i++) {
      posts.add(post(own, author, i));
      own.repositories()
          .frontPage()
          .update(List.of(posts.get(i).summary()), Set.of(), Blog.FRONT_PAGE_SIZE);
    }
    assertThat(store.recentPosts(Blog.FRONT_PAGE_SIZE))
        .isEqualTo(newestFirst(posts, Blog.FRONT_PAGE_SIZE));
    assertThat(store.recentPosts(2)).isEqualTo(newestFirst(posts, 2));
  }

  @Test
  default void badPostsAmongTheNewestTakeNoPlaceOnTheFrontPage() {
    Blog own = Blog.on(blog().cosmos());
    BlogStore store = own.store();
    UserId author = own.newUser();
    List<PostItem> posts = new ArrayList<>();
    for (int i = 0; i < Blog.FRONT_PAGE_SIZE + 3; i++) {
      posts.add(post(own, author, i));
    }
    for (String bad : List.of("bad-1", "bad-2", "bad-3")) {
      Blog.write(
          own.posts(),
          Map.of("id", bad, "postId", bad, "type", "post", "creationDate", "2026-12-31T00:00:00Z"));
    }
    own.repositories().frontPage().update(List.of(), Set.of(), Blog.FRONT_PAGE_SIZE);
    assertThat(store.recentPosts(Blog.FRONT_PAGE_SIZE))
        .isEqualTo(newestFirst(posts, Blog.FRONT_PAGE_SIZE));
  }

  @Test
  @Trap(11)
  @Invariant("I4")
  default void aLateCopyChangesNothing() {
    BlogStore store = blog().store();
    UserId author = blog().newUser();
    PostItem first = post(blog(), author, 1);
    store.editPost(new EditPost(PostId.of(String.valueOf(first.id())), "Edited", "Edited"));
    PostItem second = blog().stored(PostId.of(String.valueOf(first.id())));
    assertThat(blog().repositories().summaries().put(second.summary()))
        .isEqualTo(CopyOutcome.CREATED);
    assertThat(blog().repositories().summaries().put(first.summary()))
        .isEqualTo(CopyOutcome.UNCHANGED);
    assertThat(blog().repositories().summaries().put(second.summary()))
        .isEqualTo(CopyOutcome.UNCHANGED);
    assertThat(store.postsOf(author, PageRequest.first(5)).items())
        .containsExactly(second.summary().toSummary());
  }

  @Test
  @Trap(11)
  @Invariant("I4")
  default void ofManyCopiesAtOnceTheNewestStays() {
    BlogStore store = blog().store();
    UserId author = blog().newUser();
    PostItem post = post(blog(), author, 1);
    PostId id = PostId.of(String.valueOf(post.id()));
    List<PostItem> versions = new ArrayList<>(List.of(post));
    for (int i = 0; i < 7; i++) {
      store.editPost(new EditPost(id, "Edit " + i, ""));
      versions.add(blog().stored(id));
    }
    AtOnce.run(16, i -> blog().repositories().summaries().put(versions.get(i % 8).summary()));
    assertThat(store.postsOf(author, PageRequest.first(5)).items())
        .containsExactly(versions.get(7).summary().toSummary());
  }

  /** It believes the post to be alive: its reads go to a replica that lacks the deletion. */
  @Test
  @Invariant("I9")
  default void aStaleHostCreatesNoCopyOfADeletedPost() {
    UserId author = blog().newUser();
    PostItem post = post(blog(), author, 1);
    PostId id = PostId.of(String.valueOf(post.id()));
    blog().repositories().summaries().put(post.summary());
    blog().store().deletePost(id);
    Optional<Instant> expires = Optional.of(Instant.now().plus(Duration.ofHours(1)));
    assertThat(blog().repositories().summaries().remove(id, author, expires)).isTrue();
    assertThat(blog().repositories().summaries().remove(id, author, expires)).as("again").isFalse();
    blog().posts().deleteItem(id.value(), new PartitionKey(id.value()), null);
    Blog.write(blog().posts(), post);

    assertThat(blog().repositories().summaries().put(post.summary())).isEqualTo(CopyOutcome.GONE);

    assertThat(blog().store().postsOf(author, PageRequest.first(5)).items()).isEmpty();
    assertThat(blog().store().findUser(author)).as("the author beside the mark").isPresent();
  }

  @Test
  default void aNewNameReachesEveryItemOnce() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    PostId own = blog().newPost(user);
    PostId other = blog().newPost();
    store.createComment(CreateComment.of(other, user, "Nice"));
    store.likePost(LikePost.of(other, user));
    store.renameUser(user, Blog.unique("renamed"));
    VersionedName name = blog().repositories().users().currentName(user).orElseThrow();

    assertThat(spread(blog(), user, name)).isEqualTo(3);
    assertThat(spread(blog(), user, name)).as("again").isZero();

    assertThat(store.findPost(own))
        .hasValueSatisfying(post -> assertThat(post.userUsername()).isEqualTo(name.username()));
    PageRequest page = PageRequest.first(5);
    assertThat(store.commentsOf(other, page).items().get(0).userUsername())
        .isEqualTo(name.username());
    assertThat(store.likesOf(other, page).items().get(0).userUsername()).isEqualTo(name.username());
    VersionedName older = new VersionedName("older", name.version() - 1);
    assertThat(spread(blog(), user, older)).as("a stale name").isZero();
  }

  @Test
  default void itemsWithAnOlderNameAreFoundAHundredAtATimeAndFromAContinuationOn() {
    UserId user = blog().newUser();
    for (int i = 0; i < 230; i++) {
      CommentItem comment =
          TestItems.comment("c" + i, user + "-" + i % 7).by(user.value(), "Ann").build();
      Blog.write(blog().posts(), comment);
    }
    VersionedName name = new VersionedName("Anna", 1);
    Map<List<AuthoredItem>, String> found = new LinkedHashMap<>();
    blog().repositories().names().eachStale(user, name, null, found::put);
    assertThat(found.values()).filteredOn(Objects::isNull).hasSizeLessThanOrEqualTo(1);
    List<AuthoredItem> all = found.keySet().stream().flatMap(List::stream).toList();
    assertThat(all).hasSize(230).doesNotHaveDuplicates();
    List<AuthoredItem> first = found.keySet().iterator().next();
    assertThat(first).hasSizeBetween(100, 199);

    List<AuthoredItem> rest = new ArrayList<>();
    blog()
        .repositories()
        .names()
        .eachStale(user, name, found.get(first), (some, next) -> rest.addAll(some));

    assertThat(rest).containsExactlyInAnyOrderElementsOf(all.subList(first.size(), all.size()));
    assertThatThrownBy(
            () ->
                blog().repositories().names().eachStale(user, name, "refused", (some, next) -> {}))
        .isInstanceOf(StoreException.class);
  }

  /** Writes a name to all that carry an older one; how many were found. */
  private static int spread(Blog blog, UserId user, VersionedName name) {
    List<AuthoredItem> found = new ArrayList<>();
    blog.repositories().names().eachStale(user, name, null, (some, next) -> found.addAll(some));
    assertThat(found)
        .allSatisfy(one -> assertThat(blog.repositories().names().put(one, name)).isTrue());
    return found.size();
  }
}
