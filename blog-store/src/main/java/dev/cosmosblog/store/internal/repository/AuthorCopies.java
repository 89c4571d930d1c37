package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.PatchOperations;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The short copies of posts beside their authors, each written under the ETag that was read. A
 * removed copy leaves a mark, or a host that believes the post to be alive could create it again.
 * The mark expires before the post's own, so that a post created again under the id has its copy.
 */
public record AuthorCopies(ItemContainer users, PostRepository posts) {
  // How much earlier than the post's mark the copy's mark expires.
  private static final Duration MARGIN = Duration.ofMinutes(1);

  /**
   * Brings an older copy, with the same or an older name, up to date: one patch, which costs what a
   * replace costs and needs no read before it. False says nothing but that {@link #put} is needed,
   * as it is for a post that readers do not see, or did not see before.
   */
  public boolean refresh(PostItem copy, Call call) {
    if (!copy.isListed()) {
      return false;
    }
    PatchOperations state =
        PatchOperations.create()
            .setAuthor(new VersionedName(String.valueOf(copy.userUsername()), copy.userVersion()))
            .set(PropertyPaths.TITLE, String.valueOf(copy.title()))
            .set(PropertyPaths.CONTENT, String.valueOf(copy.content()))
            .set(PropertyPaths.COMMENT_COUNT, copy.commentCount())
            .set(PropertyPaths.LIKE_COUNT, copy.likeCount())
            .set(PropertyPaths.CREATION_DATE, String.valueOf(copy.creationDate()))
            .set(PropertyPaths.VERSION, copy.version());
    boolean hasProperties = !copy.properties().isEmpty();
    if (hasProperties) {
      state.set(PropertyPaths.PROPERTIES, copy.properties().asMap());
    }
    String older = QueryTexts.isCopyOlderThan(copy.version(), copy.userVersion(), hasProperties);
    ItemKey key = new ItemKey(String.valueOf(copy.id()), String.valueOf(copy.userId()));
    return users.patch(key, state, older, null, call) == WriteResult.DONE;
  }

  /**
   * Brings a copy up to date: one point read, and one write where the copy is older. Where there is
   * none, one point read of the post, too: a newer copy may have been there and gone with it.
   * Something else in its place is a {@link MalformedItemException}.
   */
  public CopyOutcome put(PostItem copy, Call call) {
    ItemKey key = new ItemKey(String.valueOf(copy.id()), String.valueOf(copy.userId()));
    if (key.id().equals(key.partition())) {
      throw new MalformedItemException(
          key.id(), "its id is its author's, who is in the place of its short copy.");
    }
    while (true) {
      Optional<Versioned<StoredItem>> found = users.read(key, StoredItem.class, call);
      CopyOutcome outcome =
          found.isEmpty() ? create(copy, key, call) : update(copy, key, found.get(), call);
      if (outcome != CopyOutcome.OVERTAKEN) {
        return outcome;
      }
    }
  }

  private CopyOutcome create(PostItem copy, ItemKey key, Call call) {
    Optional<PostItem> now =
        posts
            .shortCopy(PostId.of(key.id()), post -> post.version() >= copy.version(), call)
            .map(PostItem::besideAuthor)
            .filter(post -> key.partition().equals(post.userId()));
    if (now.isEmpty()) {
      return CopyOutcome.GONE;
    }
    return users.create(copy.newest(now.get()), key.partition(), call).isDone()
        ? CopyOutcome.CREATED
        : CopyOutcome.OVERTAKEN;
  }

  private CopyOutcome update(PostItem copy, ItemKey key, Versioned<StoredItem> found, Call call) {
    StoredItem there = found.item();
    if (ItemType.REMOVED_COPY.equals(there.type())) {
      return CopyOutcome.GONE;
    }
    if (!ItemType.isCopy(there.type())) {
      throw new MalformedItemException(
          key.id(), "it stands where a post's short copy belongs, and is none.");
    }
    PostItem before = there.post();
    PostItem newest = before.newest(copy);
    if (newest.equals(before)) {
      return CopyOutcome.UNCHANGED;
    }
    return users.replace(newest, key, found.etag(), call).isDone()
        ? CopyOutcome.UPDATED
        : CopyOutcome.OVERTAKEN;
  }

  /** Marks a copy as removed: one point read and one write; returns whether there was one. */
  public boolean remove(PostId post, UserId author, Duration postMarkLeft, Call call) {
    if (post.value().equals(author.value())) {
      return false;
    }
    ItemKey key = new ItemKey(post.value(), author.value());
    long seconds = postMarkLeft.minus(MARGIN).toSeconds();
    while (true) {
      Optional<Versioned<StoredItem>> found = users.read(key, StoredItem.class, call);
      if (found.isPresent() && !ItemType.isCopy(found.get().item().type())) {
        return false;
      }
      WriteResult result = replaceByMark(key, found, seconds, call);
      if (result == WriteResult.DONE) {
        return found.isPresent();
      }
    }
  }

  private WriteResult replaceByMark(
      ItemKey key, Optional<Versioned<StoredItem>> found, long seconds, Call call) {
    if (seconds < 1) {
      return found.isEmpty() ? WriteResult.DONE : users.delete(key, found.get().etag(), call);
    }
    String type = ItemType.REMOVED_COPY;
    Map<String, Object> mark =
        Map.of("id", key.id(), "type", type, "userId", key.partition(), "ttl", seconds);
    return found.isEmpty()
        ? users.create(mark, key.partition(), call).result()
        : users.replace(mark, key, found.get().etag(), call).result();
  }
}
