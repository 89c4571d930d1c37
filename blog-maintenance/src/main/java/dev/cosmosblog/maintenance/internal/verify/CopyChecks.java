package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.verify.Check.Result;
import dev.cosmosblog.maintenance.internal.verify.Check.Wrong;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks of the copies of posts: beside their authors, and on the front page. */
final class CopyChecks {
  private final BlogAccess blog;

  CopyChecks(BlogAccess blog) {
    this.blog = blog;
  }

  /**
   * Checks the short copy of a post beside an author. The copy is read before the post, so a copy
   * of a higher version is wrong, and not just newer than the post that was read.
   */
  Check shortCopy(String postId, String author) {
    return () -> {
      ItemPlace place = new ItemPlace(BlogContainer.USERS, author, postId);
      Optional<StoredItem> copy = blog.items().find(place);
      Optional<StoredItem> source = blog.items().find(ItemPlace.ofPost(postId));
      Optional<PostItem> right =
          source
              .filter(ItemChecks::isLivePost)
              .map(post -> post.post().shortCopy())
              .filter(post -> author.equals(post.userId()));
      String versions =
          copy.map(StoredItem::etag).orElse("-") + source.map(StoredItem::etag).orElse("-");
      if (copy.isPresent()) {
        return compare(place, copy.get(), right, versions);
      }
      return right.isEmpty()
          ? Check.RIGHT
          : new Wrong(
              Findings.repairable(FindingKind.MISSING_COPY, place, "nothing", text(right.get())),
              versions,
              () -> blog.repairs().createCopy(right.get()));
    };
  }

  private Result compare(
      ItemPlace place, StoredItem copy, Optional<PostItem> right, String versions) {
    if (!copy.type().equals(ItemType.POST)) {
      String text = "an item of type '" + copy.type() + "'";
      String expected = "a post's short copy, which has the same id";
      return right.isEmpty()
          ? Check.RIGHT
          : Check.left(Findings.left(FindingKind.UNREADABLE_ITEM, place, text, expected));
    }
    if (right.isEmpty()) {
      return new Wrong(
          Findings.repairable(FindingKind.SURPLUS_COPY, place, "a copy", "nothing"),
          versions,
          () -> blog.repairs().delete(BlogContainer.USERS, copy));
    }
    if (ItemChecks.isCopyOf(copy, right.get())) {
      return Check.RIGHT;
    }
    return new Wrong(
        Findings.repairable(FindingKind.STALE_COPY, place, text(copy), text(right.get())),
        versions,
        () -> blog.repairs().replaceCopy(copy, right.get()));
  }

  private static String text(PostItem post) {
    return "a copy of version " + post.version();
  }

  private static String text(StoredItem copy) {
    try {
      return "another copy, of version " + copy.post().version();
    } catch (MalformedItemException e) {
      return "a copy that cannot be read";
    }
  }

  /**
   * Checks the front page: one point read, and one query over all physical partitions. It is read
   * before the posts: a post whose deletion was handled before is not among them, and one that is
   * handled later writes the front page.
   */
  Result frontPage() {
    ItemPlace place = ItemPlace.ofFrontPage();
    Optional<StoredItem> seen = blog.items().find(place);
    FrontPageItem right = FrontPageItem.of(blog.database().frontPageSize(), false, newestPosts());
    if (seen.isEmpty() && right.posts().isEmpty()) {
      return Check.RIGHT;
    }
    Optional<FrontPageItem> found = seen.flatMap(CopyChecks::read);
    if (found.filter(right::equals).isPresent()) {
      return Check.RIGHT;
    }
    return new Wrong(
        Findings.repairable(
            FindingKind.WRONG_FRONT_PAGE,
            place,
            found.map(page -> difference(page, right)).orElse("no front page that can be read"),
            "the newest " + right.posts().size() + " posts"),
        seen.map(StoredItem::etag).orElse("-") + right.hashCode(),
        () -> blog.repairs().writeFrontPage(seen.orElse(null), right));
  }

  private static Optional<FrontPageItem> read(StoredItem page) {
    try {
      return Optional.of(page.feed());
    } catch (MalformedItemException e) {
      return Optional.empty();
    }
  }

  /** The newest posts that can be read. If some cannot, the query is repeated for more. */
  private List<PostItem> newestPosts() {
    int size = blog.database().frontPageSize();
    for (int limit = size; ; limit *= 2) {
      List<StoredItem> found = blog.items().newestPosts(limit);
      List<PostItem> readable =
          found.stream()
              .filter(post -> ItemChecks.problem(BlogContainer.POSTS, post).isEmpty())
              .map(post -> post.post().shortCopy())
              .limit(size)
              .toList();
      if (readable.size() == size || found.size() < limit) {
        return readable;
      }
    }
  }

  private static String difference(FrontPageItem found, FrontPageItem right) {
    Set<PostItem> same = new HashSet<>(right.posts());
    same.retainAll(found.posts());
    String incomplete = found.incomplete() ? ", marked as incomplete" : "";
    return "%d posts, %d of them right%s".formatted(found.posts().size(), same.size(), incomplete);
  }
}
