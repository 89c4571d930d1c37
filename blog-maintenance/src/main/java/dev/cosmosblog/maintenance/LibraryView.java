package dev.cosmosblog.maintenance;

import dev.cosmosblog.maintenance.report.FindingKind;
import java.util.Set;

/** A view that the library keeps: it can be rebuilt from the posts. */
public enum LibraryView {
  /** The short copies of each user's posts, beside the user. */
  SHORT_POSTS(FindingKind.MISSING_COPY, FindingKind.STALE_COPY, FindingKind.SURPLUS_COPY),
  /** The front page of the newest posts. */
  FRONT_PAGE(FindingKind.WRONG_FRONT_PAGE),
  /** The archive, in a blog that keeps one: a rebuild fills it with the posts that are there. */
  ARCHIVE(FindingKind.MISSING_ENTRY, FindingKind.STALE_ENTRY, FindingKind.SURPLUS_ENTRY);

  /** The kinds of findings that are errors of the view. */
  final Set<FindingKind> errors;

  LibraryView(FindingKind... errors) {
    this.errors = Set.of(errors);
  }
}
