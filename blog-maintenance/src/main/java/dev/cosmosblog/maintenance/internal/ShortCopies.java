package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.MaintenancePhase;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.spi.ContainerRequests.ChangePage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes the short copies of many posts, and their entries in the archive: one lookup of copies,
 * one of posts, and one write for each copy that is missing or differs. Copies are read before
 * their posts and written on condition, and none is replaced by an older version, which a replica
 * that lags may show: none goes back in time.
 */
public final class ShortCopies {
  private final BlogAccess blog;
  private final Kinds kinds;

  /** The number of pages in a row that had a later change. Not part of the checkpoint. */
  private int latePages;

  ShortCopies(BlogAccess blog, Kinds kinds) {
    this.blog = blog;
    this.kinds = kinds;
  }

  /** Which copies are written: short ones beside the authors, entries of the archive, or both. */
  public record Kinds(boolean shortCopies, boolean entries) {
    static Kinds of(BlogAccess blog) {
      return new Kinds(true, blog.database().hasArchive());
    }
  }

  public static RunStep fromContainer(BlogAccess blog, Kinds kinds) {
    ShortCopies copies = new ShortCopies(blog, kinds);
    return RunStep.ofPosts(
        MaintenancePhase.COPIES, blog, (chunk, run) -> copies.writeLatest(chunk.items(), run));
  }

  /**
   * Returns the step that reads the change feed of posts. Beside live traffic it never ends: a
   * range ends at its first change later than its start; the host's change feed handles later ones.
   */
  public static RunStep fromChangeFeed(BlogAccess blog, Kinds kinds) {
    return RunStep.over(
        MaintenancePhase.COPIES, blog, BlogContainer.POSTS, new ShortCopies(blog, kinds)::changes);
  }

  private Optional<String> changes(String range, Optional<String> after, MaintenanceRun run) {
    Position position =
        after
            .map(Position::parse)
            .orElseGet(
                () -> new Position(blog.items().lastWrite(BlogContainer.POSTS, range), null));
    int pageSize = blog.settings().pageSize();
    ChangePage page =
        blog.items().changes(BlogContainer.POSTS, range, position.continuation(), pageSize);
    writeLatest(page.items(), run);
    run.scanned(page.items().size());
    boolean late = page.items().stream().anyMatch(item -> item.writtenAt() > position.end());
    latePages = late ? latePages + 1 : 0;
    if (!page.more() || (late && latePages >= partitions(range))) {
      latePages = 0;
      return Optional.empty();
    }
    return Optional.of(position.end() + " " + page.continuation());
  }

  /** A page has changes of one physical partition. Those of a range that was split take turns. */
  private int partitions(String range) {
    List<String> ranges = blog.items().ranges(BlogContainer.POSTS);
    return ranges.contains(range) ? 1 : ranges.size();
  }

  private void writeLatest(List<StoredItem> items, MaintenanceRun run) {
    Map<String, StoredItem> latest = new HashMap<>();
    items.stream()
        .filter(item -> item.id().equals(item.place(BlogContainer.POSTS).partition()))
        .forEach(post -> latest.put(post.id(), post));
    write(latest.values(), run);
  }

  /** Writes the copies of those items that are live posts; the posts are read again. */
  void write(Collection<StoredItem> seen, MaintenanceRun run) {
    List<StoredItem> wanted = seen.stream().filter(ForeignItems::isReadablePost).toList();
    Map<ItemPlace, StoredItem> copies = kinds.shortCopies() ? copies(wanted) : Map.of();
    List<StoredItem> posts =
        posts(wanted).values().stream().filter(ForeignItems::isReadablePost).toList();
    if (kinds.shortCopies()) {
      writeShortCopies(posts, copies, run);
    }
    if (kinds.entries()) {
      new ArchiveChecks(blog).fill(posts, run);
    }
  }

  private Map<ItemPlace, StoredItem> copies(List<StoredItem> posts) {
    return blog.find(BlogContainer.USERS, posts.stream().map(ItemChecks::copyOf).toList());
  }

  private void writeShortCopies(
      List<StoredItem> posts, Map<ItemPlace, StoredItem> copies, MaintenanceRun run) {
    List<StoredItem> created = new ArrayList<>();
    for (StoredItem post : posts) {
      // A post whose id is its author's has no room for a copy: the author is there.
      if (!post.id().equals(post.author())) {
        PostSummaryItem right = blog.summary(post).besideAuthor();
        ItemPlace place = ItemChecks.copyOf(post);
        StoredItem copy = copies.get(place);
        if (copy == null) {
          if (run.attempt(ChangeKind.COPY_WRITTEN, place, () -> blog.repairs().createCopy(right))
              == WriteAttempt.DONE) {
            created.add(post);
          }
        } else if (ItemType.isCopy(copy.type())
            && !ItemChecks.isCopyOf(copy, right)
            && !ItemChecks.isNewerCopy(copy, right)) {
          run.attempt(
              ChangeKind.COPY_WRITTEN, place, () -> blog.repairs().replaceCopy(copy, right));
        }
      }
    }
    if (!blog.dryRun()) {
      removeCopiesOfDeletedPosts(created, run);
      checkNames(created);
    }
  }

  /**
   * The change feed takes a copy for a sign that its post carries no name from before it. A post
   * that takes no name, as in a full logical partition, keeps its copy: a verification reports it.
   */
  private void checkNames(List<StoredItem> created) {
    List<UserId> authors = created.stream().map(post -> UserId.of(post.author())).toList();
    Map<UserId, VersionedName> names =
        authors.isEmpty() ? Map.of() : blog.repositories().users().currentNames(authors);
    for (StoredItem post : created) {
      UserId author = UserId.of(post.author());
      AuthoredItem item = new AuthoredItem(post.id(), post.id(), ItemType.POST);
      VersionedName name = names.get(author);
      if (name == null) {
        blog.attempt(() -> blog.repositories().erasures().eraseLate(item, author));
      } else if (name.version() > post.name().version()) {
        blog.attempt(() -> blog.repositories().names().put(item, name));
      }
    }
  }

  private Map<ItemPlace, StoredItem> posts(List<StoredItem> seen) {
    List<ItemPlace> places = seen.stream().map(post -> ItemPlace.ofPost(post.id())).toList();
    return blog.items().find(BlogContainer.POSTS, places);
  }

  /** A post may have been deleted while its copy was created. */
  private void removeCopiesOfDeletedPosts(List<StoredItem> created, MaintenanceRun run) {
    Map<ItemPlace, StoredItem> posts = posts(created);
    for (StoredItem copied : created) {
      StoredItem post = posts.get(ItemPlace.ofPost(copied.id()));
      if (post == null || !ItemChecks.isLivePost(post)) {
        ItemPlace place = ItemChecks.copyOf(copied);
        blog.items()
            .find(place)
            .ifPresent(copy -> blog.removeCopy(copy, Optional.ofNullable(post)));
        run.changed(ChangeKind.COPY_REMOVED, place);
      }
    }
  }

  /** A position in the change feed; its end is the last write before the first page. */
  private record Position(long end, @Nullable String continuation) {
    static Position parse(String text) {
      int space = text.indexOf(' ');
      if (space < 0) {
        throw new IllegalArgumentException("This is not a position in a change feed.");
      }
      return new Position(Long.parseLong(text.substring(0, space)), text.substring(space + 1));
    }
  }
}
