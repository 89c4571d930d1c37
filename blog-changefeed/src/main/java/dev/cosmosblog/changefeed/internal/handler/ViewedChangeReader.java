package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedComment;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedLike;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedPost;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.ViewedUser;
import dev.cosmosblog.changefeed.internal.handler.ViewedChange.ChangedPost;
import dev.cosmosblog.changefeed.internal.handler.ViewedChange.ChangedUser;
import dev.cosmosblog.changefeed.internal.handler.ViewedChange.UnreadablePost;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.UserChange;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Groups the changes of a batch by post and user for a view, each once and in its latest state.
 *
 * @param replicaLag the maximum lag of a replica that is read
 */
public record ViewedChangeReader(ItemReads items, Clock clock, Duration replicaLag) {
  /** Returns users first, then posts, in the order in which the batch has them. */
  List<ViewedChange> read(List<BlogChange> changes) {
    Map<PostId, PostGroup> posts = new LinkedHashMap<>();
    Map<UserId, ViewedChange> users = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof ViewedPost post) {
        PostId id = PostId.of(String.valueOf(post.post().id()));
        posts.computeIfAbsent(id, PostGroup::new).add(post);
      } else if (change instanceof ViewedComment comment) {
        posts.computeIfAbsent(comment.comment().postId(), PostGroup::new).add(comment);
      } else if (change instanceof ViewedLike like) {
        posts.computeIfAbsent(like.like().postId(), PostGroup::new).add(like);
      } else if (change instanceof ViewedUser user) {
        users.put(user.user().id(), changed(user));
      } else if (change instanceof UserErasure erasure) {
        users.put(erasure.user(), erased(erasure.user()));
      }
    }
    List<ViewedChange> all = new ArrayList<>(users.values());
    all.addAll(readMissing(posts));
    posts.values().forEach(group -> group.changed().ifPresent(all::add));
    return all;
  }

  /**
   * Returns a post of the front page as it is now, other than the given one: two point reads. Empty
   * if no other post can be read.
   */
  Optional<ViewedChange> another(ViewSubject than) {
    return items.find(ItemPlace.ofFrontPage()).stream()
        .flatMap(page -> page.feed().posts().stream())
        .map(post -> PostId.of(String.valueOf(post.id())))
        .filter(id -> !new ViewSubject.OfPost(id).equals(than))
        .findFirst()
        .flatMap(id -> items.find(ItemPlace.ofPost(id.value())))
        .flatMap(post -> read(List.of(BlogChange.viewedPost(post))).stream().findFirst());
  }

  private static ViewedChange changed(ViewedUser viewed) {
    UserId id = viewed.user().id();
    // A rename raises one version, an edit of the properties the other.
    long version = viewed.user().version() + viewed.user().editVersion();
    UserChange.Kind kind = version > 0 ? UserChange.Kind.CHANGED : UserChange.Kind.CREATED;
    return changed(new UserChange(id, kind, Optional.of(viewed.user()), version));
  }

  private static ViewedChange erased(UserId id) {
    return changed(UserChange.erased(id));
  }

  private static ViewedChange changed(UserChange change) {
    return new ChangedUser(change, Map.of(ItemPlace.ofUser(change.id().value()), change.id()));
  }

  /**
   * Reads the posts whose comments or likes are in the batch without the post, with one request to
   * each affected physical partition. A missing post counts as deleted only if every replica would
   * have it by now. Returns the posts that can't be read.
   */
  private List<ViewedChange> readMissing(Map<PostId, PostGroup> posts) {
    List<PostGroup> missing = posts.values().stream().filter(one -> one.post == null).toList();
    if (missing.isEmpty()) {
      return List.of();
    }
    List<ItemPlace> places = missing.stream().map(PostGroup::place).toList();
    Map<ItemPlace, StoredItem> found = items.find(BlogContainer.POSTS, places);
    // The second lag allows for clock skew between Cosmos DB and this host.
    Instant settled = clock.instant().minus(replicaLag.multipliedBy(2));
    List<ViewedChange> unreadable = new ArrayList<>();
    for (PostGroup group : missing) {
      StoredItem item = found.get(group.place());
      if (item == null && group.written.isAfter(settled)) {
        throw new BatchUnfinishedException(
            "Post "
                + group.id
                + " was written recently, and the replica that was read doesn't have it yet.");
      }
      // The change feed passes the deletion of the post to the view separately.
      if (item == null || !item.type().equals(ItemType.POST)) {
        posts.remove(group.id);
        continue;
      }
      try {
        group.post = BlogChange.viewedPost(item);
      } catch (MalformedItemException e) {
        posts.remove(group.id);
        unreadable.add(new UnreadablePost(group.id, group.places, e));
      }
    }
    return unreadable;
  }

  /** The changes of one post in a batch. */
  private static final class PostGroup {
    private final PostId id;
    private final Map<ItemPlace, UserId> places = new LinkedHashMap<>();
    private final List<Comment> comments = new ArrayList<>();
    private final List<Like> likes = new ArrayList<>();
    private @Nullable ViewedPost post;

    /** The time of the newest comment or like; the post was written before. */
    private Instant written = Instant.MIN;

    PostGroup(PostId id) {
      this.id = id;
    }

    void add(ViewedPost changed) {
      ViewedPost before = post;
      if (before == null || version(before.post()) <= version(changed.post())) {
        post = changed;
      }
      places.put(place(), changed.author());
    }

    void add(ViewedComment changed) {
      Comment comment = changed.comment();
      comments.add(comment);
      add(comment.id().value(), comment.userId(), changed.written());
    }

    void add(ViewedLike changed) {
      likes.add(changed.like());
      add(changed.itemId(), changed.like().userId(), changed.written());
    }

    private void add(String itemId, UserId author, Instant time) {
      written = time.isAfter(written) ? time : written;
      places.put(new ItemPlace(BlogContainer.POSTS, id.value(), itemId), author);
    }

    ItemPlace place() {
      return ItemPlace.ofPost(id.value());
    }

    Optional<ViewedChange> changed() {
      return Optional.ofNullable(post).map(changed -> changed(changed.post(), changed.author()));
    }

    private ViewedChange changed(PostItem item, UserId author) {
      boolean isShown = item.isListed();
      PostChange change =
          new PostChange(
              id,
              author,
              kind(item, isShown),
              isShown ? Optional.of(item.toPost()) : Optional.empty(),
              version(item),
              isShown ? comments : List.of(),
              isShown ? likes : List.of());
      return new ChangedPost(change, places);
    }

    private static PostChange.Kind kind(PostItem item, boolean isShown) {
      if (!item.isLive()) {
        return PostChange.Kind.DELETED;
      } else if (!isShown) {
        return PostChange.Kind.HIDDEN;
      }
      return item.version() == 0 ? PostChange.Kind.PUBLISHED : PostChange.Kind.CHANGED;
    }

    /**
     * Each write of a post, including a change of its author's name, raises one of the two
     * versions.
     */
    private static long version(PostItem item) {
      return item.version() + item.userVersion();
    }
  }
}
