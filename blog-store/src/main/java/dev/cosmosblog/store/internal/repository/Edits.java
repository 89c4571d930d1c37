package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.CONDITION_FAILED;
import static dev.cosmosblog.store.internal.cosmos.WriteResult.MISSING;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidPropertyException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.EditedItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.PropertiesEdit;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Written;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.repository.Reservations.Held;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.spi.PatchOperations;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Edits posts, comments and users with one patch of the changed properties. An edit of a version
 * has the version in the patch's condition, and reads the item if the condition failed.
 *
 * <p>An edit of single properties, or of a slug, reads the item first, and has the number of its
 * edits in the condition: Cosmos DB can't set a path below a missing object, and accepts at most
 * ten operations. Concurrent comments and likes of a post don't cause conflicts.
 */
public final class Edits {
  private final Kind<PostItem> posts;
  private final Kind<CommentItem> comments;
  private final Kind<UserItem> users;
  private final Set<String> summaryProperties;
  private final Clock clock;
  private final Slugs slugs;

  public Edits(DatabaseAccess database) {
    this.posts =
        new Kind<>(
            "post",
            database.posts(),
            PostItem.class,
            QueryTexts.IS_LIVE_POST,
            PostItem::isLive,
            CustomProperties.MAX_BYTES_OF_POST);
    this.comments =
        new Kind<>(
            "comment",
            database.posts(),
            CommentItem.class,
            QueryTexts.IS_COMMENT,
            item -> ItemType.isComment(item.type()),
            CustomProperties.MAX_BYTES_OF_COMMENT);
    this.users =
        new Kind<>(
            "user",
            database.users(),
            UserItem.class,
            QueryTexts.IS_USER,
            item -> ItemType.USER.equals(item.type()),
            CustomProperties.MAX_BYTES_OF_USER);
    this.summaryProperties = database.settings().summaryRule().properties();
    this.clock = database.environment().clock();
    this.slugs = new Slugs(database);
  }

  /**
   * A kind of items that can be edited; {@code bound} is the maximum size of its properties in
   * bytes.
   */
  private record Kind<I>(
      String name,
      ItemContainer container,
      Class<I> type,
      String exists,
      Predicate<I> isThere,
      int bound) {}

  /** An edit of one item; {@code isIn} checks whether the item has its texts. */
  private record Edit<I>(
      Kind<I> kind,
      ItemKey key,
      Texts<I> texts,
      boolean readsFirst,
      Predicate<I> isIn,
      @Nullable Long version,
      @Nullable PropertiesEdit properties) {}

  /** Prepares a patch of texts, just before it is sent, from the item if that is read first. */
  private interface Texts<I> {
    PatchOperations of(Optional<I> before);

    /** Called with the item that refused the patch. */
    default void sees(I item) {}

    static <I> Texts<I> always(PatchOperations texts) {
      return before -> texts;
    }
  }

  /** An edit of a post's slug, on the operation's thread. */
  private final class SlugEdit implements Texts<PostItem> {
    private final PostId post;
    private final Slug slug;
    private final PatchOperations others;
    private final Call call;
    private Optional<Held> reserved = Optional.empty();
    private boolean isOfPost;
    private List<Held> dropped = List.of();

    SlugEdit(PostId post, Slug slug, PatchOperations others, Call call) {
      this.post = post;
      this.slug = slug;
      this.others = others;
      this.call = call;
    }

    /** Reserves the slug, and adds the one before to the former ones. */
    @Override
    public PatchOperations of(Optional<PostItem> before) {
      PostItem item = before.orElseThrow();
      sees(item);
      if (!slug.value().equals(item.slug())) {
        reserved = slugs.reserve(slug, post, call).or(() -> reserved);
      }
      List<Slug> former = new ArrayList<>(item.slugs());
      former.remove(slug);
      int kept = Math.min(former.size(), Slug.MAX_FORMER);
      // Read before the patch, because this call must not release a later reservation.
      dropped =
          former.subList(kept, former.size()).stream()
              .flatMap(old -> slugs.heldBy(post, old, call).stream())
              .toList();
      return new PatchOperations(new ArrayList<>(others.all()))
          .set(PropertyPaths.SLUG, slug.value())
          .set(
              PropertyPaths.FORMER_SLUGS,
              former.subList(0, kept).stream().map(Slug::value).toList());
    }

    @Override
    public void sees(PostItem item) {
      isOfPost = item.slugs().contains(slug);
    }

    void done() {
      dropped.forEach(held -> slugs.release(held, call));
    }

    /** Releases the slug, unless an attempt whose response was lost has set it. */
    void refused() {
      reserved.filter(held -> !isOfPost).ifPresent(held -> slugs.release(held, call));
    }
  }

  /** Writes the edited properties of a live post, but not its counts. */
  public CommandResult<Post> edit(EditPost edit, Call call) {
    PatchOperations texts = PatchOperations.create();
    if (edit.title() != null) {
      texts.set(PropertyPaths.TITLE, edit.title());
    }
    if (edit.content() != null) {
      texts.set(PropertyPaths.CONTENT, edit.content());
    }
    if (edit.excerpt() != null) {
      texts.set(PropertyPaths.EXCERPT, edit.excerpt());
    }
    if (edit.tags() != null) {
      texts.set(PropertyPaths.TAGS, edit.tags().stream().map(Tag::value).toList());
    }
    Slug slug = edit.slug();
    if (slug == null) {
      return edit(edit, Texts.always(texts), call);
    }
    SlugEdit slugEdit = new SlugEdit(edit.id(), slug, texts, call);
    try {
      CommandResult<Post> edited = edit(edit, slugEdit, call);
      slugEdit.done();
      return edited;
    } catch (PostNotFoundException | VersionConflictException | InvalidPropertyException e) {
      slugEdit.refused();
      throw e;
    }
  }

  private CommandResult<Post> edit(EditPost edit, Texts<PostItem> texts, Call call) {
    String slug = edit.slug() == null ? null : edit.slug().value();
    Optional<CommandResult<PostItem>> edited =
        edit(
            new Edit<>(
                posts,
                ItemKey.of(edit.id().value()),
                texts,
                slug != null,
                item ->
                    isNamed(edit.title(), item.title())
                        && isNamed(edit.content(), item.content())
                        && isNamed(edit.excerpt(), item.excerpt())
                        && isNamed(slug, item.slug())
                        && (edit.tags() == null || edit.tags().equals(item.toPost().tags())),
                edit.version(),
                edit.properties()),
            call);
    written(edited).ifPresent(item -> call.wrote(edit.id(), edit.id().value(), item.version()));
    return edited
        .map(result -> result.map(PostItem::toPost))
        .orElseThrow(() -> new PostNotFoundException(edit.id()));
  }

  public CommandResult<Comment> edit(EditComment edit, Call call) {
    PatchOperations texts = PatchOperations.create();
    if (edit.content() != null) {
      texts.set(PropertyPaths.CONTENT, edit.content());
    }
    Optional<CommandResult<CommentItem>> edited =
        edit(
            new Edit<>(
                comments,
                new ItemKey(edit.commentId().value(), edit.postId().value()),
                Texts.always(texts),
                false,
                item -> isNamed(edit.content(), item.content()),
                edit.version(),
                edit.properties()),
            call);
    written(edited)
        .ifPresent(item -> call.wrote(edit.postId(), edit.commentId().value(), item.editVersion()));
    return edited
        .map(result -> result.map(CommentItem::toComment))
        .orElseThrow(() -> new CommentNotFoundException(edit.postId(), edit.commentId()));
  }

  private static <I> Optional<I> written(Optional<CommandResult<I>> edited) {
    return edited.filter(result -> !result.alreadyDone()).map(CommandResult::value);
  }

  /** Writes a user's properties, but not the version of the name. */
  public CommandResult<User> edit(EditUser edit, Call call) {
    return edit(
            new Edit<>(
                users,
                ItemKey.of(edit.id().value()),
                Texts.always(PatchOperations.create()),
                false,
                item -> true,
                edit.version(),
                edit.properties()),
            call)
        .map(edited -> edited.map(UserItem::toUser))
        .orElseThrow(() -> new UserNotFoundException(edit.id()));
  }

  /** Returns the item as it is after the edit; empty if it is missing. */
  private <I extends EditedItem> Optional<CommandResult<I>> edit(Edit<I> edit, Call call) {
    Kind<I> kind = edit.kind;
    PropertiesEdit change = edit.properties;
    boolean readsFirst = edit.readsFirst || (change != null && change.replacement() == null);
    Optional<I> before = readsFirst ? stored(edit, call) : Optional.empty();
    if (readsFirst && before.isEmpty()) {
      return Optional.empty();
    }
    for (int round = 1; true; round++) {
      Long base = before.map(Edits::edits).orElse(edit.version);
      if (before.isPresent() && edit.version != null && !edit.version.equals(base)) {
        return Optional.of(doneBefore(edit, before.get()));
      }
      PatchOperations operations = operations(edit, base, before);
      Written<I> written =
          kind.container.patchAndRead(
              edit.key, operations, condition(kind.exists, base), kind.type, call);
      if (written.isDone() || base == null || written.result() == MISSING) {
        return written.item().map(CommandResult::done);
      }
      Optional<I> refusing = refusing(edit, base, round, call);
      if (refusing.isEmpty()) {
        continue;
      }
      Optional<I> now = refusing.filter(kind.isThere);
      if (now.isEmpty() || edit.version != null) {
        return now.map(item -> doneBefore(edit, item));
      }
      if (wasDone(edit, base, now.get())) {
        return now.map(CommandResult::doneBefore);
      }
      before = now;
    }
  }

  private <I extends EditedItem> PatchOperations operations(
      Edit<I> edit, @Nullable Long base, Optional<I> before) {
    PropertiesEdit change = edit.properties;
    PatchOperations operations = new PatchOperations(new ArrayList<>(edit.texts.of(before).all()));
    if (change != null) {
      CustomProperties stored = before.map(EditedItem::properties).orElse(CustomProperties.NONE);
      CustomProperties after = change.appliedTo(stored);
      // An edit may shrink properties of another program that exceed the limit.
      if (!change.set().isEmpty()) {
        after.checkSize(edit.kind.name, edit.kind.bound);
        if (edit.kind == posts) {
          after.checkSummary(summaryProperties);
        }
      }
      operations.set(PropertyPaths.PROPERTIES, after.asMap());
    }
    // With this condition, setting the next version is the same as incrementing it.
    PatchOperations counted =
        base == null
            ? operations.increment(PropertyPaths.EDIT_VERSION, 1)
            : operations.set(PropertyPaths.EDIT_VERSION, base + 1);
    counted.set(PropertyPaths.UPDATED_AT, ItemDates.text(clock.instant()));
    return edit.kind == posts ? counted.increment(PropertyPaths.VERSION, 1) : counted;
  }

  /**
   * Reads the item. Reads at the primary if a replica lacks it, or shows fewer edits than the
   * expected version, because the replica may lag.
   */
  private <I extends EditedItem> Optional<I> stored(Edit<I> edit, Call call) {
    Kind<I> kind = edit.kind;
    Optional<I> found = kind.container.find(edit.key, kind.type, call).filter(kind.isThere);
    if (found.isEmpty()) {
      return kind.container
          .readIf(kind.exists, edit.key, PropertyPaths.EDIT_VERSION, kind.type, call)
          .item();
    }
    long edits = edits(found.get());
    if (edit.version == null || edits >= edit.version) {
      return found;
    }
    Written<I> newer =
        kind.container.readIfAbove(edit.key, PropertyPaths.EDIT_VERSION, edits, kind.type, call);
    return newer.result() == CONDITION_FAILED ? found : newer.item().filter(kind.isThere);
  }

  /** Reads the item whose condition failed; empty if the edit should be sent again. */
  private <I extends EditedItem> Optional<I> refusing(
      Edit<I> edit, long base, int round, Call call) {
    Kind<I> kind = edit.kind;
    Predicate<I> refuses = kind.isThere.negate().or(item -> item.editVersion() != base);
    return kind.container.findRefusing(edit.key, kind.type, refuses, round, call);
  }

  /** Returns the item if an earlier attempt has already applied the edit. */
  private <I extends EditedItem> CommandResult<I> doneBefore(Edit<I> edit, I item) {
    long version = edit.version == null ? 0 : edit.version;
    if (wasDone(edit, version, item)) {
      return CommandResult.doneBefore(item);
    }
    edit.texts.sees(item);
    throw new VersionConflictException(edit.kind.name, edit.key.id(), version, edits(item));
  }

  // Applied by this edit, whose response was lost, or by another edit to the same values.
  private static <I extends EditedItem> boolean wasDone(Edit<I> edit, long base, I now) {
    return edits(now) == base + 1
        && edit.isIn.test(now)
        && (edit.properties == null || edit.properties.isIn(now.properties()));
  }

  private static long edits(EditedItem item) {
    return Math.max(0, item.editVersion());
  }

  private static String condition(String exists, @Nullable Long version) {
    return version == null ? exists : QueryTexts.isEdited(exists, version);
  }

  private static boolean isNamed(@Nullable String named, @Nullable String stored) {
    return named == null || named.equals(stored == null ? "" : stored);
  }
}
