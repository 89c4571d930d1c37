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
 * Writes the summaries of many posts, and their entries in the listings: one lookup of copies, one
 * of posts, and one write for each copy that is missing or differs. Copies are read before their
 * posts, written conditionally, and never replaced by an older version, which a lagging replica may
 * return.
 */
public final class PostCopies {
  private final BlogAccess blog;
  private final Kinds kinds;

  /** The number of consecutive pages with a later change. Not part of the checkpoint. */
  private int latePages;

  PostCopies(BlogAccess blog, Kinds kinds) {
    this.blog = blog;
    this.kinds = kinds;
  }

  /** Which copies are written: summaries beside the authors, entries of the listings, or both. */
  public record Kinds(boolean summaries, boolean entries) {
    static Kinds of(BlogAccess blog) {
      return new Kinds(true, blog.database().hasListings());
    }
  }

  public static RunStep fromContainer(BlogAccess blog, Kinds kinds) {
    PostCopies copies = new PostCopies(blog, kinds);
    return RunStep.ofPosts(
        MaintenancePhase.COPIES, blog, (chunk, run) -> copies.writeLatest(chunk.items(), run));
  }

  /**
   * Returns the step that reads the change feed of posts. A range ends at its first change that is
   * later than its start, because it would never end during live traffic. The running change feed
   * handles later changes.
   */
  public static RunStep fromChangeFeed(BlogAccess blog, Kinds kinds) {
    return RunStep.over(
        MaintenancePhase.COPIES, blog, BlogContainer.POSTS, new PostCopies(blog, kinds)::changes);
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

  /**
   * A page has changes of one physical partition. The parts of a range that was split take turns.
   */
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

  /** Writes the copies of the items that are live posts; the posts are read again. */
  void write(Collection<StoredItem> seen, MaintenanceRun run) {
    List<StoredItem> wanted = seen.stream().filter(ForeignItems::isReadablePost).toList();
    Map<ItemPlace, StoredItem> copies = kinds.summaries() ? copies(wanted) : Map.of();
    List<StoredItem> posts =
        posts(wanted).values().stream().filter(ForeignItems::isReadablePost).toList();
    if (kinds.summaries()) {
      writeSummaries(posts, copies, run);
    }
    if (kinds.entries()) {
      new ListingChecks(blog).fill(posts, run);
    }
  }

  private Map<ItemPlace, StoredItem> copies(List<StoredItem> posts) {
    return blog.find(BlogContainer.USERS, posts.stream().map(ItemChecks::copyOf).toList());
  }

  private void writeSummaries(
      List<StoredItem> posts, Map<ItemPlace, StoredItem> copies, MaintenanceRun run) {
    List<StoredItem> created = new ArrayList<>();
    for (StoredItem post : posts) {
      // A post with its author's id can't have a summary, because the author has the summary's id.
      if (!post.id().equals(post.author())) {
        PostSummaryItem right = blog.summary(post).besideAuthor();
        ItemPlace place = ItemChecks.copyOf(post);
        StoredItem copy = copies.get(place);
        if (copy == null) {
          if (run.attempt(ChangeKind.SUMMARY_WRITTEN, place, () -> blog.repairs().createCopy(right))
              == WriteAttempt.DONE) {
            created.add(post);
          }
        } else if (ItemType.isCopy(copy.type())
            && !ItemChecks.isCopyOf(copy, right)
            && !ItemChecks.isNewerCopy(copy, right)) {
          run.attempt(
              ChangeKind.SUMMARY_WRITTEN, place, () -> blog.repairs().replaceCopy(copy, right));
        }
      }
    }
    if (!blog.dryRun()) {
      removeCopiesOfDeletedPosts(created, run);
      checkNames(created);
    }
  }

  /**
   * Updates the post's name first, because the change feed concludes from a summary that its post
   * doesn't have a stale name. If the name can't be written, as in a full logical partition, the
   * summary stays as it is and a verification reports it.
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
      } else if (name.replaces(post.name())) {
        blog.attempt(() -> blog.repositories().names().put(item, name));
      }
    }
  }

  private Map<ItemPlace, StoredItem> posts(List<StoredItem> seen) {
    List<ItemPlace> places = seen.stream().map(post -> ItemPlace.ofPost(post.id())).toList();
    return blog.items().find(BlogContainer.POSTS, places);
  }

  /** A post may have been deleted while its summary was created. */
  private void removeCopiesOfDeletedPosts(List<StoredItem> created, MaintenanceRun run) {
    Map<ItemPlace, StoredItem> posts = posts(created);
    for (StoredItem copied : created) {
      StoredItem post = posts.get(ItemPlace.ofPost(copied.id()));
      if (post == null || !ItemChecks.isLivePost(post)) {
        ItemPlace place = ItemChecks.copyOf(copied);
        blog.items()
            .find(place)
            .ifPresent(copy -> blog.removeCopy(copy, Optional.ofNullable(post)));
        run.changed(ChangeKind.SUMMARY_REMOVED, place);
      }
    }
  }

  /** A position in the change feed, which ends at the last write before the first page. */
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
