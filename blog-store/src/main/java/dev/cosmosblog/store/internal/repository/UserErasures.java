package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.StoredTags;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.error.LogicalPartitionFullException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.Query;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Erases users: a tombstone replaces the user, then everything that the user wrote is removed or
 * anonymized, then the tombstone loses the former name (docs/data-model.md, "Erased users"). Each
 * step finds only the remaining work, so an erasure can stop and continue at any time.
 */
public final class UserErasures {
  private static final int PAGE_SIZE = 100;

  private final DatabaseAccess database;
  private final Users users;
  private final Posts posts;
  private final Slugs slugs;
  private final Reactions reactions;
  private final AuthorNames names;
  private final PostSummaries summaries;
  private final FrontPage frontPage;
  // Null in a blog without listings.
  private final @Nullable ListingEntries listings;
  private final @Nullable PendingComments queue;

  public UserErasures(
      DatabaseAccess database, Users users, Posts posts, Reactions reactions, FrontPage frontPage) {
    this.database = database;
    this.users = users;
    this.posts = posts;
    this.slugs = new Slugs(database);
    this.reactions = reactions;
    this.names = new AuthorNames(database);
    this.summaries = new PostSummaries(database, posts, null);
    this.frontPage = frontPage;
    this.listings = ListingEntries.of(database, posts);
    this.queue = PendingComments.of(database);
  }

  public CommandResult<ErasureReport> erase(EraseUser command, Call call) {
    Tally inUsers = new Tally(call);
    ErasureRun run = new ErasureRun(tombstone(command, inUsers.call), inUsers, call);
    run.finish(() -> true);
    return run.result();
  }

  /** Continues an erasure; returns whether there was work left. */
  public boolean finish(UserId user) {
    return run(
        user,
        run -> {
          run.finish(() -> true);
          return !run.result().alreadyDone();
        },
        false);
  }

  /** Continues an erasure while {@code goesOn}; returns whether it is finished. */
  public boolean finish(UserId user, BooleanSupplier goesOn) {
    return run(user, run -> run.finish(goesOn), true);
  }

  /**
   * Erases an item that was written while its author was erased: one point read, and up to four
   * writes. Returns whether it was changed.
   */
  public boolean eraseLate(AuthoredItem item, UserId author) {
    return run(author, run -> run.erase(item), false);
  }

  private boolean run(UserId user, Predicate<ErasureRun> run, boolean ifNotErased) {
    return database
        .operations()
        .run(
            BlogOperation.FINISH_ERASURE,
            call ->
                users
                    .findErasable(user, call)
                    .map(Versioned::item)
                    .filter(found -> ItemType.ERASED_USER.equals(found.type()))
                    .map(Tombstone::of)
                    .map(found -> run.test(new ErasureRun(found, new Tally(call), call)))
                    .orElse(ifNotErased));
  }

  /** Returns the stored tombstone. A removal may follow an anonymization, but not the reverse. */
  private Tombstone tombstone(EraseUser command, Call call) {
    while (true) {
      Versioned<StoredItem> found =
          users
              .findErasable(command.id(), call)
              .orElseThrow(() -> new UserNotFoundException(command.id()));
      boolean erased = ItemType.ERASED_USER.equals(found.item().type());
      Tombstone stored = Tombstone.of(found.item());
      if (erased && (stored.removes || command.erasure() != Erasure.REMOVE)) {
        return stored;
      }
      String name = erased ? stored.former : found.item().textOf("username").orElse("");
      // The next round reads the user again: another writer may have come first, or the response
      // may have been lost.
      users.markErased(command, name == null ? "" : name, found, call);
    }
  }

  /**
   * The properties of a user or a tombstone that an erasure needs.
   *
   * @param name the text that replaces the name, newer than every name of the user
   * @param former the name, until the erasure is complete and its reservation released
   */
  private record Tombstone(
      UserId user, VersionedName name, boolean removes, @Nullable String former) {
    /** Reads a tombstone; what another program has made unreadable gets a default. */
    static Tombstone of(StoredItem item) {
      return new Tombstone(
          UserId.of(item.id()),
          item.nameOfErased(),
          item.has("erasure", Erasure.REMOVE.name()),
          item.lacks("formerUsername") ? null : item.textOf("formerUsername").orElse(""));
    }
  }

  /** One run of an erasure, on the operation's thread. */
  private final class ErasureRun {
    private final Tombstone tombstone;
    private final UserId user;
    private final boolean removes;
    private final Tally inUsers;
    private final Tally inPosts;
    private final Tally inFrontPage;
    private final Tally inListings;

    ErasureRun(Tombstone tombstone, Tally inUsers, Call call) {
      this.tombstone = tombstone;
      this.user = tombstone.user;
      this.removes = tombstone.removes;
      this.inUsers = inUsers;
      this.inPosts = new Tally(call);
      this.inFrontPage = new Tally(call);
      this.inListings = new Tally(call);
    }

    /** Returns whether the erasure is complete: it stops between two items. */
    boolean finish(BooleanSupplier goesOn) {
      String former = tombstone.former;
      if (former != null && !former.isEmpty()) {
        inUsers.countRemoved(users.releaseName(user, former, inUsers.call));
      }
      if (!eraseEverything(goesOn)) {
        return false;
      }
      if (former != null) {
        inUsers.call.restartRetries();
        users.endErasure(user, removes, inUsers.call);
      }
      return true;
    }

    CommandResult<ErasureReport> result() {
      ErasureReport report =
          new ErasureReport(
              user,
              removes ? Erasure.REMOVE : Erasure.ANONYMISE,
              inUsers.report(),
              inPosts.report(),
              inFrontPage.report(),
              inListings.report());
      return tombstone.former != null || report.hasDone()
          ? CommandResult.done(report)
          : CommandResult.doneBefore(report);
    }

    private boolean eraseEverything(BooleanSupplier goesOn) {
      Query query =
          removes
              ? AuthorNames.writtenBy(user, QueryTexts.WRITTEN_AND_NOT_REMOVED).with("@none", "")
              : AuthorNames.writtenWithOtherName(user, tombstone.name);
      int erased;
      do {
        erased =
            database
                .posts()
                .each(query, AuthoredItem.class, inPosts.call, this::eraseFound, goesOn);
        if (!goesOn.getAsBoolean()) {
          return false;
        }
      } while (erased > 0);
      inUsers.call.restartRetries();
      database
          .users()
          .each(
              summariesLeft(),
              StoredItem.class,
              inUsers.call,
              summary -> {
                eraseSummary(summary);
                return true;
              },
              goesOn);
      if (!goesOn.getAsBoolean()) {
        return false;
      }
      Call call = inFrontPage.call;
      call.restartRetries();
      if (removes) {
        inFrontPage.removed += frontPage.erasePostsOf(user, Optional.empty(), call);
      } else {
        inFrontPage.anonymized += frontPage.erasePostsOf(user, Optional.of(tombstone.name), call);
      }
      return true;
    }

    /** Returns the query of summaries whose posts another program has deleted or let expire. */
    private Query summariesLeft() {
      Query query =
          removes
              ? Query.of(QueryTexts.SUMMARIES_OF_USER, PAGE_SIZE)
              : Query.of(QueryTexts.SUMMARIES_WITH_OTHER_NAME, PAGE_SIZE)
                  .with("@version", tombstone.name.version())
                  .with("@name", tombstone.name.username());
      return query.with("@userId", user.value()).in(user.value());
    }

    private void eraseSummary(StoredItem summary) {
      inUsers.call.restartRetries();
      try {
        PostId post = PostId.of(summary.id());
        eraseEntry(post, Optional.of(summary));
        eraseSummary(post);
      } catch (InvalidInputException | StoreRejectedException e) {
        inUsers.call.leftOut(summary.id());
      }
    }

    private void eraseSummary(PostId post) {
      if (removes) {
        Duration retention = database.settings().deletedRetention();
        inUsers.countRemoved(summaries.remove(post, user, retention, inUsers.call).isPresent());
      } else {
        ItemKey key = new ItemKey(post.value(), user.value());
        inUsers.countAnonymized(
            AuthorNames.putInCopy(database.users(), key, tombstone.name, inUsers.call));
      }
    }

    /**
     * Skips an item that no longer fits in its partition; a change feed dead-letters its change.
     */
    private boolean eraseFound(AuthoredItem item) {
      try {
        return erase(item);
      } catch (LogicalPartitionFullException e) {
        inPosts.call.leftOut(item.id());
        return false;
      }
    }

    boolean erase(AuthoredItem item) {
      // An erasure may take long: each item may spend as much time on retries.
      inPosts.call.restartRetries();
      try {
        return removes ? remove(item) : anonymize(item);
      } catch (InvalidInputException | MalformedItemException | StoreRejectedException e) {
        // Another program's item that this library can't patch doesn't block the others.
        inPosts.call.leftOut(item.id());
        return false;
      }
    }

    private boolean remove(AuthoredItem item) {
      PostId post = PostId.of(item.postId());
      Call call = inPosts.call;
      if (!ItemType.POST.equals(item.type())) {
        ReactionKind kind =
            ItemType.LIKE.equals(item.type()) ? ReactionKind.LIKE : ReactionKind.COMMENT;
        return inPosts.countRemoved(reactions.removeAny(kind, post, item.id(), call));
      }
      if (!item.isOwnPost()) {
        throw new MalformedItemException(item.id(), "its id is not its 'postId'.");
      }
      // The copies first, so that after a crash in between, the query finds the post again. The
      // post's change removes a copy that is created again meanwhile.
      eraseEntry(post, stored(item));
      eraseSummary(post);
      return inPosts.countRemoved(erase(post));
    }

    private boolean erase(PostId post) {
      long version = tombstone.name.version();
      if (posts.erase(post, version, inPosts.call)) {
        return true;
      }
      // It has a slug, or was erased before.
      List<Slug> had = posts.deleteWithSlugs(post, inPosts.call);
      inUsers.removed += slugs.release(post, had, inUsers.call);
      return posts.eraseDeleted(post, version, inPosts.call);
    }

    private Optional<StoredItem> stored(AuthoredItem item) {
      return listings == null
          ? Optional.empty()
          : database.posts().find(item.key(), StoredItem.class, inListings.call);
    }

    /** Erases a post's entry in the listings, even if the post, or its summary, can't be read. */
    private void eraseEntry(PostId post, Optional<StoredItem> stored) {
      ListingEntries entries = listings;
      if (entries == null) {
        return;
      }
      Call call = inListings.call;
      ListingEntries.Published published =
          new ListingEntries.Published(
              post,
              stored.flatMap(StoredItem::dateInListings),
              stored.map(found -> StoredTags.tags(found.tags())).orElse(List.of()));
      if (removes) {
        Duration retention = database.settings().deletedRetention();
        inListings.countRemoved(entries.remove(published, retention, call));
      } else {
        inListings.countAnonymized(entries.putName(published, tombstone.name, call));
      }
    }

    /** The comment's change can't do it if another program has made the comment unreadable. */
    private void anonymizeEntry(AuthoredItem comment) {
      PendingComments entries = queue;
      if (entries == null) {
        return;
      }
      Call call = inListings.call;
      database
          .posts()
          .find(comment.key(), StoredItem.class, call)
          .ifPresent(
              found -> inListings.countAnonymized(entries.putName(found, tombstone.name, call)));
    }

    private boolean anonymize(AuthoredItem item) {
      VersionedName name = tombstone.name;
      // Summaries and entries have the ids of posts, so those with this id may be another post's.
      if (item.isOwnPost()) {
        PostId post = PostId.of(item.id());
        eraseEntry(post, stored(item));
        eraseSummary(post);
      }
      if (ItemType.HIDDEN_COMMENT.equals(item.type())) {
        anonymizeEntry(item);
      }
      return inPosts.countAnonymized(names.put(item, name, inPosts.call));
    }
  }

  private static final class Tally {
    private final Call call;
    private int removed;
    private int anonymized;

    Tally(Call whole) {
      this.call = whole.part();
    }

    boolean countRemoved(boolean done) {
      removed += done ? 1 : 0;
      return done;
    }

    boolean countAnonymized(boolean done) {
      anonymized += done ? 1 : 0;
      return done;
    }

    ErasureReport.Part report() {
      return new ErasureReport.Part(removed, anonymized, call.requests(), call.requestUnits());
    }
  }
}
