package dev.cosmosblog.store.internal.erasure;

import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ErasedUserItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.cosmos.Containers;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.frontpage.FrontPageCopies;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ReactionKind;
import dev.cosmosblog.store.internal.post.PostRepository;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.internal.user.AuthorCopies;
import dev.cosmosblog.store.internal.user.AuthorNames;
import dev.cosmosblog.store.internal.user.UserRepository;
import dev.cosmosblog.store.internal.user.UsernameReservations;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Erases users in three steps: a mark replaces the user, from which on nobody finds the user and no
 * command of the user's begins; then the name's reservation and everything the user wrote are
 * removed or anonymized; then the mark loses the former name.
 *
 * <p>Each step finds only what is left to do, so an erasure can stop and begin again at any time. A
 * command that had read the user before the mark may write after the sweep has passed: {@link
 * #eraseLate} handles the change of what it wrote.
 */
public final class UserErasures {
  private final UserRepository users;
  private final UsernameReservations names;
  private final PostRepository posts;
  private final ItemContainer usersContainer;
  private final ItemContainer postsContainer;
  private final AuthorNames namesInPosts;
  private final AuthorNames namesInUsers;
  private final AuthorCopies authorCopies;
  private final FrontPageCopies frontPage;
  private final Duration retention;

  public UserErasures(
      Containers containers,
      UserRepository users,
      UsernameReservations names,
      PostRepository posts,
      Duration retention,
      Clock clock) {
    this.users = users;
    this.names = names;
    this.posts = posts;
    this.usersContainer = containers.users();
    this.postsContainer = containers.posts();
    this.namesInPosts = new AuthorNames(containers.posts());
    this.namesInUsers = new AuthorNames(containers.users());
    this.authorCopies = new AuthorCopies(containers.users(), posts);
    this.frontPage = new FrontPageCopies(containers.frontPage(), posts, clock);
    this.retention = retention;
  }

  /** Erases a user, or goes on with an erasure that was begun. */
  public CommandResult<ErasureReport> erase(EraseUser command, OperationContext context) {
    Tally tally = new Tally(context);
    return finish(command.id(), mark(command, tally.users.context), tally);
  }

  /** Goes on with an erasure that was begun; returns whether there was something left to do. */
  public boolean finish(UserId user, OperationContext context) {
    Tally tally = new Tally(context);
    return findMark(user, tally.users.context)
        .map(mark -> !finish(user, mark, tally).alreadyDone())
        .orElse(false);
  }

  /**
   * Erases an item that was written while its author was erased; returns whether there was need to.
   */
  public boolean eraseLate(AuthoredItem item, UserId author, OperationContext context) {
    return findMark(author, context)
        .map(mark -> eraseItem(item, mark, new Tally(context)))
        .orElse(false);
  }

  private Optional<ErasedUserItem> findMark(UserId user, OperationContext context) {
    return users
        .findErasable(user, context)
        .map(Versioned::item)
        .filter(found -> ItemType.ERASED_USER.equals(found.type()));
  }

  /**
   * Returns the user's mark as it is stored. An erasure that anonymized may be repeated as one that
   * removes, but not the other way.
   */
  private ErasedUserItem mark(EraseUser command, OperationContext context) {
    while (true) {
      Versioned<ErasedUserItem> found =
          users
              .findErasable(command.id(), context)
              .orElseThrow(() -> new UserNotFoundException(command.id()));
      boolean erased = ItemType.ERASED_USER.equals(found.item().type());
      if (erased && (removes(found.item()) || command.erasure() != Erasure.REMOVE)) {
        return found.item();
      }
      String name = erased ? found.item().formerUsername() : found.item().username();
      // Where another writer came between, or the answer got lost, the next round tells.
      users.markErased(command, name == null ? "" : name, found.etag(), context);
    }
  }

  private CommandResult<ErasureReport> finish(UserId user, ErasedUserItem mark, Tally tally) {
    boolean begun = mark.formerUsername() != null;
    if (begun) {
      release(user, String.valueOf(mark.formerUsername()), tally.users);
    }
    eraseEverything(mark, tally);
    if (begun) {
      tally.users.context.restartRetries();
      Optional<Duration> markRetention = removes(mark) ? Optional.of(retention) : Optional.empty();
      users.endErasure(user, markRetention, tally.users.context);
    }
    ErasureReport report = tally.report(user, mark);
    return begun || report.hasDone()
        ? CommandResult.done(report)
        : CommandResult.alreadyDone(report);
  }

  private void release(UserId user, String name, Part part) {
    if (!name.isEmpty()) {
      names
          .heldBy(user, name, part.context)
          .ifPresent(held -> part.countRemoved(names.release(held, part.context)));
    }
  }

  private static boolean removes(ErasedUserItem mark) {
    return Erasure.REMOVE.name().equals(mark.erasure());
  }

  /** Erases everything the user wrote, until a query finds no more. */
  private void eraseEverything(ErasedUserItem mark, Tally tally) {
    UserId user = UserId.of(String.valueOf(mark.userId()));
    Query query =
        removes(mark)
            ? AuthorNames.writtenBy(user, QueryTexts.WRITTEN_AND_NOT_REMOVED).with("@none", "")
            : AuthorNames.writtenBy(user, QueryTexts.WRITTEN_WITH_OLDER_NAME)
                .with("@version", mark.version());
    AtomicInteger erased = new AtomicInteger();
    do {
      erased.set(0);
      postsContainer.each(
          query,
          AuthoredItem.class,
          tally.posts.context,
          item -> erased.addAndGet(eraseItem(item, mark, tally) ? 1 : 0));
    } while (erased.get() > 0);
    OperationContext context = tally.frontPage.context;
    context.restartRetries();
    if (removes(mark)) {
      tally.frontPage.removed += frontPage.removePostsOf(user, context);
    } else {
      tally.frontPage.anonymized += frontPage.renamePostsOf(user, mark.name(), context);
    }
  }

  /** Erases one item; returns whether it was written. */
  private boolean eraseItem(AuthoredItem item, ErasedUserItem mark, Tally tally) {
    // An erasure may take long: each item may spend as much time on retries.
    tally.posts.context.restartRetries();
    try {
      return removes(mark) ? remove(item, mark, tally) : anonymize(item, mark, tally);
    } catch (InvalidInputException | MalformedItemException | StoreRejectedException e) {
      // Another program's item that no patch of ours fits: the others are erased all the same.
      tally.posts.context.leftOut(item.id());
      return false;
    }
  }

  private boolean remove(AuthoredItem item, ErasedUserItem mark, Tally tally) {
    PostId post = PostId.of(item.postId());
    if (!ItemType.POST.equals(item.type())) {
      ReactionKind kind =
          ItemType.LIKE.equals(item.type()) ? ReactionKind.LIKE : ReactionKind.COMMENT;
      return tally.posts.countRemoved(posts.removeAny(kind, post, item.id(), tally.posts.context));
    }
    // The copy first: after a crash between the two, the query finds the post again. The post's own
    // change removes a copy that comes back meanwhile.
    OperationContext context = tally.users.context;
    UserId author = UserId.of(String.valueOf(mark.userId()));
    tally.users.countRemoved(authorCopies.remove(post, author, retention, context));
    return tally.posts.countRemoved(
        posts.erase(post, mark.version(), retention, tally.posts.context));
  }

  private boolean anonymize(AuthoredItem item, ErasedUserItem mark, Tally tally) {
    VersionedName name = mark.name();
    if (ItemType.POST.equals(item.type())) {
      // Without the post's type: a copy's version is the post's, and does not grow with the name.
      tally.users.countAnonymized(
          namesInUsers.put(besideAuthor(item, mark), "", name, tally.users.context));
    }
    ItemKey key = new ItemKey(item.id(), item.postId());
    return tally.posts.countAnonymized(
        namesInPosts.put(key, item.type(), name, tally.posts.context));
  }

  private static ItemKey besideAuthor(AuthoredItem post, ErasedUserItem mark) {
    return new ItemKey(post.id(), String.valueOf(mark.userId()));
  }

  /** Adds up what an erasure does in each container. Used by the operation's thread alone. */
  private static final class Tally {
    private final Part users;
    private final Part posts;
    private final Part frontPage;

    Tally(OperationContext context) {
      this.users = new Part(context.part());
      this.posts = new Part(context.part());
      this.frontPage = new Part(context.part());
    }

    ErasureReport report(UserId user, ErasedUserItem mark) {
      return new ErasureReport(
          user,
          removes(mark) ? Erasure.REMOVE : Erasure.ANONYMISE,
          users.report(),
          posts.report(),
          frontPage.report());
    }
  }

  /** One container's part of an erasure. */
  private static final class Part {
    private final OperationContext context;
    private int removed;
    private int anonymized;

    Part(OperationContext context) {
      this.context = context;
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
      return new ErasureReport.Part(
          removed, anonymized, context.requests(), context.requestUnits());
    }
  }
}
