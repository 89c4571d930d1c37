package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Every public method with input that means harm: it is done, and what it stored is what it was
 * given; or one of the documented exceptions comes out, and nothing was written.
 */
@Tag("slow")
class BlogStoreFuzzTest {
  private static final String ONE_MEGABYTE = "x".repeat(1024 * 1024);

  /** Longer texts are replaced when they have been looked at. */
  private static final int LONG = 10_000;

  private static final List<String> HOSTILE =
      List.of(
          "",
          " ",
          ".",
          "..",
          "../../users/docs/a",
          "%2e%2e%2f",
          "a b+c?%é&=#",
          "a b+c%25é&=;,@:$!*()",
          "'; DROP TABLE posts; --",
          "' OR '1'='1",
          "\" OR IS_DEFINED(c.id) --",
          "@userId",
          "FROM c WHERE true",
          "<script>alert(1)</script>",
          "javascript:throw 1",
          "'); getContext().getCollection().deleteDocument('x'); ('",
          "{\"id\":\"x\",\"type\":\"post\"}",
          "[null]",
          "null",
          "undefined",
          "0",
          "-1",
          "NaN",
          "\u0000",
          "a\u0000b",
          "\r\nx-ms-documentdb-isquery: true",
          "\t",
          "\u007f",
          "\ud800",
          "\udc00\ud800",
          "a\ud83d",
          "😀",
          "👩‍👩‍👧‍👦",
          "\u202egnp.exe",
          "مرحبا",
          "\u200b",
          "a\u200bb",
          "\ufeff",
          "e\u0301",
          "ſ",
          "İ",
          "\uffff",
          "\ufffd",
          "like~x",
          "username~x",
          "__proto__",
          "constructor",
          "${jndi:ldap://x}",
          "x".repeat(1_018),
          "x".repeat(1_023),
          "é".repeat(512),
          ONE_MEGABYTE,
          "\u0001".repeat(400_000));

  private static final LocalCosmosExtension COSMOS = Backend.onePartition();
  private static List<Blog> blogs;
  private static UserId ann;
  private static PostId post;
  private static CommentId comment;

  /** How many items there are in users and posts. */
  private static List<Integer> stored;

  @BeforeContainer
  static void open() {
    COSMOS.open();
    Blog scripts = Blog.on(COSMOS, WritePath.SCRIPTS);
    Blog batches = scripts.writtenBy(WritePath.BATCH);
    blogs = List.of(scripts, batches);
    ann = batches.newUser();
    post = batches.newPost(ann);
    comment =
        batches
            .store()
            .createComment(CreateComment.of(post, ann, "?").writtenAt(Instant.EPOCH))
            .value()
            .id();
    stored = counts(batches);
  }

  private static final Set<String> COUNTED = Set.of("createComment", "likePost", "deletions");

  @AfterContainer
  static void close() {
    COSMOS.close();
  }

  /**
   * One call with two hostile texts; it returns the texts that it stored, as they are read again.
   */
  @FunctionalInterface
  private interface Call {
    List<String> on(BlogStore store, String one, String other);
  }

  private static final Map<String, Call> CALLS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("createUser", BlogStoreFuzzTest::createUser),
              Map.entry("eraseUser", (store, one, other) -> erase(store, one)),
              Map.entry("renameUser", BlogStoreFuzzTest::renameUser),
              Map.entry("createPost", BlogStoreFuzzTest::createPost),
              Map.entry("editPost", BlogStoreFuzzTest::editPost),
              Map.entry("createComment", BlogStoreFuzzTest::createComment),
              Map.entry("editComment", BlogStoreFuzzTest::editComment),
              Map.entry("likePost", (store, one, other) -> like(store, one)),
              Map.entry("deletions", BlogStoreFuzzTest::deletions),
              Map.entry("finders", BlogStoreFuzzTest::finders),
              Map.entry("lists", BlogStoreFuzzTest::lists)));

  private static List<String> createUser(BlogStore store, String id, String name) {
    store.createUser(CreateUser.named(name).withId(UserId.of(id)));
    String found = store.findUser(UserId.of(id)).orElseThrow().username();
    return List.of(name, found);
  }

  private static List<String> erase(BlogStore store, String id) {
    store.eraseUser(EraseUser.remove(UserId.of(id)));
    return List.of("", store.findUser(UserId.of(id)).map(User::username).orElse(""));
  }

  private static List<String> renameUser(BlogStore store, String name, String other) {
    store.renameUser(ann, name);
    return List.of(name, store.findUser(ann).orElseThrow().username());
  }

  private static List<String> createPost(BlogStore store, String id, String text) {
    var created = store.createPost(CreatePost.of(ann, text, text).withId(PostId.of(id)));
    var found = store.findPost(PostId.of(id)).orElseThrow();
    shorten(store, found);
    return created.alreadyDone() ? List.of() : List.of(text, found.title(), text, found.content());
  }

  /** Megabytes that are stored would be read again by the counts after every later call. */
  private static void shorten(BlogStore store, Post post) {
    if (post.content().length() > LONG) {
      store.editPost(new EditPost(post.id(), "t", "c"));
    }
  }

  private static List<String> editPost(BlogStore store, String title, String content) {
    store.editPost(new EditPost(post, title, content));
    var found = store.findPost(post).orElseThrow();
    shorten(store, found);
    return List.of(title, found.title(), content, found.content());
  }

  private static List<String> createComment(BlogStore store, String id, String text) {
    var command = CreateComment.of(post, ann, text).withId(CommentId.of(id));
    var created = store.createComment(command);
    store.deleteComment(post, CommentId.of(id));
    return created.alreadyDone() ? List.of() : List.of(text, created.value().content());
  }

  private static List<String> editComment(BlogStore store, String text, String other) {
    store.editComment(new EditComment(post, comment, text));
    PageRequest oldest = PageRequest.first(1);
    String found =
        store.commentsOf(post, oldest, CommentOrder.OLDEST_FIRST).items().get(0).content();
    if (found.length() > LONG) {
      store.editComment(new EditComment(post, comment, "?"));
    }
    return List.of(text, found);
  }

  private static List<String> like(BlogStore store, String id) {
    store.likePost(LikePost.of(PostId.of(id), ann));
    return List.of();
  }

  private static List<String> deletions(BlogStore store, String id, String other) {
    store.deleteComment(PostId.of(id), CommentId.of(other));
    store.unlikePost(PostId.of(id), UserId.of(other));
    return List.of();
  }

  private static List<String> finders(BlogStore store, String id, String name) {
    store.findUser(UserId.of(id));
    store.findPost(PostId.of(id));
    store.findUserByUsername(name);
    return List.of();
  }

  private static List<String> lists(BlogStore store, String id, String token) {
    PageRequest page = PageRequest.first(3);
    store.postsOf(UserId.of(id), page);
    store.likesOf(PostId.of(id), page);
    store.commentsOf(PostId.of(id), page.after(new ContinuationToken(token)));
    return List.of();
  }

  @Provide
  Arbitrary<String> calls() {
    return Arbitraries.of(CALLS.keySet());
  }

  @Provide
  Arbitrary<String> hostile() {
    Arbitrary<String> any = Arbitraries.strings().all().ofMaxLength(20);
    Arbitrary<String> glued =
        Arbitraries.of(HOSTILE)
            .filter(text -> text.length() < 100)
            .list()
            .ofSize(2)
            .map(texts -> String.join("", texts));
    return Arbitraries.frequencyOf(
        Tuple.of(6, Arbitraries.of(HOSTILE)), Tuple.of(2, glued), Tuple.of(2, any));
  }

  @Property(tries = 150, seed = "1", shrinking = ShrinkingMode.BOUNDED)
  void aHostileCallIsDoneOrRefusedCompletely(
      @ForAll("calls") String call,
      @ForAll("hostile") String one,
      @ForAll("hostile") String other,
      @ForAll boolean scripts) {
    Blog blog = blogs.get(scripts ? 0 : 1);
    List<Integer> before = stored;
    try {
      List<String> pairs = CALLS.get(call).on(blog.store(), one, other);
      for (int i = 0; i < pairs.size(); i += 2) {
        assertThat(pairs.get(i + 1)).as("what %s stored", call).isEqualTo(pairs.get(i));
      }
      stored = counts(blog);
    } catch (StoreException e) {
      throw new AssertionError(call + " should have been refused before anything was sent", e);
    } catch (BlogException e) {
      assertThat(e).as(call).hasMessageMatching("(?s).{20,}");
      assertThat(counts(blog)).as("items in users and posts after %s", e).isEqualTo(before);
    }
    if (COUNTED.contains(call)) {
      hasTheRightCounts(blog);
    }
  }

  private static List<Integer> counts(Blog blog) {
    return List.of(Blog.count(blog.users()), Blog.count(blog.posts()));
  }

  private static void hasTheRightCounts(Blog blog) {
    var found = blog.stored(post);
    assertThat(found.commentCount()).as("comments").isEqualTo(blog.count(post, "comment"));
    assertThat(found.likeCount()).as("likes").isEqualTo(blog.count(post, "like"));
  }

  @Property(tries = 1, seed = "1")
  void everyHostileTextIsStoredOrRefusedInEveryArgument() {
    for (String call : CALLS.keySet()) {
      IntStream.range(0, HOSTILE.size())
          .forEach(
              i ->
                  aHostileCallIsDoneOrRefusedCompletely(
                      call,
                      HOSTILE.get(i),
                      HOSTILE.get((i * 7 + call.length()) % HOSTILE.size()),
                      i % 2 == 0));
    }
  }
}
