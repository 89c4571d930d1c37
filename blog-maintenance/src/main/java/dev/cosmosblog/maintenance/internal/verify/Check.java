package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Compares one thing with its source, as both are now. */
@FunctionalInterface
interface Check {
  /** The item is right, or it is gone. */
  Result RIGHT = new Right();

  /** The item was written during the check, or a command may still be under way. */
  Result CHANGING = new Changing();

  /** Reads everything the check depends on. */
  Result run(ItemSource items);

  /** What a check reads: the database, or the items of a page with those looked up for it. */
  interface ItemSource {
    /** Finds an item. */
    Optional<StoredItem> find(ItemPlace place);

    /** Counts the comments and likes of a post. */
    PostCounts count(String postId);
  }

  /** The result of a check. */
  sealed interface Result {}

  /** See {@link #RIGHT}. */
  record Right() implements Result {}

  /** See {@link #CHANGING}. */
  record Changing() implements Result {}

  /**
   * The item is wrong.
   *
   * @param finding the error
   * @param versions the ETags of everything that was read; empty if one check is proof by itself
   * @param repair writes what is right if everything is still as it was read, and returns whether
   *     it did
   */
  record Wrong(Finding finding, String versions, BooleanSupplier repair) implements Result {
    /** Whether the error was the same in an earlier check and nothing was written since. */
    boolean persistsSince(Result earlier) {
      return earlier instanceof Wrong other
          && other.versions.equals(versions)
          && other.finding.kind() == finding.kind();
    }
  }

  /** An error that a repair leaves and that one check proves. */
  static Result left(Finding finding) {
    return new Wrong(finding, "", () -> false);
  }
}
