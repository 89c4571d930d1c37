package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ErasedUserItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostSummaryItem;
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
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Erases users: a mark replaces the user, then what the user wrote is removed or anonymized, then
 * the mark loses the former name (docs/data-model.md, "Erased users"). Each step finds only what is
 * left to do, so an erasure can stop and begin again at any time.
 */
public final class UserErasures {
  private final UserRepository users;
  private final PostRepository posts;
  private final ItemContainer usersContainer;
  private final ItemContainer postsContainer;
  private final AuthorCopies authorCopies;
  private final FrontPageCopies frontPage;
  // Null in a blog without an archive.
  private final @Nullable ArchiveEntries archive;
  private final Duration retention;

  public UserErasures(
      DatabaseAccess database,
      UserRepository users,
      PostRepository posts,
      FrontPageCopies frontPage) {
    this.users = users;
    this.posts = posts;
    this.usersContainer = database.users();
    this.postsContainer = database.posts();
    this.authorCopies = new AuthorCopies(database.users(), posts, null);
    this.frontPage = frontPage;
    this.archive = ArchiveEntries.of(database, posts);
    this.retention = database.deletedRetention();
  }

  public CommandResult<ErasureReport> erase(EraseUser command, Call call) {
    Part inUsers = new Part(call);
    Run run = new Run(mark(command, inUsers.call), inUsers, call);
    run.finish(() -> true);
    return run.result();
  }

  /** Goes on with an erasure; returns whether there was something left to do. */
  public boolean finish(UserId user, Call call) {
    return findMark(user, call)
        .map(
            mark -> {
              Run run = new Run(mark, new Part(call), call);
              run.finish(() -> true);
              return !run.result().alreadyDone();
            })
        .orElse(false);
  }

  /** Goes on with an erasure while {@code goesOn}; returns whether nothing is left to do. */
  public boolean finish(UserId user, BooleanSupplier goesOn, Call call) {
    return findMark(user, call)
        .map(mark -> new Run(mark, new Part(call), call).finish(goesOn))
        .orElse(true);
  }

  /** Erases an item that was written while its author was erased; returns whether it had to. */
  public boolean eraseLate(AuthoredItem item, UserId author, Call call) {
    return findMark(author, call)
        .map(mark -> new Run(mark, new Part(call), call).erase(item))
        .orElse(false);
  }

  private Optional<ErasedUserItem> findMark(UserId user, Call call) {
    return users
        .findErasable(user, call)
        .map(Versioned::item)
        .filter(found -> ItemType.ERASED_USER.equals(found.type()));
  }

  /** Returns the stored mark. A removal may follow an anonymization, not the other way. */
  private ErasedUserItem mark(EraseUser command, Call call) {
    while (true) {
      Versioned<ErasedUserItem> found =
          users
              .findErasable(command.id(), call)
              .orElseThrow(() -> new UserNotFoundException(command.id()));
      boolean erased = ItemType.ERASED_USER.equals(found.item().type());
      if (erased && (removes(found.item()) || command.erasure() != Erasure.REMOVE)) {
        return found.item();
      }
      String name = erased ? found.item().formerUsername() : found.item().username();
      // Where another writer came between, or the answer got lost, the next round tells.
      users.markErased(command, name == null ? "" : name, found, call);
    }
  }

  private static boolean removes(ErasedUserItem mark) {
    return Erasure.REMOVE.name().equals(mark.erasure());
  }

  /** One run of an erasure, on the operation's thread. */
  private final class Run {
    private final ErasedUserItem mark;
    private final UserId user;
    private final boolean removes;
    private final Part inUsers;
    private final Part inPosts;
    private final Part inFrontPage;
    private final Part inArchive;

    Run(ErasedUserItem mark, Part inUsers, Call call) {
      this.mark = mark;
      this.user = UserId.of(String.valueOf(mark.userId()));
      this.removes = removes(mark);
      this.inUsers = inUsers;
      this.inPosts = new Part(call);
      this.inFrontPage = new Part(call);
      this.inArchive = new Part(call);
    }

    /** Returns whether it came to an end: it stops between two items. */
    boolean finish(BooleanSupplier goesOn) {
      String former = mark.formerUsername();
      if (former != null && !former.isEmpty()) {
        users
            .heldBy(user, former, inUsers.call)
            .ifPresent(held -> inUsers.countRemoved(users.release(held, inUsers.call)));
      }
      if (!eraseEverything(goesOn)) {
        return false;
      }
      if (former != null) {
        inUsers.call.restartRetries();
        Optional<Duration> markRetention = removes ? Optional.of(retention) : Optional.empty();
        users.endErasure(user, markRetention, inUsers.call);
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
              inArchive.report());
      return mark.formerUsername() != null || report.hasDone()
          ? CommandResult.done(report)
          : CommandResult.alreadyDone(report);
    }

    private boolean eraseEverything(BooleanSupplier goesOn) {
      Query query =
          removes
              ? PostRepository.writtenBy(user, QueryTexts.WRITTEN_AND_NOT_REMOVED).with("@none", "")
              : PostRepository.writtenBy(user, QueryTexts.WRITTEN_WITH_OLDER_NAME)
                  .with("@version", mark.version());
      int erased;
      do {
        erased =
            postsContainer.each(query, AuthoredItem.class, inPosts.call, this::eraseFound, goesOn);
        if (!goesOn.getAsBoolean()) {
          return false;
        }
      } while (erased > 0);
      Call call = inFrontPage.call;
      call.restartRetries();
      if (removes) {
        inFrontPage.removed += frontPage.erasePostsOf(user, Optional.empty(), call);
      } else {
        inFrontPage.anonymized += frontPage.erasePostsOf(user, Optional.of(mark.name()), call);
      }
      return true;
    }

    /** Leaves out what no more fits in its partition; a change feed sets its change aside. */
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
        // Another program's item that no patch of ours fits: the others are erased all the same.
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
        return inPosts.countRemoved(posts.removeAny(kind, post, item.id(), call));
      }
      if (!item.isOwnPost()) {
        throw new MalformedItemException(item.id(), "its id is not its 'postId'.");
      }
      // The copies first: after a crash between them, the query finds the post again. The post's
      // own change removes a copy that comes back meanwhile.
      eraseEntry(item);
      inUsers.countRemoved(authorCopies.remove(post, user, retention, inUsers.call));
      return inPosts.countRemoved(posts.erase(post, mark.version(), retention, call));
    }

    /** Erases a post's entry in the archive; the post tells its bucket. */
    private void eraseEntry(AuthoredItem item) {
      ArchiveEntries entries = archive;
      Optional<PostSummaryItem> post = entries == null ? Optional.empty() : published(item);
      if (entries == null || post.isEmpty()) {
        return;
      }
      String date = String.valueOf(post.get().creationDate());
      if (removes) {
        inArchive.countRemoved(
            entries.remove(PostId.of(item.postId()), date, retention, inArchive.call));
      } else {
        ItemKey entry = new ItemKey(item.id(), entries.buckets().of(date, inArchive.call));
        inArchive.countAnonymized(
            PostRepository.putName(entries.archive(), entry, "", mark.name(), inArchive.call));
      }
    }

    /** Reads a post that has been published; one that cannot be read has no entry. */
    private Optional<PostSummaryItem> published(AuthoredItem item) {
      try {
        return postsContainer
            .find(item.key(), StoredItem.class, inArchive.call)
            .map(stored -> stored.post().summary())
            .filter(PostSummaryItem::wasPublished);
      } catch (MalformedItemException e) {
        return Optional.empty();
      }
    }

    private boolean anonymize(AuthoredItem item) {
      VersionedName name = mark.name();
      // Copies and entries have the ids of posts: those of this id may be another post's.
      if (item.isOwnPost()) {
        eraseEntry(item);
        // Without the post's type: a copy's version is the post's, and does not grow with the name.
        ItemKey copy = new ItemKey(item.id(), user.value());
        inUsers.countAnonymized(
            PostRepository.putName(usersContainer, copy, "", name, inUsers.call));
      }
      return inPosts.countAnonymized(posts.putName(item.key(), item.type(), name, inPosts.call));
    }
  }

  private static final class Part {
    private final Call call;
    private int removed;
    private int anonymized;

    Part(Call whole) {
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
