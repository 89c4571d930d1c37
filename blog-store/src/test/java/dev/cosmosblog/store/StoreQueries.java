package dev.cosmosblog.store;

import com.azure.cosmos.models.FeedRange;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.query.CommentOrder;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Every query that the store sends, by what it asks for, about one user, one post, and one deleted
 * post.
 */
final class StoreQueries {
  static final UserId USER = UserId.of("user-000");
  static final PostId POST = PostId.of("post-000-0");
  static final PostId DELETED_POST = PostId.of("deleted-000");

  private static final PageRequest PAGE = PageRequest.first(3);
  private static final String ALL = FeedRange.forFullRange().toString();
  private static final ItemPlace PLACE = ItemPlace.ofPost(POST.value());

  private StoreQueries() {}

  /** The store, and what other modules use beside it. */
  record Blog(BlogStore store, Kernel kernel) {
    private Repositories repositories() {
      return kernel.repositories(report -> {});
    }

    private ItemReads items() {
      return kernel.items(report -> {});
    }
  }

  static Map<String, Consumer<Blog>> firstPages() {
    Map<String, Consumer<Blog>> queries = new LinkedHashMap<>();
    queries.put("a user's posts", blog -> blog.store.postsOf(USER, PAGE));
    queries.put("a post's comments", blog -> blog.store.commentsOf(POST, PAGE));
    queries.put(
        "the oldest comments",
        blog -> blog.store.commentsOf(POST, PAGE, CommentOrder.OLDEST_FIRST));
    queries.put("a post's likes", blog -> blog.store.likesOf(POST, PAGE));
    for (BlogContainer container : List.of(BlogContainer.USERS, BlogContainer.POSTS)) {
      queries.put("all of " + container, scan(container, null));
      queries.put("the rest of " + container, scan(container, "post-001-0"));
    }
    queries.put(
        "items of an id", blog -> blog.items().ofId(BlogContainer.USERS, ALL, POST.value(), 10));
    queries.put("a partition", blog -> blog.items().partition(PLACE, 5));
    queries.put("counts", blog -> blog.items().count(POST.value()));
    queries.put("a user's likes", blog -> blog.items().likes(POST.value(), USER.value(), 5));
    queries.put("the newest posts", blog -> blog.items().newestPosts(5, null));
    queries.put(
        "a new front page", blog -> blog.repositories().frontPage().update(List.of(), Set.of(), 5));
    queries.put(
        "items with a stale name",
        blog ->
            blog.repositories()
                .names()
                .eachStale(USER, new VersionedName("New", 5), null, (some, next) -> {}));
    queries.put(
        "what belongs to a post",
        blog -> blog.repositories().posts().purge(DELETED_POST, () -> true, items -> {}));
    return queries;
  }

  static Map<String, Consumer<Blog>> secondPages() {
    Map<String, Consumer<Blog>> queries = new LinkedHashMap<>();
    queries.put(
        "more of a user's posts",
        blog -> blog.store.postsOf(USER, after(blog.store.postsOf(USER, PAGE))));
    for (CommentOrder order : CommentOrder.values()) {
      queries.put(
          "more comments, " + order,
          blog ->
              blog.store.commentsOf(POST, after(blog.store.commentsOf(POST, PAGE, order)), order));
    }
    queries.put(
        "more likes", blog -> blog.store.likesOf(POST, after(blog.store.likesOf(POST, PAGE))));
    return queries;
  }

  private static PageRequest after(Page<?> page) {
    return PAGE.after(page.next().orElseThrow());
  }

  private static Consumer<Blog> scan(BlogContainer container, @Nullable String after) {
    return blog -> blog.items().scan(container, ALL, after, 10);
  }
}
