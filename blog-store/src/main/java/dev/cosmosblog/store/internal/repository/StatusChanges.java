package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.DONE;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.MISSING;

import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.StatusChange;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.ChangeStatus;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StatusConflictException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.PatchOperations;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Changes posts' statuses with one patch, whose condition is that the change is allowed from the
 * post's status and wasn't applied before. Reads the post if the condition failed.
 */
public final class StatusChanges {
  private final ItemContainer posts;
  private final Operations operations;
  private final Clock clock;

  public StatusChanges(DatabaseAccess database) {
    this.posts = database.posts();
    this.operations = database.operations();
    this.clock = database.environment().clock();
  }

  public CommandResult<Post> apply(ChangeStatus command, Call call) {
    ItemKey key = ItemKey.of(command.id().value());
    StatusChange change = command.change();
    PatchOperations patch = PatchOperations.create().set(PropertyPaths.STATUS, name(change.to()));
    if (change == StatusChange.PUBLISH) {
      patch.set(PropertyPaths.CREATION_DATE, ItemDates.text(CreationDate.of(clock.instant())));
    }
    if (command.publishAt() != null) {
      patch.set(PropertyPaths.PUBLISH_AT, ItemDates.text(command.publishAt()));
    }
    patch.increment(PropertyPaths.VERSION, 1);
    Predicate<PostItem> refuses = found -> !found.isLive() || !allows(command, found.toPost());
    for (int round = 1; true; round++) {
      Written<PostItem> written =
          posts.patchAndRead(key, patch, condition(command), PostItem.class, call);
      if (written.isDone()) {
        PostItem post = written.item().orElseThrow();
        call.wrote(command.id(), key.id(), post.version());
        return CommandResult.done(post.toPost());
      }
      if (written.result() == MISSING) {
        throw new PostNotFoundException(command.id());
      }
      Optional<PostItem> there = posts.findRefusing(key, PostItem.class, refuses, round, call);
      if (there.isPresent()) {
        return refused(command, there.get());
      }
    }
  }

  /**
   * Returns the post if it already is in the new state; otherwise throws the reason of the
   * conflict.
   */
  private static CommandResult<Post> refused(ChangeStatus command, PostItem there) {
    if (!there.isLive()) {
      throw new PostNotFoundException(command.id());
    }
    Post post = there.toPost();
    if (isDone(command, post)) {
      return CommandResult.doneBefore(post);
    }
    Long version = command.version();
    if (version != null && version != post.version()) {
      throw new VersionConflictException("post", command.id().value(), version, post.version());
    }
    throw new StatusConflictException(command.id(), command.change(), post.status());
  }

  private static boolean allows(ChangeStatus command, Post post) {
    Long version = command.version();
    return command.change().isAllowedFrom(post.status())
        && !isDone(command, post)
        && (version == null || version == post.version());
  }

  private static boolean isDone(ChangeStatus command, Post post) {
    return command.change().to() == post.status()
        && Objects.equals(command.publishAt(), post.publishAt());
  }

  private static String condition(ChangeStatus command) {
    String condition =
        switch (command.change()) {
          case PUBLISH -> QueryTexts.IS_UNPUBLISHED;
          case SCHEDULE ->
              QueryTexts.isNotScheduledFor(
                  ItemDates.text(Objects.requireNonNull(command.publishAt())));
          case UNSCHEDULE -> QueryTexts.IS_SCHEDULED;
          case HIDE -> QueryTexts.IS_LISTED_POST;
          case SHOW -> QueryTexts.IS_HIDDEN_POST;
        };
    Long version = command.version();
    return version == null ? condition : QueryTexts.isEdited(condition, version);
  }

  /**
   * Finds a live post of an author at the primary, because a lagging replica could hide a
   * successful creation, which can't be repeated after the scheduled time.
   */
  public Optional<Post> findCreated(PostId post, UserId author, Call call) {
    return findLive(post, call).filter(found -> found.userId().equals(author));
  }

  /**
   * Finds, at the primary, a post that was scheduled for the time of a command, and may have been
   * published at that time.
   */
  public Optional<Post> findScheduled(ChangeStatus command, Call call) {
    return findLive(command.id(), call)
        .filter(
            post ->
                isDone(command, post)
                    || (post.status() == PostStatus.PUBLISHED
                        && post.creationDate().equals(command.publishAt())));
  }

  private Optional<Post> findLive(PostId post, Call call) {
    ItemKey key = ItemKey.of(post.value());
    return posts
        .readIf(QueryTexts.IS_LIVE_POST, key, PropertyPaths.VERSION, PostItem.class, call)
        .item()
        .map(PostItem::toPost);
  }

  /**
   * Publishes a post if it is still scheduled for a time, which becomes its date: one patch.
   * Returns whether it was scheduled for that time.
   *
   * <p>Another program may have stored the time in another format of ISO 8601. Therefore a
   * scheduled post whose condition failed is read, and patched again in this case. The read is at
   * the primary, because callers rely on the result, and no session includes the writes of another
   * program.
   */
  public boolean publishScheduled(PostId post, Instant publishAt) {
    return operations.run(
        BlogOperation.PUBLISH_SCHEDULED, call -> publishScheduled(post, publishAt, call));
  }

  private boolean publishScheduled(PostId post, Instant publishAt, Call call) {
    ItemKey key = ItemKey.of(post.value());
    String time = ItemDates.text(publishAt);
    return publish(key, time, time, call)
        || posts
            .readIf(QueryTexts.IS_SCHEDULED, key, PropertyPaths.VERSION, PostItem.class, call)
            .item()
            .map(PostItem::publishAt)
            // A valid date is safe to quote.
            .filter(stored -> ItemDates.parse(stored).filter(publishAt::equals).isPresent())
            .filter(stored -> publish(key, stored, time, call))
            .isPresent();
  }

  private boolean publish(ItemKey key, String stored, String time, Call call) {
    PatchOperations patch =
        PatchOperations.create()
            .set(PropertyPaths.STATUS, name(PostStatus.PUBLISHED))
            .set(PropertyPaths.CREATION_DATE, time)
            .increment(PropertyPaths.VERSION, 1);
    return posts.patch(key, patch, QueryTexts.isScheduledFor(stored), null, call) == DONE;
  }

  private static String name(PostStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
