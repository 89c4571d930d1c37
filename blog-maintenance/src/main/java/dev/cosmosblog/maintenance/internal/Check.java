package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Compares one thing with its source, as both are now. */
@FunctionalInterface
interface Check {
  /** Reads everything the check depends on. */
  Result run(ItemSource items);

  /** An item that cannot be read is a finding of its own; what depends on it is unknown. */
  default Result runIfReadable(ItemSource items) {
    try {
      return run(items);
    } catch (MalformedItemException e) {
      return Verdict.RIGHT;
    }
  }

  /** What a check reads: the database, or the items of a page with those looked up for it. */
  interface ItemSource {
    Optional<StoredItem> find(ItemPlace place);

    /** Counts the comments and likes of a post. */
    PostCounts count(String postId);
  }

  sealed interface Result {}

  /** The results that are no errors. */
  enum Verdict implements Result {
    /** The item is right, or it is gone. */
    RIGHT,
    /** The item was written during the check, or a command may still be under way. */
    CHANGING
  }

  /**
   * The item is wrong.
   *
   * @param versions the ETags of everything that was read; empty if one check is proof by itself
   * @param repair writes what is right if everything is still as it was read, and returns whether
   *     it did
   */
  record Wrong(Finding finding, String versions, BooleanSupplier repair) implements Result {
    /** An error that a repair leaves. */
    static Wrong left(Finding finding, String versions) {
      return new Wrong(finding, versions, () -> false);
    }

    /** Whether the error was the same in an earlier check and nothing was written since. */
    boolean persistsSince(Result earlier) {
      return earlier instanceof Wrong other
          && other.versions.equals(versions)
          && other.finding.kind() == finding.kind();
    }
  }
}
