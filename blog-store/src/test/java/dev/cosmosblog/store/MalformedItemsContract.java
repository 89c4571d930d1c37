package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Unreadable items of other programs are skipped and reported, and don't block anything. */
interface MalformedItemsContract extends OnBlog {
  /** In each, one thing is wrong; null for a property takes it away. */
  Map<String, Map<String, Object>> DAMAGES =
      Map.of(
          "date-that-is-none", Map.of("creationDate", "yesterday"),
          "date-of-another-type", Map.of("creationDate", 638_000_000_000_000_000L),
          "date-of-two-values", Map.of("creationDate", true),
          "date-of-a-list", Map.of("creationDate", List.of("2020-01-01T00:00:00.000Z")),
          "date-of-no-characters", Map.of("creationDate", ""),
          "text-of-another-type", Map.of("userUsername", List.of("Ann")),
          "version-of-another-type", Map.of("userVersion", Map.of("of", "Ann")),
          "author-that-is-none", Map.of("userId", "a/b"),
          "no-author", Map.of("userId", List.of()));

  /** Whose dates are not of the type of dates: a page that begins at a date passes over them. */
  List<String> OF_OTHER_TYPES =
      List.of(
          "date-of-another-type", "date-of-two-values", "date-of-a-list", "date-of-no-characters");

  int MAX_PAGES = 50;

  private static void damaged(CosmosContainer container, Map<String, Object> sound, String prefix) {
    DAMAGES.forEach(
        (id, damage) -> {
          Map<String, Object> item = new HashMap<>(sound);
          item.put("id", prefix + id);
          item.putAll(damage);
          Blog.write(container, item);
        });
  }

  /** All entries of a list, page by page, and the ids of what was left out. */
  private <T> List<T> all(int pageSize, List<String> leftOut, Function<BlogStore, Lists<T>> lists) {
    BlogStore store =
        blog().store(settings -> settings.listener(report -> leftOut.addAll(report.malformed())));
    List<T> found = new ArrayList<>();
    Optional<PageRequest> next = Optional.of(PageRequest.first(pageSize));
    for (int pages = 0; next.isPresent(); pages++) {
      assertThat(pages).as("pages of %d", pageSize).isLessThan(MAX_PAGES);
      PageRequest request = next.get();
      Page<T> page = lists.apply(store).page(request);
      found.addAll(page.items());
      next = page.next().map(request::after);
    }
    return found;
  }

  /** One of the store's lists. */
  @FunctionalInterface
  interface Lists<T> {
    Page<T> page(PageRequest request);
  }

  @Test
  @Invariant("I10")
  default void anItemOfAnotherTypeIsNeitherALikeNorAUser() {
    UserId user = blog().newUser();
    PostId post = blog().newPost(user);
    String like = LikeItem.idOf(user);
    Blog.write(
        blog().posts(),
        Map.of("id", like, "postId", post.value(), "type", "page", "userId", user.value()));
    assertThat(blog().store().findLike(post, user)).isEmpty();
    assertThat(blog().store().likedPosts(user, Set.of(post))).isEmpty();

    String id = Blog.unique("page");
    String name = Blog.unique("name");
    Blog.write(blog().users(), Map.of("id", id, "userId", id, "type", "page", "username", name));
    assertThatThrownBy(() -> blog().store().createUser(new CreateUser(UserId.of(id), name)))
        .isInstanceOf(IdTakenException.class);
  }

  /** As after a rename whose host died before it released the former name. */
  @Test
  @Invariant("I6")
  default void aReservedNameThatItsOwnerDoesNotHaveFindsNobody() {
    UserId user = blog().newUser();
    String name = Blog.unique("former");
    Blog.write(blog().users(), ReservationItem.ofUsername(name, user, Instant.now()));

    assertThat(blog().store().findUserByUsername(name)).isEmpty();
  }

  @Test
  @Invariant("I10")
  default void listsOfCommentsLeaveOutMalformedItemsAndReportThem() {
    UserId user = blog().newUser();
    PostId post = blog().newPost(user);
    for (int i = 0; i < 3; i++) {
      blog()
          .store()
          .createComment(CreateComment.of(post, user, "?").withId(CommentId.of("good" + i)));
    }
    Map<String, Object> sound =
        Map.of(
            "type",
            "comment",
            "postId",
            post.value(),
            "userId",
            user.value(),
            "creationDate",
            "2020-01-01T00:00:00.000Z");
    damaged(blog().posts(), sound, "");
    for (String id : List.of("undated1", "undated2", "null1", "null2", "hidden-null")) {
      Map<String, Object> undated = new HashMap<>(sound);
      undated.put("id", id);
      undated.put("creationDate", null);
      if (id.startsWith("undated")) {
        undated.remove("creationDate");
      }
      if (id.startsWith("hidden")) {
        undated.put("type", "hiddenComment");
      }
      Blog.write(blog().posts(), undated);
    }
    List<String> readable =
        List.of("good0", "good1", "good2", "null1", "null2", "undated1", "undated2");
    List<String> withHidden = new ArrayList<>(readable);
    withHidden.add("hidden-null");

    for (CommentOrder order : CommentOrder.values()) {
      for (int pageSize : new int[] {1, 2, 3, 100}) {
        List<String> leftOut = new ArrayList<>();
        assertThat(
                all(pageSize, leftOut, store -> request -> store.commentsOf(post, request, order)))
            .as("%s, pages of %d", order, pageSize)
            .extracting(comment -> comment.id().value())
            .containsExactlyInAnyOrderElementsOf(readable);
        leftOut.addAll(OF_OTHER_TYPES);
        assertThat(leftOut)
            .as("%s, pages of %d", order, pageSize)
            .hasSameElementsAs(DAMAGES.keySet());
        assertThat(
                all(
                    pageSize,
                    leftOut,
                    store -> request -> store.commentsOf(post, request, order, Visibility.ALL)))
            .as("with hidden ones, %s, pages of %d", order, pageSize)
            .extracting(comment -> comment.id().value())
            .containsExactlyInAnyOrderElementsOf(withHidden);
      }
    }
  }

  /** As a text, the number would be a date after those of readable posts. */
  @Test
  @Invariant("I10")
  default void aPostWhoseDateIsANumberDoesNotKeepTheFrontPageIncomplete() {
    Blog blog = blog().fresh();
    PostId good = blog.newPost();
    Map<String, Object> bad =
        Map.of(
            "id", "bad",
            "postId", "bad",
            "type", "post",
            "userId", "ann",
            "creationDate", 638_000_000_000_000_000L);
    Blog.write(blog.posts(), bad);

    FrontPageItem page = blog.repositories().frontPage().update(List.of(), Set.of(), 2);

    assertThat(page.incomplete()).isFalse();
    assertThat(page.posts()).extracting(PostSummaryItem::id).containsExactly(good.value());
  }

  @Test
  @Invariant("I10")
  default void listsOfPostsLeaveOutMalformedItemsAndReportThem() {
    UserId user = blog().newUser();
    Map<String, Object> sound =
        Map.of(
            "id",
            "good",
            "type",
            "post",
            "userId",
            user.value(),
            "postId",
            "good",
            "creationDate",
            "2020-01-01T00:00:00.000Z");
    Blog.write(blog().users(), sound);
    Map<String, Object> bad = new HashMap<>(sound);
    bad.putAll(Map.of("id", "bad", "title", List.of(1)));
    Blog.write(blog().users(), bad);
    List<String> leftOut = new ArrayList<>();
    assertThat(all(10, leftOut, store -> request -> store.postsOf(user, request)))
        .extracting(post -> post.id().value())
        .containsExactly("good");
    assertThat(leftOut).containsExactly("bad");
  }
}
