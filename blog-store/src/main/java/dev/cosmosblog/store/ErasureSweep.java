package dev.cosmosblog.store;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ErasedUserItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.ItemContainer.Query;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes away what an erased user wrote, or the name from it, item by item. What was dealt with is
 * not found again, so it can be stopped and begun again at any time.
 */
final class ErasureSweep {
  /** One partition asked for each physical partition: who wrote where is known nowhere else. */
  private static final String TO_REMOVE =
      "SELECT c.id, c.postId, c.type FROM c WHERE c.userId = @userId"
          + " AND IS_STRING(c.postId) AND c.type IN (@post, @comment, @like)"
          + " AND (NOT IS_DEFINED(c.deleted) OR c.userUsername != @none)";

  private static final String TO_ANONYMISE =
      "SELECT c.id, c.postId, c.type FROM c WHERE c.userId = @userId"
          + " AND IS_STRING(c.postId) AND c.type IN (@post, @comment, @like)"
          + " AND (NOT IS_DEFINED(c.userVersion) OR c.userVersion < @version)";

  private static final int PAGE_SIZE = 100;

  private final Containers containers;
  private final PostRepository posts;
  private final Duration retention;
  private final NameCopies namesInPosts;
  private final NameCopies namesInUsers;
  private final FeedCopies feed;

  ErasureSweep(Containers containers, PostRepository posts, Duration retention) {
    this.containers = containers;
    this.posts = posts;
    this.retention = retention;
    this.namesInPosts = new NameCopies(containers.posts());
    this.namesInUsers = new NameCopies(containers.users());
    this.feed = new FeedCopies(containers.feed(), posts);
  }

  /** Deals with all that there is, until there is no more. */
  void all(ErasedUserItem mark, ErasureTally tally) {
    UserId user = UserId.of(String.valueOf(mark.userId()));
    Query query = query(user, mark);
    AtomicInteger done = new AtomicInteger();
    do {
      done.set(0);
      containers
          .posts()
          .each(
              query,
              NameCarrier.class,
              tally.posts.meter,
              item -> done.addAndGet(one(item, mark, tally) ? 1 : 0));
    } while (done.get() > 0);
    tally.feed.meter.goOn();
    if (removes(mark)) {
      tally.feed.removed(feed.removePostsOf(user, tally.feed.meter));
    } else {
      tally.feed.anonymised(feed.namePostsOf(user, mark.name(), tally.feed.meter));
    }
  }

  private static Query query(UserId user, ErasedUserItem mark) {
    boolean remove = removes(mark);
    SqlParameter last =
        remove ? new SqlParameter("@none", "") : new SqlParameter("@version", mark.version());
    List<SqlParameter> parameters =
        List.of(
            new SqlParameter("@userId", user.value()),
            new SqlParameter("@post", ItemType.POST),
            new SqlParameter("@comment", ItemType.COMMENT),
            new SqlParameter("@like", ItemType.LIKE),
            last);
    String text = remove ? TO_REMOVE : TO_ANONYMISE;
    return new Query(new SqlQuerySpec(text, parameters), null, PAGE_SIZE);
  }

  static boolean removes(ErasedUserItem mark) {
    return Erasure.REMOVE.name().equals(mark.erasure());
  }

  /** Deals with one item; whether it was written. */
  boolean one(NameCarrier item, ErasedUserItem mark, ErasureTally tally) {
    // An erasure may take long: what it may spend on retries is counted for each item anew.
    tally.posts.meter.goOn();
    try {
      return removes(mark) ? remove(item, mark, tally) : anonymise(item, mark, tally);
    } catch (InvalidInputException | MalformedItemException e) {
      tally.posts.meter.leftOut(item.id());
      return false;
    }
  }

  private boolean remove(NameCarrier item, ErasedUserItem mark, ErasureTally tally) {
    PostId post = PostId.of(item.postId());
    if (!ItemType.POST.equals(item.type())) {
      Counted kind = ItemType.LIKE.equals(item.type()) ? Counted.LIKE : Counted.COMMENT;
      boolean removed = posts.remove(kind, post, item.id(), tally.posts.meter);
      tally.posts.removed(removed);
      return removed;
    }
    // The copy first: whoever dies on the way finds the post again. A copy that comes back
    // meanwhile
    // is taken away by the post's own change.
    tally.users.removed(deleted(containers.users(), besideAuthor(item, mark), tally.users.meter));
    boolean removed = posts.erase(post, mark.version(), retention, tally.posts.meter);
    tally.posts.removed(removed);
    return removed;
  }

  private static boolean deleted(ItemContainer container, NameCarrier copy, RequestMeter meter) {
    return container.delete(new ItemKey(copy.id(), copy.postId()), null, meter) == Write.DONE;
  }

  private boolean anonymise(NameCarrier item, ErasedUserItem mark, ErasureTally tally) {
    VersionedName name = mark.name();
    if (ItemType.POST.equals(item.type())) {
      tally.users.anonymised(namesInUsers.put(besideAuthor(item, mark), name, tally.users.meter));
    }
    boolean written = namesInPosts.put(item, name, tally.posts.meter);
    tally.posts.anonymised(written);
    return written;
  }

  /** A copy of a post; without a type, since a copy's version is the post's and not its own. */
  private static NameCarrier besideAuthor(NameCarrier post, ErasedUserItem mark) {
    return new NameCarrier(post.id(), String.valueOf(mark.userId()), null);
  }
}
